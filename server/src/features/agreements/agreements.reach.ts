import type { AgreementLanguage } from '@kontor/contract/agreements/agreements.rules'
import { distinctAddresses, isSameAddress } from '@kontor/contract/shared/email-addresses'

/** The addresses of one mail with the link; null if erased. */
export interface Sending {
  readonly to: string | null
  readonly cc: readonly string[]
}

/** The people to whom a link was mailed. */
export interface LinkRecipients {
  readonly to: readonly (string | null)[]
  readonly cc: readonly string[]
}

/** Returns each address once: in `cc` only if no mail was addressed to it. */
export const reachOf = (sendings: readonly Sending[]): LinkRecipients => {
  const to = distinctAddresses(sendings.map((sending) => sending.to))
  const cc = distinctAddresses(sendings.flatMap((sending) => sending.cc))
  return { to, cc: cc.filter((address) => !to.some((one) => isSameAddress(one, address))) }
}

/** Returns a function that chooses the Norwegian or the English text. */
export const sayIn =
  (language: AgreementLanguage) =>
  (no: string, en: string): string =>
    ({ no, en })[language]

export type Say = ReturnType<typeof sayIn>

/** Describes how the customer got the link. Completes a sentence that begins with "The link". */
export const linkText = ({ to, cc }: LinkRecipients, language: AgreementLanguage): string => {
  const say = sayIn(language)
  if (to.length === 0) return say('ble kopiert, ikke sendt', 'was copied, not sent')
  const erased = say('en adresse som er slettet', 'an address that has been erased')
  const list = (addresses: LinkRecipients['to']): string =>
    addresses.map((address) => address ?? erased).join(say(' og ', ' and '))
  const copies = cc.length > 0 ? `, ${say('kopi til', 'with a copy to')} ${list(cc)}` : ''
  return `${say('ble sendt til', 'was sent to')} ${list(to)}${copies}`
}
