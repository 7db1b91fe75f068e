import { zodResolver } from '@hookform/resolvers/zod'
import { leadCustomerSchema } from '@kontor/contract/leads/leads.schema'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import type { Lead } from '../leads.api.ts'
import { leadCustomerQuery, useMakeCustomer } from '../leads.customers.api.ts'
import { previewText } from './lead-customer-preview.ts'

/** Shows which customer the lead becomes. Once the user confirms, creates or links that customer. */
export function LeadCustomerDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const preview = useQuery(leadCustomerQuery(lead.id))
  const makeCustomer = useMakeCustomer()
  const form = useForm({ resolver: zodResolver(leadCustomerSchema), defaultValues: { email: lead.email ?? '' } })
  const saving = useSaving({
    form,
    labels: { email: 'E-post' },
    save: async ({ email }) => {
      const seen = preview.data && { customer_id: preview.data.customer?.id ?? null }
      const { lead: linked, created } = await makeCustomer.mutateAsync({ id: lead.id, email: email ?? '', ...seen })
      toast({ title: created ? 'Kunde opprettet' : 'Koblet til kunde', description: linked.company_name })
      onClose()
    },
    onFailure: () => void preview.refetch(),
  })
  const isLinked = Boolean(preview.data?.customer)
  return (
    <SaveDialog
      saving={saving}
      title={`Gjøre ${lead.company_name} til kunde?`}
      description="Notater og kontaktperson følger med. Leadet får statusen «Kunde»."
      submitLabel="Gjør til kunde"
      incomplete={preview.isPending}
      onClose={onClose}
    >
      <p role="status" className="text-sm [overflow-wrap:anywhere]">
        {preview.isPending && 'Ser etter kunden …'}
        {preview.error && `Kunne ikke se etter om kunden finnes fra før. ${errorText(preview.error)}`}
        {preview.data && previewText(lead, preview.data)}
      </p>
      <TextField
        form={form}
        name="email"
        label="E-post"
        type="email"
        required={!isLinked}
        hint={isLinked ? 'Brukes på kontaktpersonen.' : 'En kunde må ha en e-postadresse.'}
      />
    </SaveDialog>
  )
}
