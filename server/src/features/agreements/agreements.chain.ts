import { createHash } from 'node:crypto'
import {
  type AgreementLanguage,
  type AnswerChannel,
  answerActions,
  answerChannels,
} from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { z } from 'zod'
import { canonicalJson, sha256 } from './agreements.evidence.ts'

const text = z.string().nullable()

/** How it was made sure who answered: nothing but the link, a code sent by email, an OpenID provider, or the office, on the phone. */
export const verificationSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('link') }),
  z.object({ method: z.literal('code'), sentTo: z.string() }),
  z.object({ method: z.literal('eid'), issuer: z.string(), subject: z.string(), name: text }),
  z.object({ method: z.literal('office') }),
])

export type Verification = z.output<typeof verificationSchema>

/** Everything that the evidence of an answer covers; its canonical JSON is stored with the answer. */
export const recordSchema = z.object({
  format: z.literal('kontor-evidence-2'),
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
  /** The address that the link was sent to, and the one stored for the contact person when the answer came. */
  link: z.object({ sentTo: text, storedAddress: text }),
  verification: verificationSchema,
  /** `originHash` of the IP address and the browser: they can be erased without touching the evidence. Null on the phone. */
  origin: text,
})

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

const unnamed: Readonly<Record<AgreementLanguage, (channel: AnswerChannel, sentTo: string | null) => string>> = {
  no: (channel, sentTo) =>
    channel === 'phone'
      ? 'Navn ikke oppgitt, svaret ble gitt på telefon'
      : `Navn ikke oppgitt, lenken ble sendt til ${sentTo ?? 'ukjent adresse'}`,
  en: (channel, sentTo) =>
    channel === 'phone'
      ? 'Name not given, the answer was given by phone'
      : `Name not given, the link was sent to ${sentTo ?? 'an unknown address'}`,
}

/** Who answered: the name that was given, or that none was. */
export const answeredByText = (
  {
    name,
    channel,
    sentTo,
  }: { readonly name: string | null; readonly channel: AnswerChannel; readonly sentTo: string | null },
  language: AgreementLanguage,
): string => name ?? unnamed[language](channel, sentTo)
