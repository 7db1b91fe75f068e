import { telAddress } from '../platform/format.ts'

const look =
  'inline-block py-1 text-ink underline decoration-rule underline-offset-3 hover:decoration-ink print:no-underline'

/** Renders plain text if it isn't a phone number. */
export function PhoneLink({ phone }: { phone: string }) {
  const href = telAddress(phone)
  if (href === null) return <>{phone}</>
  return (
    <a href={href} className={`${look} whitespace-nowrap`}>
      {phone}
    </a>
  )
}

export const MailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={`${look} [overflow-wrap:anywhere]`}>
    {email}
  </a>
)
