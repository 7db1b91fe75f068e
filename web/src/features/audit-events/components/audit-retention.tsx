import { zodResolver } from '@hookform/resolvers/zod'
import { auditMonths } from '@kontor/contract/audit-events/audit-events.rules'
import { auditRetentionChangeSchema } from '@kontor/contract/audit-events/audit-events.schema'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { SaveForm } from '../../../ui/form/save-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import {
  type AuditRetention,
  auditRetentionQuery,
  conflictingRetention,
  useChangeAuditRetention,
} from '../audit-events.api.ts'

const labels = { months: 'Behold hendelser i (måneder)' } as const

const valuesOf = ({ months }: AuditRetention) => ({ months, known: months })

function RetentionForm({ retention }: { retention: AuditRetention }) {
  const change = useChangeAuditRetention()
  const form = useForm({ resolver: zodResolver(auditRetentionChangeSchema), defaultValues: valuesOf(retention) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    stored: retention,
    conflictIn: conflictingRetention,
    save: async (values) => {
      const saved = await change.mutateAsync(values)
      toast({ title: 'Innstilling lagret', description: `Hendelser beholdes i ${saved.months} måneder.` })
      return saved
    },
    failed: 'Kunne ikke lagre innstillingen',
  })
  return (
    <SaveForm saving={saving} submitLabel="Lagre antall måneder" className="flex max-w-sm flex-col items-start gap-3">
      <NumberField
        control={form.control}
        name="months"
        decimals={0}
        label={labels.months}
        hint={`Fra ${auditMonths.min} til ${auditMonths.max}. Eldre hendelser slettes hver natt.`}
      />
    </SaveForm>
  )
}

/** Edits how long events are kept. */
export function AuditRetentionSetting() {
  const query = useQuery(auditRetentionQuery)
  if (!query.data && !query.error) return null
  return (
    <div className="mt-8">
      <QueryState query={query} failed="Kunne ikke hente hvor lenge hendelser beholdes">
        {(retention) => <RetentionForm retention={retention} />}
      </QueryState>
    </div>
  )
}
