import { Link } from 'react-router'
import type { EmailLog } from '../emails.api.ts'

/** The paths of the records that mails of a type are about. */
const paths: Readonly<Partial<Record<EmailLog['type'], string>>> = {
  contact: '/admin/kontakter',
  agreement: '/admin/avtaler',
}

/** Shows a mail's recipient, linked to its enquiry or agreement. A mail without content has no link, since that record may be deleted. */
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
