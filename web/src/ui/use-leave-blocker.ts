import { type Location, NavigationType, useBlocker } from 'react-router'
import { isSentToLogin } from '../platform/session.ts'

export interface FormState {
  /** There are unsaved changes. */
  readonly dirty: boolean
  /** A save is running. */
  readonly working: boolean
}

/** False for a list that writes its search or filters into the URL shortly after typing, which replaces the history entry. */
const leavesScreen = (from: Location, to: Location, action: NavigationType): boolean =>
  action !== NavigationType.Replace || to.pathname !== from.pathname

/**
 * Blocks leaving the screen while there are unsaved changes. A running save may navigate away, but not to the login of an expired
 * session: then nothing was saved.
 */
export const useLeaveBlocker = ({ dirty, working }: FormState) =>
  useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && (!working || isSentToLogin(nextLocation)) && leavesScreen(currentLocation, nextLocation, historyAction),
  )
