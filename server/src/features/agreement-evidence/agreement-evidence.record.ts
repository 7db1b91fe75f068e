import {
  type AgreementLanguage,
  answerActions,
  answerChannels,
  unnamedOnPhone,
} from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { z } from 'zod'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { type LinkRecipients, linkText, sayIn } from '../agreements/agreements.reach.ts'
import { type Snapshot, snapshotSchema } from '../agreements/agreements.snapshot.ts'

const text = z.string().nullable()

/** The way the answerer was verified: by the link alone, a code sent by email, an OpenID provider, or an employee on the phone. */
const verificationSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('link') }),
  z.object({ method: z.literal('code'), sentTo: z.string() }),
  z.object({
    method: z.literal('eid'),
    issuer: z.string(),
    subject: z.string(),
    name: text,
    /** `audience` is the client that the ID token is for, `salt` the random part of its nonce; absent in answers of the older form. */
    audience: z.string().optional(),
    salt: z.string().optional(),
    /** SHA-256, in hex, of the provider's ID token, and of the canonical JSON of the key that verified it. */
    idToken: z.object({ sha256: z.string(), keySha256: z.string() }).optional(),
  }),
  z.object({ method: z.literal('office') }),
])

export type Verification = z.output<typeof verificationSchema>

/** The evidence of an answer, without the parts that can be erased. Stored and signed as canonical JSON. */
export const recordSchema = z.object({
  format: z.literal('kontor-answer-1'),
  /** Counts the answers to all agreements, from 1 without gaps. */
  number: z.int(),
  /** The answered text, and the time at which it was stored. */
  agreement: snapshotSchema,
  frozenAt: z.string(),
  /** `named` if the answer named this text (`If-Match`), `newest` if it named none and this was the newest. */
  read: z.enum(['named', 'newest']),
  answer: z.object({
    action: z.enum(keysOf(answerActions)),
    channel: z.enum(keysOf(answerChannels)),
    message: text,
    name: text,
  }),
  /** The time of the answer by the server's clock. */
  answeredAt: z.iso.datetime(),
  /** `sendings` are the mails that contained the link, none if it was only copied; `storedAddress` is the contact person's address. */
  link: z.object({
    sendings: z.array(z.object({ to: text, cc: z.array(z.string()), at: z.string() })),
    storedAddress: text,
  }),
  verification: verificationSchema,
  /** `originHash` of the IP address and the browser; null for an answer by phone. */
  origin: text,
  /** Fingerprints of the certificates that may seal this record's PDF, and the version of its layout. */
  certificates: z.array(z.string()),
  drawing: z.int(),
  /** Only in the renewed record of an older answer: its older evidence, and the fault found in it at the renewal. */
  earlier: z.object({ evidence: z.string(), record: text, signature: text, timestamp: text, fault: text }).optional(),
})

export type EvidenceRecord = z.output<typeof recordSchema>

export const parseRecord = (content: string): EvidenceRecord => recordSchema.parse(JSON.parse(content))

/** Returns the SHA-256, in hex, of a request's IP address and browser; the salt keeps them from being guessed. */
export const originHash = (origin: { address: string; userAgent: string | null; salt: string }): string =>
  sha256(canonicalJson(origin))

/** Returns the nonce that the provider signs, so that the identification is valid for this text only. */
export const nonceOf = (agreement: Snapshot, salt: string): string =>
  sha256(canonicalJson({ text: sha256(canonicalJson(agreement)), salt }))

/** Returns the answerer in words: the person that the eID identified, else the given name, else a sentence that no name was given. */
export const answeredByText = (
  { answer: { name, channel }, verification }: Pick<EvidenceRecord, 'answer' | 'verification'>,
  reach: LinkRecipients,
  language: AgreementLanguage,
): string => {
  const say = sayIn(language)
  if (channel === 'phone') return name ?? unnamedOnPhone[language]
  if (verification.method === 'eid') {
    const known = verification.name
      ? `${verification.name}, ${say('identifisert med eID', 'identified by eID')}`
      : say('Identifisert med eID, uten navn', 'Identified by eID, without a name')
    return name === null || name === verification.name
      ? known
      : `${known}; ${say('oppga navnet', 'gave the name')} ${name}`
  }
  if (name !== null) return name
  const sentTo = say('koden ble sendt til', 'the code was sent to')
  const code = verification.method === 'code' ? `, ${sentTo} ${verification.sentTo}` : ''
  return `${say('Navn ikke oppgitt, lenken', 'Name not given, the link')} ${linkText(reach, language)}${code}`
}
