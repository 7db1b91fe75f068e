import { Link } from 'react-router'
import type { EmailLog } from '../emails.api.ts'

/** The beginning of a record's path, by the type of the mails about the record. */
const paths: Readonly<Partial<Record<EmailLog['type'], string>>> = {
  contact: '/admin/kontakter',
  agreement: '/admin/avtaler',
}

/** Shows a mail's recipient, linked to its enquiry or agreement. A mail without content has no link: its record may have been deleted. */
export function Recipient({ log: { to, type, relatedId, hasContent } }: { log: EmailLog }) {
  const path = paths[type]
  if (path === undefined || relatedId === null || !hasContent) return to
  return (
    <Link
      to={`${path}/${relatedId}`}
      className="rounded-sm underline decoration-rule underline-offset-3 hover:decoration-ink"
    >
      {to}
    </Link>
  )
}
