import { zodResolver } from '@hookform/resolvers/zod'
import { defaultVatRate, isExpired, isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { agreementFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { osloDay } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorText, messageOf } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { compareText } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { ControlledField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { customersQuery } from '../../customers/customers.api.ts'
import { type Agreement, conflictingAgreement, useCreateAgreement, useUpdateAgreement } from '../agreements.api.ts'
import { SentNotice } from './sent-notice.tsx'

const labels = {
  title: 'Tittel',
  customerId: 'Kunde',
  description: 'Beskrivelse',
  vatRate: 'MVA-sats (%)',
  validUntil: 'Gyldig til',
  reminderDays: 'Påminnelse',
} as const

const valuesOf = (agreement: Agreement | undefined) => ({
  title: agreement?.title ?? '',
  customerId: agreement?.customerId ?? 0,
  description: agreement?.description ?? '',
  vatRate: agreement ? agreement.vatRate : defaultVatRate,
  validUntil: agreement?.validUntil ?? '',
  reminderDays: agreement?.reminderDays ?? null,
})

type Form = UseFormReturn<z.input<typeof agreementFormSchema>, unknown, z.output<typeof agreementFormSchema>>

function CustomerChoice({ form, agreement }: { form: Form; agreement: Agreement | undefined }) {
  const { data, error } = useQuery(customersQuery)
  const options = useMemo(() => {
    const active = (data ?? []).filter(({ isActive, id }) => isActive || id === agreement?.customerId)
    const listed = active.map(({ id, name, organizationNumber, city }) => ({
      value: String(id),
      label: name,
      detail: [organizationNumber, city].filter(Boolean).join(' · '),
    }))
    // An archived customer is not in the list, but stays chosen.
    const isMissing = agreement && !listed.some(({ value }) => value === String(agreement.customerId))
    const all = isMissing
      ? [...listed, { value: String(agreement.customerId), label: agreement.customerName, detail: '' }]
      : listed
    return all.toSorted((a, b) => compareText(a.label, b.label))
  }, [data, agreement])
  const fetchError = error ? `Kunne ikke hente kundene. ${errorText(error)}` : undefined
  return (
    <ControlledField form={form} name="customerId" label={labels.customerId} required error={fetchError}>
      {(control, { value, onChange }) => (
        <Combobox
          {...control}
          options={options}
          value={value > 0 ? String(value) : null}
          onValueChange={(chosen) => onChange(Number(chosen ?? 0))}
          placeholder="Velg kunde"
        />
      )}
    </ControlledField>
  )
}

function TermFields({ form }: { form: Form }) {
  const now = nowText(useNow())
  const validUntil = form.watch('validUntil') ?? ''
  const hasReminder = typeof form.watch('reminderDays') === 'number'
  const isPast = /^\d{4}-\d\d-\d\d$/.test(validUntil) && isExpired(validUntil, now)
  const warning = isPast
    ? `${formatDay(validUntil)} er passert: kunden kan verken akseptere eller avslå avtalen.`
    : hasReminder && validUntil === '' && 'Uten en siste dag sendes det ingen påminnelse.'
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <ControlledField
        form={form}
        name="validUntil"
        label={labels.validUntil}
        hint={isPast ? undefined : 'Til og med denne dagen.'}
      >
        {(control, { value, onChange, onBlur }) => (
          <DateField {...control} value={value ?? ''} onValueChange={onChange} onBlur={onBlur} min={osloDay(now)} />
        )}
      </ControlledField>
      <NumberField
        control={form.control}
        name="vatRate"
        label={labels.vatRate}
        hint="Forslag for nye linjer."
        decimals={2}
        step={0.1}
      />
      <NumberField
        control={form.control}
        name="reminderDays"
        label="Påminn automatisk"
        hint="Dager før siste dag. Tomt: av."
        decimals={0}
      />
      {warning && (
        <div className="sm:col-span-3">
          <Notice tone="warning">{warning}</Notice>
        </div>
      )}
    </div>
  )
}

interface AgreementFormDialogProps {
  readonly agreement?: Agreement
  readonly onSaved: (agreement: Agreement) => void
  readonly onClose: () => void
}

export function AgreementFormDialog({ agreement, onSaved, onClose }: AgreementFormDialogProps) {
  const create = useCreateAgreement()
  const update = useUpdateAgreement()
  const form: Form = useForm({ resolver: zodResolver(agreementFormSchema), defaultValues: valuesOf(agreement) })
  const saving = useSaving({
    form,
    labels,
    valuesOf: (stored: Agreement) => valuesOf(stored),
    // An answered agreement can no longer be changed: there is nothing to choose between.
    conflictIn: (error): Agreement | null => {
      const current = conflictingAgreement(error)
      return current && isFrozen(current.status) ? null : current
    },
    textOf: (field, value, stored) => (field === 'customerId' ? stored.customerName : String(value ?? '')),
    save: async (values, conflict) => {
      const version = conflict?.version ?? agreement?.version
      const saved = await (agreement
        ? update.mutateAsync({ params: { id: agreement.id }, body: { ...values, version } })
        : create.mutateAsync({ body: { ...values, totalAmount: 0, vatAmount: 0 } }))
      toast({ title: agreement ? 'Avtale oppdatert' : 'Avtale opprettet', description: saved.title })
      onSaved(saved)
    },
    onFailure: (error) => {
      const what = agreement ? 'Kunne ikke oppdatere avtale' : 'Kunne ikke opprette avtale'
      toastFailure(`${what}: ${messageOf(error)}`)
    },
  })

  return (
    <SaveDialog
      saving={saving}
      title={agreement ? 'Rediger avtale' : 'Ny avtale'}
      width="wide"
      submitLabel={agreement ? 'Lagre' : 'Opprett'}
      onClose={onClose}
    >
      {agreement && <SentNotice agreement={agreement} />}
      <TextField form={form} name="title" label={labels.title} required />
      <CustomerChoice form={form} agreement={agreement} />
      <TextareaField form={form} name="description" label={labels.description} rows={4} />
      <TermFields form={form} />
    </SaveDialog>
  )
}
