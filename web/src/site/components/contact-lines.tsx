import { mailAddress } from '../../platform/mail-address.ts'
import { useCompany } from '../../platform/site-content.ts'

interface ContactLinkProps {
  readonly className: string
}

export function PhoneLink({ className }: ContactLinkProps) {
  const { phone } = useCompany()
  return (
    <a href={`tel:${phone.replaceAll(' ', '')}`} className={`whitespace-nowrap ${className}`}>
      {phone}
    </a>
  )
}

export function EmailLink({ className }: ContactLinkProps) {
  const { email } = useCompany()
  return (
    <a href={mailAddress(email)} className={`wrap-anywhere ${className}`}>
      {email}
    </a>
  )
}

/** Breaks lines between street and place, and elsewhere only if necessary. */
export function PostalAddress() {
  const company = useCompany()
  return (
    <>
      {company.street},{' '}
      <span className="inline-block">
        {company.postCode} {company.city}
      </span>
    </>
  )
}

const link = 'inline-flex min-h-[2.125rem] items-center underline underline-offset-4 hover:decoration-2'

/** A term of a description list on the dark background. */
export const termOnFjord = 'text-on-fjord-soft text-small'

/** An entry of a description list on the dark background: one line on a phone. */
export const lineOnFjord = 'grid grid-cols-[4.5rem_1fr] items-baseline sm:block'

/** The first two entries of such a description list: phone and e-mail. */
export function ContactLines({ phone, email }: { readonly phone: string; readonly email: string }) {
  return (
    <>
      <div className={lineOnFjord}>
        <dt className={termOnFjord}>{phone}</dt>
        <dd>
          <PhoneLink className={link} />
        </dd>
      </div>
      <div className={lineOnFjord}>
        <dt className={termOnFjord}>{email}</dt>
        <dd>
          <EmailLink className={link} />
        </dd>
      </div>
    </>
  )
}
