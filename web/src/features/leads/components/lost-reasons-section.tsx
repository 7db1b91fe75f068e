import type { LostReasons } from '@kontor/contract/leads/leads.bulk.schema'
import { leadFields } from '@kontor/contract/leads/leads.fields'
import { lostReasonLimits } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
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
  const query = useQuery(lostReasonsQuery)
  return (
    <SettingsSection
      title="Årsaker til avslag"
      about="Tilbys når et lead får status Avslått, og telles i leads under Tall."
    >
      <QueryState query={query} skeleton={<Skeleton className="h-32" />} failed="Kunne ikke hente årsakene">
        {(stored) => <LostReasonsForm stored={stored} />}
      </QueryState>
    </SettingsSection>
  )
}
