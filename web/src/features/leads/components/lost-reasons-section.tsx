import { leadFields } from '@kontor/contract/leads/leads.fields'
import { lostReasonLimits } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Notice } from '../../../ui/states.tsx'
import { submitFormByKey } from '../../../ui/submit-by-key.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { lostReasonsQuery, useUpdateLostReasons } from '../leads.api.ts'

const toText = (reasons: readonly string[]): string => reasons.join('\n')

const toReasons = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Edits the reasons offered for a lost lead, one per line. Overwrites another user's change only after showing it. */
function LostReasonsForm({ stored }: { stored: readonly string[] }) {
  const update = useUpdateLostReasons()
  /** What is typed, and the list it is based on; null while nothing is typed. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly known: readonly string[] } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const toastFailure = useFailureToast()
  const isStale = typed !== null && toText(typed.known) !== toText(stored)
  const isChanged = typed !== null && toText(toReasons(typed.text)) !== toText(stored)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isStale || !typed || !isChanged || update.isPending) return
    setProblem(null)
    try {
      await update.mutateAsync({ reasons: toReasons(typed.text), known: [...typed.known] })
      setTyped(null)
      toast({ title: 'Årsaker lagret' })
    } catch (error) {
      toastFailure(error, 'Kunne ikke lagre årsakene', () => form.current?.requestSubmit())
      // The notice about the other user's change explains a conflict.
      if (!(error instanceof ApiError && error.status === 409)) setProblem(errorText(error))
    }
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDownCapture={submitFormByKey}
      className="flex flex-col gap-3"
    >
      {problem && <Notice onClose={() => setProblem(null)}>{problem}</Notice>}
      {isStale && (
        <Notice tone="warning">
          Endret av en annen i mellomtiden. Nå er lagret: {stored.join(', ') || 'ingen årsaker'}.
        </Notice>
      )}
      <Field label="Årsaker" hint={`Én per linje, høyst ${lostReasonLimits.reasons}. Leads beholder årsaken de har.`}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            maxLength={(leadFields.lost_reason.max + 1) * lostReasonLimits.reasons}
            value={typed?.text ?? toText(stored)}
            onChange={({ target }) => setTyped({ text: target.value, known: typed?.known ?? stored })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {isStale ? (
          <Button size="small" onClick={() => setTyped({ text: typed.text, known: stored })}>
            Behold min liste
          </Button>
        ) : (
          <Button size="small" type="submit" aria-disabled={!isChanged || update.isPending}>
            {update.isPending ? 'Lagrer …' : 'Lagre årsaker'}
          </Button>
        )}
        {typed && (
          <Button size="small" variant="quiet" onClick={() => setTyped(null)}>
            Angre
          </Button>
        )}
      </div>
    </form>
  )
}

export function LostReasonsSection() {
  const { data, error, refetch } = useQuery(lostReasonsQuery)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-1 font-semibold text-base tracking-tight">
        Årsaker til avslag
      </h3>
      <p className="mb-3 text-sm text-soft">Tilbys når et lead får status Avslått, og telles i leads under Tall.</p>
      {data && <LostReasonsForm stored={data.reasons} />}
      {!data && !error && <Skeleton className="h-32" />}
      {!data && error && (
        <Notice>
          Kunne ikke hente årsakene. {errorText(error)}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Prøv igjen
          </Button>
        </Notice>
      )}
    </section>
  )
}
