const look =
  'inline-block py-1 text-ink underline decoration-rule underline-offset-3 hover:decoration-ink print:no-underline'

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replaceAll(' ', '')}`} className={`${look} whitespace-nowrap`}>
    {phone}
  </a>
)

export const MailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${email}`} className={`${look} [overflow-wrap:anywhere]`}>
    {email}
  </a>
)
