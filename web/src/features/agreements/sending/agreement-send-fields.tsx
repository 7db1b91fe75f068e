import {
  agreementLanguages,
  agreementLimits,
  agreementVerifications,
  validityLabels,
} from '@kontor/contract/agreements/agreements.rules'
import type { agreementSendSchema } from '@kontor/contract/agreements/agreements.schema'
import { keysOf } from '@kontor/contract/shared/fields'
import { osloDay } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import { formatDay } from '../../../platform/format/days.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CopyIcon } from '../../../ui/base/icons.tsx'
import { ConflictNotice } from '../../../ui/form/conflict-notice.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { Field, Input, Textarea } from '../../../ui/form/field.tsx'
import { LabelledCheckbox } from '../../../ui/form/form-fields.tsx'
import { Select } from '../../../ui/form/select.tsx'
import type { Agreement } from '../agreements.api.ts'
import { languageOptions } from '../parts/agreement-form-fields.tsx'
import { copyCustomerLink } from '../parts/copy-customer-link.ts'
import { useCodeHint, useVerificationOptions } from '../parts/use-verification-options.ts'

type SendBody = z.input<typeof agreementSendSchema>

/** The fields of the sending dialog besides the recipient. */
export interface SendFields {
  readonly message: string
  /** The addresses that get a copy, as typed. */
  readonly cc: string
  readonly attachPdf: boolean
  readonly language: Agreement['language']
  /** Null until the user chooses; the agreement's own value then applies. */
  readonly verification: Agreement['verification'] | null
  /** `YYYY-MM-DD`, '' for none, or the text as typed. */
  readonly validUntil: string
}

export const sendFieldsOf = ({ language, validUntil }: Agreement): SendFields => ({
  message: '',
  cc: '',
  attachPdf: false,
  language,
  verification: null,
  validUntil: validUntil ?? '',
})

/** Returns the body of the call. For an accepted agreement, leaves out language, verification and last day, which can't change. */
export const sendBodyOf = (
  agreement: Agreement,
  { message, cc, attachPdf, language, verification, validUntil }: SendFields,
): Partial<SendBody> => ({
  message,
  // regexp: only a class of characters.
  cc: cc.split(/[\s,;]+/).filter((address) => address !== ''),
  attachPdf,
  ...(agreement.status !== 'accepted' && { language, validUntil: validUntil || null }),
  ...(agreement.status !== 'accepted' && verification !== null && { verification }),
})

export type SendProblems = Readonly<
  Partial<Record<'message' | 'cc' | 'validUntil' | 'verification', string | undefined>>
>

const storedLabels = { validUntil: validityLabels.no, language: 'Språk', verification: 'Bekreftelse' } as const

const storedText = (field: keyof typeof storedLabels, { validUntil, language, verification }: Agreement): string => {
  if (field === 'language') return agreementLanguages[language]
  if (field === 'verification') return agreementVerifications[verification]
  return validUntil === null ? '' : formatDay(validUntil)
}

/** Returns the fields after another user's change: keeps fields that the user edited, and takes the stored values for the other fields. */
export const followStored = (fields: SendFields, before: Agreement, now: Agreement): SendFields => {
  const known: Readonly<Record<string, unknown>> = { ...sendFieldsOf(before) }
  const own = Object.entries(fields).filter(([field, value]) => value !== known[field])
  return { ...sendFieldsOf(now), ...Object.fromEntries(own) }
}

interface SendConflictProps {
  readonly agreement: Agreement
  readonly fields: SendFields
  /** The label of the button that sends with the user's own values. */
  readonly keepLabel: string
  readonly onChange: (changes: Partial<SendFields>) => void
}

/** Shows the stored values that differ from the user's choices, each with a button that applies it. */
export function SendConflict({ agreement, fields, keepLabel, onChange }: SendConflictProps) {
  const stored = { ...sendFieldsOf(agreement), verification: agreement.verification }
  const typed = { ...fields, verification: fields.verification ?? agreement.verification }
  const labelled = keysOf(storedLabels)
  if (labelled.every((field) => stored[field] === typed[field])) return null
  return (
    <ConflictNotice
      labels={storedLabels}
      stored={stored}
      typed={typed}
      keepLabel={keepLabel}
      textOf={(field) => storedText(field, agreement)}
      onApplyStored={(applied) => onChange(Object.fromEntries(applied.map((field) => [field, stored[field]])))}
    />
  )
}

const isOptionOf = <Value extends string>(value: string, options: Readonly<Record<Value, string>>): value is Value =>
  value in options

interface AgreementSendFieldsProps {
  readonly agreement: Agreement
  readonly fields: SendFields
  readonly problems: SendProblems
  readonly onChange: (changes: Partial<SendFields>) => void
}

function TermChoices({ agreement, fields, problems, onChange }: AgreementSendFieldsProps) {
  const now = nowText(useNow())
  const verification = fields.verification ?? agreement.verification
  const verificationOptions = useVerificationOptions(verification)
  const codeHint = useCodeHint(agreement)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={validityLabels.no} error={problems.validUntil}>
        {(control) => (
          <DateField
            {...control}
            value={fields.validUntil}
            onValueChange={(validUntil) => onChange({ validUntil })}
            min={osloDay(now)}
          />
        )}
      </Field>
      <Field label="Språk">
        {(control) => (
          <Select
            {...control}
            value={fields.language}
            onValueChange={(language) => isOptionOf(language, agreementLanguages) && onChange({ language })}
            options={languageOptions}
          />
        )}
      </Field>
      <Field label="Bekreftelse" hint={codeHint} error={problems.verification}>
        {(control) => (
          <Select
            {...control}
            value={verification}
            onValueChange={(chosen) => isOptionOf(chosen, agreementVerifications) && onChange({ verification: chosen })}
            options={verificationOptions}
          />
        )}
      </Field>
    </div>
  )
}

/** Edits the message, the copies and the terms of a sending. */
export function AgreementSendFields({ agreement, fields, problems, onChange }: AgreementSendFieldsProps) {
  return (
    <>
      <Field label="Personlig melding" hint="Kommer øverst i e-posten." error={problems.message}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={fields.message}
            maxLength={agreementLimits.personalMessage}
            onChange={(event) => onChange({ message: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Kopi til"
        hint={`Inntil ${agreementLimits.cc} e-postadresser med komma mellom.`}
        error={problems.cc}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="email"
            autoComplete="off"
            value={fields.cc}
            onChange={(event) => onChange({ cc: event.target.value })}
          />
        )}
      </Field>
      {agreement.status !== 'accepted' && (
        <TermChoices agreement={agreement} fields={fields} problems={problems} onChange={onChange} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <LabelledCheckbox
          label="Legg ved PDF"
          checked={fields.attachPdf}
          onChange={(attachPdf) => onChange({ attachPdf })}
        />
        {agreement.status !== 'draft' && agreement.responseToken && (
          <Button size="small" onClick={() => void copyCustomerLink(agreement.responseToken)}>
            <CopyIcon /> Kopier lenke
          </Button>
        )}
      </div>
    </>
  )
}
