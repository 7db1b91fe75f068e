import { Link } from 'react-router'
import type { EmailLog } from '../emails.api.ts'

/** The paths of the records that mails of a type are about. */
const paths: Readonly<Partial<Record<EmailLog['type'], string>>> = {
  contact: '/admin/kontakter',
  agreement: '/admin/avtaler',
}

/** Shows a mail's recipient, linked to the enquiry or agreement that caused it. Without content, that may be deleted, so there is no link. */
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
