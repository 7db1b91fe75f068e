import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import type { Contact } from '../contacts.api.ts'
import { ContactDeleteDialog } from './contact-delete-dialog.tsx'
import { ContactDetailsDialog } from './contact-details-dialog.tsx'
import { ContactEditDialog } from './contact-edit-dialog.tsx'

/** The dialog that is open over the list. */
export type OpenDialog =
  | { readonly kind: 'details'; readonly contact: Contact }
  | { readonly kind: 'edit'; readonly contact: Contact }
  | { readonly kind: 'delete'; readonly contacts: readonly Contact[] }

interface ContactDialogsProps {
  readonly dialog: OpenDialog | null
  readonly onChange: (dialog: OpenDialog | null) => void
  readonly onDeleted: (outcome: DeleteOutcome) => void
}

export function ContactDialogs({ dialog, onChange, onDeleted }: ContactDialogsProps) {
  const close = () => onChange(null)
  if (dialog === null) return null
  if (dialog.kind === 'edit') return <ContactEditDialog contact={dialog.contact} onClose={close} />
  if (dialog.kind === 'delete') {
    const done = (outcome: DeleteOutcome) => {
      close()
      onDeleted(outcome)
    }
    return <ContactDeleteDialog contacts={dialog.contacts} onDone={done} onCancel={close} />
  }
  const { contact } = dialog
  return (
    <ContactDetailsDialog
      contact={contact}
      onEdit={() => onChange({ kind: 'edit', contact })}
      onDelete={() => onChange({ kind: 'delete', contacts: [contact] })}
      onClose={close}
    />
  )
}
