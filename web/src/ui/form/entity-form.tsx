import type { Field, Fields, ValueOf, ValuesOf } from '@kontor/contract/shared/field-kinds'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { DateField } from './date-field.tsx'
import type { Input } from './field.tsx'
import { CheckboxField, ControlledField, TextareaField, TextField } from './form-fields.tsx'
import { NumberField } from './number-field.tsx'
import { Select, type SelectOption } from './select.tsx'

type FormValue<F extends Field> = F extends { readonly kind: 'boolean' }
  ? F extends { readonly initial: boolean }
    ? boolean
    : boolean | null
  : F extends { readonly kind: 'integer' | 'decimal' }
    ? number | ''
    : F extends { readonly kind: 'choice' }
      ? ValueOf<F> | ''
      : string

const formValue = (field: Field, stored: unknown) => {
  if (field.kind === 'boolean') return stored ?? field.initial ?? null
  return field.kind === 'organizationNumber' ? formatOrganizationNumber(String(stored ?? '')) : (stored ?? '')
}

/** Returns the form's values for a record, or for a new one if `record` is undefined. */
export const formValues = <const F extends Fields>(fields: F, record: ValuesOf<F> | undefined) =>
  // The compiler can't follow a field's kind through Object.entries.
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, formValue(field, record && Reflect.get(record, key))]),
  ) as { [Key in keyof F]: FormValue<F[Key]> }

const inputs: Readonly<Partial<Record<Field['kind'], Pick<ComponentProps<typeof Input>, 'type' | 'inputMode'>>>> = {
  phone: { type: 'tel' },
  email: { type: 'email' },
  website: { inputMode: 'url' },
  organizationNumber: { inputMode: 'numeric' },
  postcode: { inputMode: 'numeric' },
}

const flagOptions: readonly SelectOption[] = [
  { value: 'true', label: 'Ja' },
  { value: 'false', label: 'Nei' },
  { value: 'null', label: 'Ikke oppgitt' },
]

interface FormFieldProps<F extends Fields, Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>
  readonly fields: F
  readonly name: FieldPath<Values> & keyof F & string
  /** A label in place of the field's own. */
  readonly label?: string
  readonly hint?: ReactNode
  /** The number of visible lines of a text field. */
  readonly rows?: number
  /** The choices for an optional flag; by default Ja, Nei and Ikke oppgitt. */
  readonly options?: readonly SelectOption[]
  readonly className?: string
}

/** The input of a field in a form. */
export function FormField<F extends Fields, Values extends FieldValues, Output>(
  props: FormFieldProps<F, Values, Output>,
) {
  const { form, fields, name, hint, rows = 3, options = flagOptions, className = '' } = props
  const field: Field | undefined = fields[name]
  if (!field) return null
  const { kind, label: ownLabel, required = false } = field
  const { label = ownLabel } = props
  const common = { form, name, label, hint, required, fieldClassName: className }
  if (kind === 'text') return <TextareaField {...common} rows={rows} />
  if (kind === 'integer' || kind === 'decimal') {
    return <NumberField control={form.control} name={name} label={label} decimals={kind === 'integer' ? 0 : 2} />
  }
  if (kind === 'date') {
    return (
      <ControlledField {...common}>
        {(control, { value, onChange, onBlur }) => (
          <DateField {...control} value={value ?? ''} onValueChange={onChange} onBlur={onBlur} />
        )}
      </ControlledField>
    )
  }
  if (kind === 'boolean' && field.initial !== undefined)
    return <CheckboxField field={form.register(name)} label={label} />
  if (kind === 'boolean') {
    return (
      <ControlledField {...common}>
        {(control, { value, onChange }) => (
          <Select
            {...control}
            value={String(value ?? null)}
            onValueChange={(text) => onChange(text === 'null' ? null : text === 'true')}
            options={options}
          />
        )}
      </ControlledField>
    )
  }
  return <TextField {...common} {...inputs[kind]} />
}
