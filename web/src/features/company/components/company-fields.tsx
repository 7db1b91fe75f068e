import { TextField } from '../../../ui/form/form-fields.tsx'
import { FillFromRegister } from '../../company-register/components/fill-from-register.tsx'
import { type CompanyForm, companyLabels as labels, proposeFacts, registerLabels } from './company-form-values.ts'

/** Fields for the company's name and address, filled in from the register. */
export function CompanyFields({ form }: { form: CompanyForm }) {
  const { getValues, setValue, formState } = form
  return (
    <>
      <FillFromRegister
        labels={registerLabels}
        current={() => getValues()}
        propose={proposeFacts}
        onFill={(values) => {
          const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
          for (const [field, value] of Object.entries(values)) {
            setValue(field as keyof typeof values, String(value ?? ''), options)
          }
        }}
      />
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextField form={form} name="name" label={labels.name} required />
        <TextField
          form={form}
          name="shortName"
          label={labels.shortName}
          required
          hint="Står i toppen og bunnen av nettstedet."
        />
        <TextField
          form={form}
          name="organizationNumber"
          label={labels.organizationNumber}
          required
          inputMode="numeric"
        />
        <TextField form={form} name="founded" label={labels.founded} required inputMode="numeric" maxLength={4} />
        <TextField form={form} name="street" label={labels.street} required />
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-4">
          <TextField form={form} name="postCode" label={labels.postCode} required inputMode="numeric" />
          <TextField form={form} name="city" label={labels.city} required />
        </div>
        <TextField form={form} name="phone" label={labels.phone} required type="tel" />
        <TextField form={form} name="email" label={labels.email} required type="email" />
      </div>
    </>
  )
}
