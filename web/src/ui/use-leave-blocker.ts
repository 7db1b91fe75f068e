import { type Location, NavigationType, useBlocker } from 'react-router'

export interface FormState {
  /** There are unsaved changes. */
  readonly dirty: boolean
  /** A save is running. */
  readonly working: boolean
}

/** False for a list that writes its search or filters into the URL shortly after typing, which replaces the history entry. */
const leavesScreen = (from: Location, to: Location, action: NavigationType): boolean =>
  action !== NavigationType.Replace || to.pathname !== from.pathname

/** Blocks leaving the screen while there are unsaved changes. A running save may navigate away. */
export const useLeaveBlocker = ({ dirty, working }: FormState) =>
  useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && !working && leavesScreen(currentLocation, nextLocation, historyAction),
  )
