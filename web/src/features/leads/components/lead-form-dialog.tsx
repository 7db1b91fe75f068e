import { zodResolver } from '@hookform/resolvers/zod'
import { leadFormSchema } from '@kontor/contract/leads/leads.schema'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { formatDay } from '../../../platform/format/days.ts'
import { formatNumber } from '../../../platform/format.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { FillFromRegister } from '../../company-register/components/fill-from-register.tsx'
import { conflictingLead, type Lead, useCreateLead, useUpdateLead } from '../leads.api.ts'
import { activeText } from './lead-cells.tsx'
import { LeadFields } from './lead-fields.tsx'
import {
  applyRegisterCheck,
  type EditableField,
  editableLabels,
  filledByRegister,
  type LeadFormValues,
  proposeValues,
  valuesOf,
} from './lead-form-values.ts'
import { LeadHistory } from './lead-history.tsx'
import { LeadRegister } from './lead-register.tsx'

/** The server's or the thrown message if there is one, otherwise `fallback`. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && !error.explained ? fallback : errorText(error)

const textOf = (field: EditableField, value: unknown): string => {
  if (field === 'customer_active') return activeText(value === true ? true : value === false ? false : null)
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (field === 'established_date' || field === 'registration_date') return value ? formatDay(String(value)) : ''
  if (typeof value === 'number') return formatNumber(value)
  return value === null || value === undefined ? '' : String(value)
}

interface LeadFormDialogProps {
  /** Creates a new lead if omitted. */
  readonly lead?: Lead
  readonly onBecameCustomer: (lead: Lead) => void
  readonly onClose: () => void
}

/** Creates or edits a lead; the company register fills in empty fields. */
export function LeadFormDialog({ lead, onBecameCustomer, onClose }: LeadFormDialogProps) {
  const create = useCreateLead()
  const update = useUpdateLead()
  const form = useForm({ resolver: zodResolver(leadFormSchema), defaultValues: valuesOf(lead) })
  const { control, formState, getValues, setValue } = form
  const name = useWatch({ control, name: 'company_name' })

  const { submit, conflict, notices } = useSaving({
    form,
    labels: editableLabels,
    valuesOf,
    textOf,
    conflictIn: conflictingLead,
    save: async (changes) => {
      const saved = await (lead ? update.mutateAsync({ id: lead.id, changes }) : create.mutateAsync(changes))
      const title = lead ? 'Lead oppdatert vellykket' : 'Lead opprettet vellykket'
      toast({ title, description: saved.company_name })
      onClose()
      if (saved.status === 'Kunde' && lead?.status !== 'Kunde' && saved.customer_id === null) onBecameCustomer(saved)
    },
    onFailure: (error) => {
      const description = failureText(error, lead ? 'Kunne ikke oppdatere lead' : 'Kunne ikke opprette lead')
      toastFailure(description)
    },
  })

  const fill = (values: Partial<Record<keyof typeof filledByRegister, string | number | boolean>>) => {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    // The register proposes a value of the field's type.
    for (const [field, value] of Object.entries(values)) {
      setValue(field as keyof typeof filledByRegister, value as LeadFormValues[keyof typeof filledByRegister], options)
    }
  }

  return (
    <FormDialog
      title={lead ? 'Rediger lead' : 'Nytt lead'}
      width="full"
      dirty={formState.isDirty}
      incomplete={!name?.trim()}
      submitLabel={conflict ? 'Lagre likevel' : 'Lagre'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        {notices}
        {lead && (
          <LeadRegister
            lead={lead}
            onBecomeCustomer={() => {
              onClose()
              onBecameCustomer(lead)
            }}
            canLeave={!formState.isDirty}
            onChecked={(checked) => applyRegisterCheck(form, conflict ?? lead, checked)}
          />
        )}
        <FillFromRegister labels={filledByRegister} current={() => getValues()} propose={proposeValues} onFill={fill} />
        <LeadFields form={form} lead={lead} />
        {lead && <LeadHistory id={lead.id} />}
      </div>
    </FormDialog>
  )
}
