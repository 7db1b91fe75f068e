import type { AgreementLanguage } from '@kontor/contract/agreements/agreements.rules'
import { distinctAddresses, isSameAddress } from '@kontor/contract/shared/email-addresses'

/** A mail that contained a link; an erased address is null. */
export interface Sending {
  readonly to: string | null
  readonly cc: readonly string[]
}

/** The people to whom a link was mailed. */
export interface LinkRecipients {
  readonly to: readonly (string | null)[]
  readonly cc: readonly string[]
}

/** Each address once: a recipient of the mail isn't listed again for a copy. */
export const reachOf = (sendings: readonly Sending[]): LinkRecipients => {
  const to = distinctAddresses(sendings.map((sending) => sending.to))
  const cc = distinctAddresses(sendings.flatMap((sending) => sending.cc))
  return { to, cc: cc.filter((address) => !to.some((one) => isSameAddress(one, address))) }
}

const words = {
  no: {
    copied: 'ble kopiert, ikke sendt',
    sent: 'ble sendt til',
    copy: 'kopi til',
    erased: 'en adresse som er slettet',
    and: 'og',
  },
  en: {
    copied: 'was copied, not sent',
    sent: 'was sent to',
    copy: 'with a copy to',
    erased: 'an address that has been erased',
    and: 'and',
  },
} as const

/** Describes how the customer got the link. Completes a sentence that begins with "The link". */
export const linkText = ({ to, cc }: LinkRecipients, language: AgreementLanguage): string => {
  const { copied, sent, copy, erased, and } = words[language]
  if (to.length === 0) return copied
  const list = (addresses: LinkRecipients['to']): string =>
    addresses.map((address) => address ?? erased).join(` ${and} `)
  return `${sent} ${list(to)}${cc.length > 0 ? `, ${copy} ${list(cc)}` : ''}`
}
