import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { FormState } from './use-leave-blocker.ts'
import { DraftsContext, type SetDraft } from './use-record-draft.ts'

/** Asks before a navigation discards unsaved text anywhere in a record. One place, since the router supports one blocker at a time. */
export function RecordDraftsGuard({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, FormState>>(new Map())
  const setDraft = useCallback<SetDraft>(
    (id, draft) =>
      setDrafts((known) => {
        const next = new Map(known)
        if (draft) next.set(id, draft)
        else next.delete(id)
        return next
      }),
    [],
  )
  const state = useMemo(() => [...drafts.values()], [drafts])
  return (
    <DraftsContext value={setDraft}>
      {children}
      {state.length > 0 && <UnsavedGuard dirty working={state.every(({ working }) => working)} />}
    </DraftsContext>
  )
}
