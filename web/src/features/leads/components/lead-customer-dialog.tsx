import { zodResolver } from '@hookform/resolvers/zod'
import { leadCustomerSchema } from '@kontor/contract/leads/leads.schema'
import { useForm } from 'react-hook-form'
import { TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type Lead, useMakeCustomer } from '../leads.api.ts'

/** Once confirmed, makes a lead a customer or links it to the customer with its organisation number. */
export function LeadCustomerDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const makeCustomer = useMakeCustomer()
  const form = useForm({ resolver: zodResolver(leadCustomerSchema), defaultValues: { email: lead.email ?? '' } })
  const saving = useSaving({
    form,
    labels: { email: 'E-post' },
    save: async ({ email }) => {
      const { lead: linked, created } = await makeCustomer.mutateAsync({ id: lead.id, email: email ?? '' })
      toast({ title: created ? 'Kunde opprettet' : 'Koblet til kunde', description: linked.company_name })
      onClose()
    },
  })
  return (
    <SaveDialog
      saving={saving}
      title={`Gjøre ${lead.company_name} til kunde?`}
      description="Finnes det en kunde med samme organisasjonsnummer, kobles leadet til den. Ellers opprettes en ny."
      submitLabel="Gjør til kunde"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        label="E-post"
        type="email"
        required
        hint="En kunde må ha en e-postadresse."
      />
    </SaveDialog>
  )
}
