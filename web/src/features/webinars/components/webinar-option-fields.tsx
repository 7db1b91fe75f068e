import { webinarLanguages, webinarLimits } from '@kontor/contract/webinars/webinars.rules'
import type { WebinarFormValues, webinarFormSchema } from '@kontor/contract/webinars/webinars.schema'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Field } from '../../../ui/form/field.tsx'
import { TextareaField, TextField } from '../../../ui/form/form-fields.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import type { Webinar } from '../webinars.api.ts'

/** The labels of the optional fields. */
export const optionLabels = {
  durationMinutes: 'Varighet (minutter)',
  capacity: 'Antall plasser',
  language: 'Språk',
  joinLink: 'Lenke for å bli med',
  description: 'Beskrivelse',
} as const

/** Returns the optional fields of a webinar as form values. */
export const optionValuesOf = ({ durationMinutes, capacity, language, joinLink, description }: Partial<Webinar>) => ({
  durationMinutes: durationMinutes ?? ('' as const),
  capacity: capacity ?? ('' as const),
  language: language ?? ('' as const),
  joinLink: joinLink ?? '',
  description: description ?? '',
})

const unknownLanguage = 'unknown'
const languageOptions = [
  { value: unknownLanguage, label: 'Ikke oppgitt' },
  ...Object.entries(webinarLanguages).map(([value, label]) => ({ value, label })),
]

/** Returns the label of a language's form value; undefined for no language. */
export const languageText = (value: unknown): string | undefined =>
  languageOptions.find((option) => option.value === value)?.label

const languageOf = (value: string) => (value === 'no' || value === 'en' ? value : '')

interface WebinarOptionFieldsProps {
  readonly form: UseFormReturn<WebinarFormValues, unknown, z.output<typeof webinarFormSchema>>
  /** Shown below the join link. */
  readonly afterLink: ReactNode
}

/** Fields for a webinar's options besides its name and time. */
export function WebinarOptionFields({ form, afterLink }: WebinarOptionFieldsProps) {
  const { control } = form
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          control={control}
          name="durationMinutes"
          label={optionLabels.durationMinutes}
          decimals={0}
          step={5}
        />
        <NumberField
          control={control}
          name="capacity"
          label={optionLabels.capacity}
          hint="Tomt: ubegrenset."
          decimals={0}
        />
        <Controller
          control={control}
          name="language"
          render={({ field, fieldState }) => (
            <Field label={optionLabels.language} error={fieldState.error?.message}>
              {(controlProps) => (
                <Select
                  {...controlProps}
                  value={field.value || unknownLanguage}
                  onValueChange={(value) => field.onChange(languageOf(value))}
                  options={languageOptions}
                />
              )}
            </Field>
          )}
        />
      </div>
      <TextField
        form={form}
        name="joinLink"
        label={optionLabels.joinLink}
        hint="Står i e-postene og kalenderfilen til de påmeldte, ikke på nettsiden."
        type="url"
        placeholder="https://"
        maxLength={webinarLimits.joinLink}
      />
      {afterLink}
      <TextareaField
        form={form}
        name="description"
        label={optionLabels.description}
        hint="Vises på nettsiden og i bekreftelsen."
        rows={4}
        maxLength={webinarLimits.description}
      />
    </>
  )
}
