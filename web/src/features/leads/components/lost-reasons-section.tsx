import type { LostReasons } from '@kontor/contract/leads/leads.bulk.schema'
import { leadFields } from '@kontor/contract/leads/leads.fields'
import { lostReasonLimits } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { TextareaField } from '../../../ui/form/form-fields.tsx'
import { SaveForm } from '../../../ui/form/save-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { conflictingReasons, lostReasonsQuery, useUpdateLostReasons } from '../leads.api.ts'

const toReasons = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const labels = { text: 'Årsaker' } as const

const valuesOf = ({ reasons }: LostReasons) => ({ text: reasons.join('\n'), known: reasons })

/** Edits the reasons offered for a lost lead, one per line. */
function LostReasonsForm({ stored }: { stored: LostReasons }) {
  const update = useUpdateLostReasons()
  const form = useForm({ defaultValues: valuesOf(stored) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    stored,
    conflictIn: conflictingReasons,
    save: async ({ text, known }) => {
      const saved = await update.mutateAsync({ reasons: toReasons(text), known })
      toast({ title: 'Årsaker lagret' })
      return saved
    },
    failed: 'Kunne ikke lagre årsakene',
  })
  return (
    <SaveForm saving={saving} submitLabel="Lagre årsaker" className="flex flex-col gap-3">
      <TextareaField
        form={form}
        name="text"
        label={labels.text}
        hint={`Én per linje, høyst ${lostReasonLimits.reasons}. Leads beholder årsaken de har.`}
        rows={6}
        maxLength={(leadFields.lost_reason.max + 1) * lostReasonLimits.reasons}
      />
    </SaveForm>
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
      {data && <LostReasonsForm stored={data} />}
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
