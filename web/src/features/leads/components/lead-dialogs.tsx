import type { Lead } from '../leads.api.ts'
import { LeadCustomerDialog } from './lead-customer-dialog.tsx'
import { LeadDeletion } from './lead-deletion.tsx'
import { LeadFormDialog } from './lead-form-dialog.tsx'
import { LeadImport } from './lead-import.tsx'

/** The one dialog that is open over the list. */
export type OpenDialog =
  | { readonly kind: 'create' | 'import' }
  | { readonly kind: 'edit' | 'customer'; readonly lead: Lead }
  | { readonly kind: 'delete'; readonly ids: readonly number[]; readonly name: string | undefined }

interface LeadDialogsProps {
  readonly dialog: OpenDialog | null
  readonly onChange: (dialog: OpenDialog | null) => void
  /** Those that could not be deleted, and why; null when all are gone. */
  readonly onDeleted: (left: readonly number[], problem: string | null) => void
}

export function LeadDialogs({ dialog, onChange, onDeleted }: LeadDialogsProps) {
  const close = () => onChange(null)
  const askForCustomer = (lead: Lead) => onChange({ kind: 'customer', lead })
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <LeadFormDialog onBecameCustomer={askForCustomer} onClose={close} />
    case 'edit':
      return <LeadFormDialog lead={dialog.lead} onBecameCustomer={askForCustomer} onClose={close} />
    case 'customer':
      return <LeadCustomerDialog lead={dialog.lead} onClose={close} />
    case 'import':
      return <LeadImport onClose={close} />
    case 'delete': {
      const done = (left: readonly number[], problem: string | null) => {
        close()
        onDeleted(left, problem)
      }
      return <LeadDeletion ids={dialog.ids} name={dialog.name} onDone={done} onCancel={close} />
    }
  }
}
