import type { ReactNode } from 'react'
import { type Language, useLanguage } from '../../platform/i18n.tsx'
import { useCompany } from '../../platform/site-content.ts'
import { EmailLink, PhoneLink } from './contact-lines.tsx'
import { ExternalLink } from './external-link.tsx'

const link = 'underline'

/** The Norwegian Data Protection Authority, as the texts name it. */
const authority = 'datatilsynet.no'
const authorityUrls: Readonly<Record<Language, string>> = {
  no: 'https://www.datatilsynet.no/',
  en: 'https://www.datatilsynet.no/en/',
}

/** Splits a text so that each of `terms` is a part of its own. */
const splitAround = (text: string, terms: readonly string[]): string[] =>
  terms.reduce(
    (parts, term) =>
      parts.flatMap((part) => part.split(term).flatMap((piece, index) => (index === 0 ? [piece] : [term, piece]))),
    [text],
  )

/** A text with links for the e-mail address, the phone number and the authority. The organisation number stays on one line. */
export function LinkedText({ children }: { children: string }) {
  const { language } = useLanguage()
  const company = useCompany()
  const links: ReadonlyMap<string, ReactNode> = new Map([
    [company.email, <EmailLink key="email" className={link} />],
    [
      company.organizationNumber,
      <span key="number" className="whitespace-nowrap">
        {company.organizationNumber}
      </span>,
    ],
    [company.phone, <PhoneLink key="phone" className={link} />],
    [
      authority,
      <ExternalLink key="authority" href={authorityUrls[language]} className={link}>
        {authority}
      </ExternalLink>,
    ],
  ])
  return splitAround(children, [...links.keys()]).map((part) => links.get(part) ?? part)
}
