import type { Lead } from '../leads.api.ts'
import { LeadCustomerDialog } from './lead-customer-dialog.tsx'
import { LeadCustomersDialog } from './lead-customers-dialog.tsx'
import { LeadDeletion } from './lead-deletion.tsx'
import { LeadFormDialog } from './lead-form-dialog.tsx'
import { LeadImport } from './lead-import.tsx'

/** The one dialog that is open over the list. */
export type OpenDialog =
  | { readonly kind: 'create' | 'import' }
  | { readonly kind: 'edit'; readonly lead: Lead }
  /** Leads to make customers; at least one. */
  | { readonly kind: 'customers'; readonly leads: readonly Lead[] }
  | { readonly kind: 'delete'; readonly ids: readonly number[]; readonly name: string | undefined }

interface LeadDialogsProps {
  readonly dialog: OpenDialog | null
  readonly onClose: () => void
  readonly onBecameCustomer: (lead: Lead) => void
  /** Shows an error message. */
  readonly onProblem: (problem: string) => void
  /** Gets the leads that were not deleted and the error message; null if all were deleted. */
  readonly onDeleted: (remaining: readonly number[], problem: string | null) => void
}

export function LeadDialogs({ dialog, onClose, onBecameCustomer, onProblem, onDeleted }: LeadDialogsProps) {
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <LeadFormDialog onBecameCustomer={onBecameCustomer} onClose={onClose} />
    case 'edit':
      return <LeadFormDialog lead={dialog.lead} onBecameCustomer={onBecameCustomer} onClose={onClose} />
    case 'customers': {
      const [lead, another] = dialog.leads
      if (!lead) return null
      // Gives each of several offers in a row its own form.
      const key = lead.id
      if (!another) return <LeadCustomerDialog key={key} lead={lead} onClose={onClose} />
      const done = (problem: string | null) => {
        onClose()
        if (problem !== null) onProblem(problem)
      }
      return <LeadCustomersDialog key={key} leads={dialog.leads} onClose={done} />
    }
    case 'import':
      return <LeadImport onClose={onClose} />
    case 'delete': {
      const done = (remaining: readonly number[], problem: string | null) => {
        onClose()
        onDeleted(remaining, problem)
      }
      return <LeadDeletion ids={dialog.ids} name={dialog.name} onDone={done} onCancel={onClose} />
    }
  }
}
