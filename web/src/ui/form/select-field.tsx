import type { FieldValues } from 'react-hook-form'
import { ControlledField, type FormFieldProps } from './form-fields.tsx'
import { Select, type SelectOption } from './select.tsx'

/** A form's select. In its own file, so that the login, which has no select, doesn't load the select's code. */
export function SelectField<Values extends FieldValues, Output>(
  props: FormFieldProps<Values, Output> & { readonly options: readonly SelectOption[] },
) {
  const { options, ...field } = props
  return (
    <ControlledField {...field}>
      {(control, { value, onChange }) => (
        <Select {...control} value={value} onValueChange={onChange} options={options} />
      )}
    </ControlledField>
  )
}
