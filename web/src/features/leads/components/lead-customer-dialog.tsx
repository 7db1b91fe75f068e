import { zodResolver } from '@hookform/resolvers/zod'
import { leadCustomerSchema } from '@kontor/contract/leads/leads.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Lead, useMakeCustomer } from '../leads.api.ts'

/** Once confirmed, makes a lead a customer or links it to the customer with its organisation number. */
export function LeadCustomerDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const makeCustomer = useMakeCustomer()
  const [problem, setProblem] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(leadCustomerSchema),
    defaultValues: { email: lead.email ?? '' },
  })

  const submit = handleSubmit(async ({ email }) => {
    setProblem(null)
    try {
      const { lead: linked, created } = await makeCustomer.mutateAsync({ id: lead.id, email: email ?? '' })
      toast({ title: created ? 'Kunde opprettet' : 'Koblet til kunde', description: linked.company_name })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      showFieldErrors(error, ['email'], setError)
    }
  })

  return (
    <FormDialog
      title={`Gjøre ${lead.company_name} til kunde?`}
      description="Finnes det en kunde med samme organisasjonsnummer, kobles leadet til den. Ellers opprettes en ny."
      dirty={formState.isDirty}
      submitLabel="Gjør til kunde"
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        <Field label="E-post" required hint="En kunde må ha en e-postadresse." error={formState.errors.email?.message}>
          {(control) => <Input {...control} {...register('email')} type="email" autoComplete="off" />}
        </Field>
      </div>
    </FormDialog>
  )
}
