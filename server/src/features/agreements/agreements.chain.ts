import { createHash } from 'node:crypto'
import {
  type AgreementLanguage,
  type AnswerChannel,
  answerActions,
  answerChannels,
  unnamedOnPhone,
} from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { z } from 'zod'
import { canonicalJson, sha256 } from './agreements.evidence.ts'

const text = z.string().nullable()

/** How the answerer was verified: by the link alone, a code sent by email, an OpenID provider, or the office on the phone. */
export const verificationSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('link') }),
  z.object({ method: z.literal('code'), sentTo: z.string() }),
  z.object({
    method: z.literal('eid'),
    issuer: z.string(),
    subject: z.string(),
    name: text,
    /** SHA-256, in hex, of the provider's ID token, and of the canonical JSON of the key that verified it. */
    idToken: z.object({ sha256: z.string(), keySha256: z.string() }).optional(),
  }),
  z.object({ method: z.literal('office') }),
])

export type Verification = z.output<typeof verificationSchema>

const commonFields = {
  /** The answer's place in the chain over all answers, from 1, and the evidence of the one before it. */
  number: z.int(),
  previous: text,
  /** The text that was answered: its agreement, its number and the SHA-256 of its canonical JSON. */
  agreement: z.object({ id: z.uuid(), reference: z.string(), text: z.int(), sha256: z.string() }),
  answer: z.object({
    action: z.enum(keysOf(answerActions)),
    channel: z.enum(keysOf(answerChannels)),
    message: text,
    name: text,
  }),
  /** The server's time. */
  answeredAt: z.string(),
  verification: verificationSchema,
  /** `originHash` of the IP address and the browser: they can be erased without touching the evidence. Null on the phone. */
  origin: text,
}

/** A mail that took the link to somebody; an address that was erased before the answer is null. */
const sendingSchema = z.object({ to: text, cc: z.array(z.string()), at: z.string() })

/** Everything that the evidence of an answer covers; its canonical JSON is stored with the answer. */
export const recordSchema = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('kontor-evidence-2'),
    ...commonFields,
    /** The address that the agreement was last sent to, and the one stored for the contact person when the answer came. */
    link: z.object({ sentTo: text, storedAddress: text }),
  }),
  z.object({
    format: z.literal('kontor-evidence-3'),
    ...commonFields,
    /** The mails that took this very link to somebody; none when it was only copied. */
    link: z.object({ sendings: z.array(sendingSchema), storedAddress: text }),
  }),
])

export type EvidenceRecord = z.output<typeof recordSchema>

export const parseRecord = (content: string): EvidenceRecord => recordSchema.parse(JSON.parse(content))

/** SHA-256, in hex, of the canonical JSON of a record. */
export const recordEvidence = (record: EvidenceRecord): string => sha256(canonicalJson(record))

interface Link {
  readonly number: number
  readonly evidence: string
  readonly previous: string | null
}

/** What the key signs: a link of the chain. Needs no record, so that a deleted agreement leaves no gap. */
export const chainStatement = ({ number, evidence, previous }: Link): string =>
  canonicalJson({ format: 'kontor-chain-1', number, evidence, previous })

/** What a timestamp confirms: that this signature of this statement existed. */
export const timestampedText = (link: Link, signature: string): string => `${chainStatement(link)}\n${signature}`

/** SHA-256, in hex, of where a request came from; the salt keeps it from being guessed. */
export const originHash = (origin: { address: string; userAgent: string | null; salt: string }): string =>
  createHash('sha256').update(canonicalJson(origin)).digest('hex')

/** Whom a link reached by mail: an erased address is null. */
export interface LinkReach {
  readonly to: readonly (string | null)[]
  readonly cc: readonly string[]
}

const distinct = <Address extends string | null>(addresses: readonly Address[]): Address[] => [
  ...new Map(addresses.map((address) => [address?.toLowerCase(), address])).values(),
]

/** Each address once: a recipient of the mail isn't listed again for a copy. */
export const reachOf = (sendings: readonly z.output<typeof sendingSchema>[]): LinkReach => {
  const to = distinct(sendings.map((sending) => sending.to))
  const addressed = new Set(to.map((address) => address?.toLowerCase()))
  const cc = distinct(sendings.flatMap((sending) => sending.cc))
  return { to, cc: cc.filter((address) => !addressed.has(address.toLowerCase())) }
}

/** Null if the record doesn't say. */
export const reachIn = ({ format, link }: EvidenceRecord): LinkReach | null => {
  if (format === 'kontor-evidence-3') return reachOf(link.sendings)
  return link.sentTo === null ? null : { to: [link.sentTo], cc: [] }
}

const linkWords = {
  no: {
    unknown: 'ble sendt til ukjent adresse',
    copied: 'ble kopiert, ikke sendt',
    sent: 'ble sendt til',
    copy: 'kopi til',
    erased: 'en adresse som er slettet',
    and: 'og',
  },
  en: {
    unknown: 'was sent to an unknown address',
    copied: 'was copied, not sent',
    sent: 'was sent to',
    copy: 'with a copy to',
    erased: 'an address that has been erased',
    and: 'and',
  },
} as const

/** How the link came to the customer; completes "The link …". */
export const linkText = (reach: LinkReach | null, language: AgreementLanguage): string => {
  const words = linkWords[language]
  if (!reach) return words.unknown
  if (reach.to.length === 0) return words.copied
  const list = (addresses: LinkReach['to']): string =>
    addresses.map((address) => address ?? words.erased).join(` ${words.and} `)
  const copies = reach.cc.length > 0 ? `, ${words.copy} ${list(reach.cc)}` : ''
  return `${words.sent} ${list(reach.to)}${copies}`
}

const answererWords = {
  no: {
    unnamed: 'Navn ikke oppgitt, lenken',
    codeTo: 'koden ble sendt til',
    identified: 'identifisert med eID',
    identifiedUnnamed: 'Identifisert med eID, uten navn',
    typed: 'oppga navnet',
  },
  en: {
    unnamed: 'Name not given, the link',
    codeTo: 'the code was sent to',
    identified: 'identified by eID',
    identifiedUnnamed: 'Identified by eID, without a name',
    typed: 'gave the name',
  },
} as const

/** Who answered, and how that is known. */
export interface Answerer {
  /** As it was typed. */
  readonly name: string | null
  readonly channel: AnswerChannel
  readonly reach: LinkReach | null
  readonly verification: Verification
}

/** Who answered: whom the eID identified, else the name that was given, or that none was. */
export const answeredByText = (
  { name, channel, reach, verification }: Answerer,
  language: AgreementLanguage,
): string => {
  const words = answererWords[language]
  if (channel === 'phone') return name ?? unnamedOnPhone[language]
  if (verification.method === 'eid') {
    const identified = verification.name ? `${verification.name}, ${words.identified}` : words.identifiedUnnamed
    return name === null || name === verification.name ? identified : `${identified}; ${words.typed} ${name}`
  }
  if (name !== null) return name
  const code = verification.method === 'code' ? `, ${words.codeTo} ${verification.sentTo}` : ''
  return `${words.unnamed} ${linkText(reach, language)}${code}`
}
