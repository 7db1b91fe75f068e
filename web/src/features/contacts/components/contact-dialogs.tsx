import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { UndoHint } from '../../../platform/undo-hint.tsx'
import { DeleteManyDialog } from '../../../ui/dialog/delete-many-dialog.tsx'
import { type Contact, useDeleteContacts } from '../contacts.api.ts'
import { ContactEditDialog } from './contact-edit-dialog.tsx'

export type OpenDialog =
  | { readonly kind: 'edit'; readonly contact: Contact }
  | { readonly kind: 'delete'; readonly contacts: readonly Contact[] }

const deletionTexts = {
  one: 'henvendelse',
  many: 'henvendelser',
  the: 'henvendelsen',
  failedOne: 'Kunne ikke slette henvendelsen.',
  failedMany: 'Kunne ikke slette henvendelser',
}

interface ContactDialogsProps {
  readonly dialog: OpenDialog | null
  readonly onClose: () => void
  readonly onDeleted: (outcome: DeleteOutcome, problem: string | null) => void
}

/** Shows the open dialog of the list or of an open enquiry. */
export function ContactDialogs({ dialog, onClose, onDeleted }: ContactDialogsProps) {
  const remove = useDeleteContacts()
  if (dialog?.kind === 'edit') return <ContactEditDialog contact={dialog.contact} onClose={onClose} />
  if (dialog?.kind !== 'delete') return null
  return (
    <DeleteManyDialog
      count={dialog.contacts.length}
      kind="enquiries"
      texts={deletionTexts}
      remove={(onProgress) => remove.mutateAsync({ contacts: dialog.contacts, onProgress })}
      onDone={onDeleted}
      onCancel={onClose}
    >
      {dialog.contacts.length === 1 ? (
        <>
          Henvendelsen fra <strong className="font-semibold text-ink">{dialog.contacts[0]?.name}</strong> blir slettet.
        </>
      ) : (
        'De valgte henvendelsene blir slettet.'
      )}{' '}
      <UndoHint />
    </DeleteManyDialog>
  )
}
