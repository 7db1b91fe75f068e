import type { Customer } from '../customers.api.ts'
import { ContactPersonsDialog } from './contact-persons-dialog.tsx'
import { CustomerDeleteDialog } from './customer-delete-dialog.tsx'
import { CustomerDetailsDialog } from './customer-details-dialog.tsx'
import { CustomerFormDialog } from './customer-form-dialog.tsx'
import { CustomerImport } from './customer-import.tsx'

/** The dialog that is open over the list. */
export type OpenDialog =
  | { readonly kind: 'create' | 'import' }
  | { readonly kind: 'details' | 'contacts' | 'edit' | 'delete'; readonly customer: Customer }

interface CustomerDialogsProps {
  readonly dialog: OpenDialog | null
  readonly customers: readonly Customer[]
  readonly onChange: (dialog: OpenDialog | null) => void
  readonly onDeleted: (problem: string | null) => void
}

export function CustomerDialogs({ dialog, customers, onChange, onDeleted }: CustomerDialogsProps) {
  const close = () => onChange(null)
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <CustomerFormDialog customers={customers} onClose={close} />
    case 'import':
      return <CustomerImport onClose={close} />
    case 'edit':
      return <CustomerFormDialog customer={dialog.customer} customers={customers} onClose={close} />
    case 'contacts':
      return <ContactPersonsDialog customer={dialog.customer} onClose={close} />
    case 'delete':
      return <CustomerDeleteDialog customer={dialog.customer} onDone={onDeleted} onCancel={close} />
    case 'details':
      return (
        <CustomerDetailsDialog
          customer={dialog.customer}
          onOpenDialog={(kind) => onChange({ kind, customer: dialog.customer })}
          onClose={close}
        />
      )
  }
}
