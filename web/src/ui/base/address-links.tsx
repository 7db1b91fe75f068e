import { telAddress } from '../../platform/format.ts'
import { mailAddress } from '../../platform/mail-address.ts'

/** Truncates with an ellipsis in a one-line cell. `overflow: clip`, since `hidden` would move the text off the baseline. */
const look =
  'inline-block max-w-full overflow-clip text-ellipsis py-1 text-ink underline decoration-rule underline-offset-3 hover:decoration-ink print:no-underline'

/** A link that calls a number; plain text if it isn't a phone number. */
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
  <a href={mailAddress(email)} className={`${look} [overflow-wrap:anywhere]`}>
    {email}
  </a>
)

/** Completes the address of a website that was typed with or without its scheme; returns null if the text isn't an address. */
const websiteAddress = (text: string): string | null => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(address) && !/\s/.test(text) ? address : null
}

/** Returns a link that opens a website in a new tab; null if the text isn't an address. */
export const websiteLink = (website: string) => {
  const address = websiteAddress(website)
  return (
    address && (
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-block py-1 underline decoration-rule underline-offset-3 [overflow-wrap:anywhere] hover:decoration-ink"
      >
        {website}
        <span className="sr-only"> (åpnes i ny fane)</span>
      </a>
    )
  )
}
