import { Link } from 'react-router'
import type { EmailLog } from '../emails.api.ts'

/** The records that mails of a type are about. */
const paths: Readonly<Partial<Record<EmailLog['type'], string>>> = {
  contact: '/admin/kontakter',
  agreement: '/admin/avtaler',
}

/** Shows a mail's recipient, linked to the enquiry or agreement that caused it. Deleting an enquiry also deletes the content of its mails. */
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
