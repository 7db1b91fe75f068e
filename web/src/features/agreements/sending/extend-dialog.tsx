import { zodResolver } from '@hookform/resolvers/zod'
import { isFrozen, validityLabels } from '@kontor/contract/agreements/agreements.rules'
import { agreementFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ControlledField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Agreement, conflictingAgreement, useUpdateAgreement } from '../agreements.api.ts'

const labels = { validUntil: validityLabels.no } as const

const proposedDays = 14

/** Sets a new last day for an agreement whose last day has passed. */
export function ExtendDialog(props: { readonly agreement: Agreement; readonly onClose: () => void }) {
  const { onClose } = props
  const [agreement] = useState(props.agreement)
  const update = useUpdateAgreement()
  const now = nowText(useNow())
  const form = useForm({
    resolver: zodResolver(agreementFormSchema.pick({ validUntil: true })),
    defaultValues: { validUntil: osloDay(addOsloDays(now, proposedDays)) },
  })
  const saving = useSaving({
    form,
    labels,
    valuesOf: ({ validUntil }: Agreement) => ({ validUntil: validUntil ?? '' }),
    conflictIn: (error): Agreement | null => {
      const current = conflictingAgreement(error)
      return current && isFrozen(current.status) ? null : current
    },
    save: async (values, conflict) => {
      const version = conflict?.version ?? agreement.version
      const saved = await update.mutateAsync({ params: { id: agreement.id }, body: { ...values, version } })
      toast({ title: 'Avtale oppdatert', description: saved.title })
      onClose()
    },
    failed: (error) => `Kunne ikke oppdatere avtale: ${messageOf(error)}`,
  })
  return (
    <SaveDialog
      saving={saving}
      title="Forleng fristen"
      {...(agreement.status === 'sent' && {
        description: 'Kunden ser den nye fristen med en gang. Send på nytt for å si fra om den.',
      })}
      onClose={onClose}
    >
      <ControlledField form={form} name="validUntil" label={labels.validUntil} hint="Til og med denne dagen.">
        {(control, { value, onChange, onBlur }) => (
          <DateField {...control} value={value ?? ''} onValueChange={onChange} onBlur={onBlur} min={osloDay(now)} />
        )}
      </ControlledField>
    </SaveDialog>
  )
}
