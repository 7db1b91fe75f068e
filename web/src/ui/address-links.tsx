import { telAddress } from '../platform/format.ts'

/** Ends with an ellipsis in a cell of one line; clipped, not hidden, to stay on the text's baseline. */
const look =
  'inline-block max-w-full overflow-clip text-ellipsis py-1 text-ink underline decoration-rule underline-offset-3 hover:decoration-ink print:no-underline'

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
