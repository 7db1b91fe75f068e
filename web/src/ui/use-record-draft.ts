import { createContext, useContext, useId, useLayoutEffect } from 'react'
import type { FormState } from './use-leave-blocker.ts'

export type SetDraft = (id: string, draft: FormState | null) => void

export const DraftsContext = createContext<SetDraft>(() => undefined)

/** Registers typed text of a field or form with its record while it isn't saved. */
export const useRecordDraft = ({ dirty, working }: FormState): void => {
  const id = useId()
  const setDraft = useContext(DraftsContext)
  // Before the next event, so that Back right after a key press finds the guard.
  useLayoutEffect(() => {
    if (!dirty) return
    setDraft(id, { dirty, working })
    return () => setDraft(id, null)
  }, [setDraft, id, dirty, working])
}
