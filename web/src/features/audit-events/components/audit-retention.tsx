import { zodResolver } from '@hookform/resolvers/zod'
import { auditMonths } from '@kontor/contract/audit-events/audit-events.rules'
import { auditRetentionSchema } from '@kontor/contract/audit-events/audit-events.schema'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { submitFormByKey } from '../../../ui/submit-by-key.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { type AuditRetention, auditRetentionQuery, useChangeAuditRetention } from '../audit-events.api.ts'

function RetentionForm({ retention }: { retention: AuditRetention }) {
  const change = useChangeAuditRetention()
  const element = useRef<HTMLFormElement>(null)
  const toastFailure = useFailureToast()
  const form = useForm({ resolver: zodResolver(auditRetentionSchema), defaultValues: retention })
  const save = form.handleSubmit(async (values) => {
    if (change.isPending) return
    try {
      const saved = await change.mutateAsync(values)
      form.reset(saved)
      toast({ title: 'Innstilling lagret', description: `Hendelser beholdes i ${saved.months} måneder.` })
    } catch (error) {
      toastFailure(error, 'Kunne ikke lagre innstillingen', () => element.current?.requestSubmit())
    }
  })
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDownCapture={submitFormByKey}
      className="mt-8 flex max-w-sm flex-col items-start gap-3"
    >
      <NumberField
        control={form.control}
        name="months"
        decimals={0}
        label="Behold hendelser i (måneder)"
        hint={`Fra ${auditMonths.min} til ${auditMonths.max}. Eldre hendelser slettes hver natt.`}
      />
      <Button size="small" type="submit" aria-disabled={!form.formState.isDirty || change.isPending}>
        {change.isPending ? 'Lagrer …' : 'Lagre antall måneder'}
      </Button>
    </form>
  )
}

/** How long events are kept. */
export function AuditRetentionSetting() {
  const { data, error, refetch } = useQuery(auditRetentionQuery)
  if (data) return <RetentionForm retention={data} />
  if (!error) return null
  return (
    <div className="mt-8">
      <ErrorState
        title="Kunne ikke hente hvor lenge hendelser beholdes"
        message={errorText(error)}
        onRetry={() => void refetch()}
      />
    </div>
  )
}
