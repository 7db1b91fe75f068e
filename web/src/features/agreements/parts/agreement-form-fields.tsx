import { agreementLanguages, isExpired, validityLabels } from '@kontor/contract/agreements/agreements.rules'
import type { agreementFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { osloDay } from '@kontor/contract/shared/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { errorText } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { compareText } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/base/button.tsx'
import { Fold } from '../../../ui/base/fold.tsx'
import { PlusIcon } from '../../../ui/base/icons.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ControlledField, TextField } from '../../../ui/form/form-fields.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import type { SelectOption } from '../../../ui/form/select.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { companyQuery } from '../../company/company.api.ts'
import { customersQuery } from '../../customers/customers.api.ts'
import type { Agreement } from '../agreements.api.ts'
import { Combobox } from './combobox.tsx'
import { useCodeHint, useVerificationOptions } from './use-verification-options.ts'

export const agreementFormLabels = {
  title: 'Tittel',
  customerId: 'Kunde',
  description: 'Beskrivelse',
  vatRate: 'MVA-sats (%)',
  validUntil: validityLabels.no,
  reminderDays: 'Påminnelse',
  remindAfterDays: 'Første påminnelse',
  remindEveryDays: 'Deretter hver',
  remindAtMost: 'Høyst',
  language: 'Språk',
  verification: 'Bekreftelse',
  responsibleName: 'Ansvarlig',
  responsiblePhone: 'Telefon',
  responsibleEmail: 'E-post',
} as const

const labels = agreementFormLabels

export type AgreementForm = UseFormReturn<
  z.input<typeof agreementFormSchema>,
  unknown,
  z.output<typeof agreementFormSchema>
>

const optionsOf = (choices: Readonly<Record<string, string>>): SelectOption[] =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))

export const languageOptions = optionsOf(agreementLanguages)

interface CustomerChoiceProps {
  readonly form: AgreementForm
  readonly agreement: Agreement | undefined
  readonly onCreate: () => void
}

export function CustomerChoice({ form, agreement, onCreate }: CustomerChoiceProps) {
  const { data, error } = useQuery(customersQuery)
  const options = useMemo(() => {
    const active = (data ?? []).filter(({ isActive, id }) => isActive || id === agreement?.customerId)
    const listed = active.map(({ id, name, organizationNumber, city }) => ({
      value: String(id),
      label: name,
      detail: [organizationNumber, city].filter(Boolean).join(' · '),
    }))
    // Adds the agreement's customer if the list lacks it, since archived customers aren't listed.
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
        <span className="flex gap-2.5">
          <span className="min-w-0 flex-1">
            <Combobox
              {...control}
              options={options}
              value={value > 0 ? String(value) : null}
              onValueChange={(chosen) => onChange(Number(chosen ?? 0))}
              placeholder="Velg kunde"
            />
          </span>
          <Button onClick={onCreate}>
            <PlusIcon /> Ny kunde
          </Button>
        </span>
      )}
    </ControlledField>
  )
}

/** Returns true if a typed day has passed. */
const isPastDay = (day: string, now: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && isExpired(day, now)

const pastDayText = (day: string): string =>
  `${formatDay(day)} er passert: kunden kan verken akseptere eller avslå avtalen.`

export function TermFields({ form }: { form: AgreementForm }) {
  const now = nowText(useNow())
  const validUntil = form.watch('validUntil') ?? ''
  const isPast = isPastDay(validUntil, now)
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
      <div role="status" className="empty:hidden sm:col-span-3">
        {isPast && (
          <Notice tone="warning" isLasting>
            {pastDayText(validUntil)}
          </Notice>
        )}
      </div>
    </div>
  )
}

type ReminderField = 'reminderDays' | 'remindAfterDays' | 'remindEveryDays' | 'remindAtMost'

function ReminderNumber({ form, name }: { form: AgreementForm; name: ReminderField }) {
  return (
    <NumberField
      control={form.control}
      name={name}
      label={labels[name]}
      isLabelHidden
      decimals={0}
      className="max-w-16"
    />
  )
}

/** Edits the customer's reminders, as two sentences with fields for the numbers. */
function ReminderFields({ form }: { form: AgreementForm }) {
  const lacksDay = typeof form.watch('reminderDays') === 'number' && !form.watch('validUntil')
  const sentence = 'flex flex-wrap items-baseline gap-x-2 gap-y-1.5 text-sm'
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-[0.8125rem]">Påminnelser</legend>
      <p className="text-[0.8125rem] text-soft">Tomt: ingen påminnelse.</p>
      <div className={sentence}>
        Påminn <ReminderNumber form={form} name="remindAfterDays" /> dager etter sending, deretter med{' '}
        <ReminderNumber form={form} name="remindEveryDays" /> dagers mellomrom, høyst{' '}
        <ReminderNumber form={form} name="remindAtMost" /> ganger.
      </div>
      <div className={sentence}>
        Påminn <ReminderNumber form={form} name="reminderDays" /> dager før siste dag.
      </div>
      <div role="status" className="empty:hidden">
        {lacksDay && (
          <Notice tone="warning" isLasting>
            Uten en siste dag sendes det ingen påminnelse.
          </Notice>
        )}
      </div>
    </fieldset>
  )
}

function CustomerSideFields({ form, agreement }: { form: AgreementForm; agreement: Agreement | undefined }) {
  const verificationOptions = useVerificationOptions(form.watch('verification') ?? 'link')
  const codeHint = useCodeHint(agreement)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField form={form} name="language" label={labels.language} options={languageOptions} />
      <SelectField
        form={form}
        name="verification"
        label={labels.verification}
        options={verificationOptions}
        {...(codeHint && { hint: codeHint })}
      />
    </div>
  )
}

/** Edits the employee whom the customer can contact; offers the members of the company's team. */
function ResponsibleFields({ form }: { form: AgreementForm }) {
  const { data: company } = useQuery(companyQuery)
  return (
    <fieldset className="flex flex-col gap-3 border-rule border-t pt-4">
      <legend className="sr-only">Hvem kunden kan spørre</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField form={form} name="responsibleName" label={labels.responsibleName} hint="Tomt: firmaet selv." />
        <TextField form={form} name="responsiblePhone" label={labels.responsiblePhone} type="tel" />
        <TextField form={form} name="responsibleEmail" label={labels.responsibleEmail} type="email" />
      </div>
      {company && company.team.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-[0.8125rem] text-soft">Fra teamet:</span>
          {company.team.map(({ name, email }) => (
            <Button
              key={name}
              size="small"
              onClick={() => {
                const options = { shouldDirty: true, shouldValidate: true }
                form.setValue('responsibleName', name, options)
                form.setValue('responsiblePhone', company.phone, options)
                form.setValue('responsibleEmail', email ?? company.email, options)
              }}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** Shows the fields that most agreements leave unchanged, in a fold that is closed unless one of them is set. */
export function RareFields({ form, agreement }: { form: AgreementForm; agreement: Agreement | undefined }) {
  const { defaultValues = {}, errors } = form.formState
  const { language, verification, responsibleName, reminderDays, remindAfterDays } = defaultValues
  const isUsual = language === 'no' && verification === 'link' && !responsibleName
  const reminds = typeof reminderDays === 'number' || typeof remindAfterDays === 'number'
  return (
    <Fold label="Flere valg" isOpenAtFirst={!isUsual || reminds} errors={errors}>
      <ReminderFields form={form} />
      <CustomerSideFields form={form} agreement={agreement} />
      <ResponsibleFields form={form} />
    </Fold>
  )
}
