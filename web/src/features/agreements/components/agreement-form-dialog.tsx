import { zodResolver } from '@hookform/resolvers/zod'
import { defaultVatRate, isExpired } from '@kontor/contract/agreements/agreements.rules'
import { agreementFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { osloDay } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorText, messageOf } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { compareText } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { customersQuery } from '../../customers/customers.api.ts'
import { type Agreement, conflictingAgreement, useCreateAgreement, useUpdateAgreement } from '../agreements.api.ts'

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
    <Field label={labels.customerId} required error={form.formState.errors.customerId?.message ?? fetchError}>
      {(control) => (
        <Controller
          control={form.control}
          name="customerId"
          render={({ field }) => (
            <Combobox
              {...control}
              options={options}
              value={field.value > 0 ? String(field.value) : null}
              onValueChange={(value) => field.onChange(Number(value ?? 0))}
              placeholder="Velg kunde"
            />
          )}
        />
      )}
    </Field>
  )
}

function TermFields({ form }: { form: Form }) {
  const { errors } = form.formState
  const now = nowText(useNow())
  const validUntil = form.watch('validUntil') ?? ''
  const hasReminder = typeof form.watch('reminderDays') === 'number'
  const isPast = /^\d{4}-\d\d-\d\d$/.test(validUntil) && isExpired(validUntil, now)
  const warning = isPast
    ? `${formatDay(validUntil)} er passert: kunden kan verken akseptere eller avslå avtalen.`
    : hasReminder && validUntil === '' && 'Uten en siste dag sendes det ingen påminnelse.'
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        label={labels.validUntil}
        error={errors.validUntil?.message}
        hint={isPast ? undefined : 'Til og med denne dagen.'}
      >
        {(control) => (
          <Controller
            control={form.control}
            name="validUntil"
            render={({ field }) => (
              <DateField
                {...control}
                value={field.value ?? ''}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                min={osloDay(now)}
              />
            )}
          />
        )}
      </Field>
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
  /** Omit it to create a new agreement. */
  readonly agreement?: Agreement
  readonly onSaved: (agreement: Agreement) => void
  readonly onClose: () => void
}

/** Creates an agreement, or edits its header fields. */
export function AgreementFormDialog({ agreement, onSaved, onClose }: AgreementFormDialogProps) {
  const create = useCreateAgreement()
  const update = useUpdateAgreement()
  const form: Form = useForm({ resolver: zodResolver(agreementFormSchema), defaultValues: valuesOf(agreement) })
  const { register, formState } = form
  const { errors, isDirty } = formState
  const { submit, conflict, notices } = useSaving({
    form,
    labels,
    valuesOf: (stored: Agreement) => valuesOf(stored),
    // An accepted agreement can no longer be changed: there is nothing to choose between.
    conflictIn: (error): Agreement | null => {
      const current = conflictingAgreement(error)
      return current?.status === 'accepted' ? null : current
    },
    textOf: (field, value, stored) => (field === 'customerId' ? stored.customerName : String(value ?? '')),
    save: async (values) => {
      const version = conflict?.version ?? agreement?.version
      const saved = await (agreement
        ? update.mutateAsync({ params: { id: agreement.id }, body: { ...values, version } })
        : create.mutateAsync({ body: { ...values, totalAmount: 0, vatAmount: 0 } }))
      toast({ title: agreement ? 'Avtale oppdatert' : 'Avtale opprettet', description: saved.title })
      onSaved(saved)
    },
    onFailure: (error) => {
      const what = agreement ? 'Kunne ikke oppdatere avtale' : 'Kunne ikke opprette avtale'
      toast({ title: 'Feil', description: `${what}: ${messageOf(error)}`, variant: 'destructive' })
    },
  })

  return (
    <FormDialog
      title={agreement ? 'Rediger avtale' : 'Ny avtale'}
      width="wide"
      dirty={isDirty}
      submitLabel={conflict ? 'Lagre likevel' : agreement ? 'Lagre' : 'Opprett'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {notices}
        {agreement?.status === 'sent' && (
          <Notice tone="warning">
            Avtalen er sendt. Kunden ser endringen med en gang, og må lese den på nytt for å svare.
          </Notice>
        )}
        <Field label={labels.title} required error={errors.title?.message}>
          {(props) => <Input {...props} {...register('title')} autoComplete="off" />}
        </Field>
        <CustomerChoice form={form} agreement={agreement} />
        <Field label={labels.description} error={errors.description?.message}>
          {(props) => <Textarea {...props} {...register('description')} rows={4} />}
        </Field>
        <TermFields form={form} />
      </div>
    </FormDialog>
  )
}
