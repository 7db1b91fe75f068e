import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { formatDayInWords, formatLongDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { EditIcon, ReplyIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/states.tsx'
import type { Contact } from '../contacts.api.ts'
import { useDeletion } from './use-deletion.ts'

// Windows truncates a `mailto:` URL at about 2000 encoded characters.
const quotedCharacters = 600

/** A `mailto:` URL that opens the administrator's mail program with a reply that quotes the enquiry. */
const replyAddress = ({ email, subject, message }: Contact): string => {
  const quote = message.slice(0, quotedCharacters).replaceAll(/^/gm, '> ')
  const title = `Sv: ${contactSubjectLabel(subject)}`
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`\n\n${quote}`)}`
}

interface ContactDetailsDialogProps {
  readonly contact: Contact
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

export function ContactDetailsDialog({ contact, onEdit, onDelete, onClose }: ContactDetailsDialogProps) {
  const now = useNow()
  const deletion = useDeletion(contact)
  const facts = [
    { label: 'E-post', value: contact.email },
    { label: 'Bedrift', value: contact.company ?? '–' },
    { label: 'Emne', value: contactSubjectLabel(contact.subject) },
    {
      label: 'Mottatt',
      value: `${formatLongDateTime(contact.createdAt)} (${formatRelative(contact.createdAt, now)})`,
    },
    { label: 'Slettes', value: `${formatDayInWords(deletion.day)} (${deletion.inDays})` },
  ]
  const footer = (
    <>
      <Button variant="quiet" onClick={onDelete} className="mr-auto max-sm:px-2">
        <TrashIcon /> Slett
      </Button>
      <Button onClick={onEdit} className="max-sm:px-2.5">
        <EditIcon /> Rediger
      </Button>
      <Button asChild variant="primary" className="max-sm:px-2.5">
        <a href={replyAddress(contact)}>
          <ReplyIcon /> Svar på e-post
        </a>
      </Button>
    </>
  )
  return (
    <Dialog title={contact.name} onClose={onClose} footer={footer}>
      {contact.suspect && (
        <div className="mb-5">
          <Notice tone="warning">
            Spamkontrollen holdt denne tilbake: den er lagret, men ingen e-post er sendt, verken til avsenderen eller
            til dere.
          </Notice>
        </div>
      )}
      <Facts facts={facts} />
      <p className="mt-5 whitespace-pre-wrap border-rule border-t pt-5 text-[0.9375rem] leading-relaxed [overflow-wrap:anywhere]">
        {contact.message}
      </p>
    </Dialog>
  )
}
