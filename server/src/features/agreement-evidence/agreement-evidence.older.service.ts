import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { listServerKeys } from '../../platform/database/servers.queries.ts'
import { drawing } from '../../platform/pdf/pdf-document.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { isSignedBy, type KnownKey } from '../../platform/signing/evidence-key.ts'
import type { Signing } from '../../platform/signing/signing.ts'
import { parseSnapshot } from '../agreements/agreements.snapshot.ts'
import { guardEvidence, lockOlderAnswers, replaceEvidence } from './agreement-evidence.older.queries.ts'
import { countNumbers } from './agreement-evidence.queries.ts'
import { type EvidenceRecord, recordSchema } from './agreement-evidence.record.ts'

/** The content of a record of the older form, which was signed with its number and the evidence before it. */
const olderSchema = z.object({
  number: z.int(),
  previous: z.string().nullable(),
  agreement: z.object({ sha256: z.string() }),
  answer: recordSchema.shape.answer,
  answeredAt: z.string(),
  link: z.object({
    sentTo: z.string().nullish(),
    sendings: z.array(z.object({ to: z.string().nullable(), cc: z.array(z.string()), at: z.string() })).optional(),
    storedAddress: z.string().nullable(),
  }),
  verification: recordSchema.shape.verification,
  origin: z.string().nullable(),
})

type Older = Awaited<ReturnType<typeof lockOlderAnswers>>[number]

/** Returns why the older proof of an answer doesn't hold; null when it does. `unsigned` were there before answers were signed. */
const olderFault = (
  { answer, content, signed }: Older,
  older: z.output<typeof olderSchema> | null,
  { publicKeys, unsigned }: { publicKeys: readonly KnownKey[]; unsigned: readonly string[] },
): string | null => {
  const { action, channel, message, name, answeredAt, evidence } = answer
  const shown = { action, channel, message, name }
  if (!older) {
    const hash = sha256(canonicalJson({ agreement: parseSnapshot(content), answer: shown, answeredAt }))
    if (hash !== evidence) return 'the text, the answer or the time is not what it was'
    return unsigned.includes(evidence) ? null : 'it is not signed, and not known to be older than the signatures'
  }
  const { number, previous } = older
  const statement = canonicalJson({ format: 'kontor-chain-1', number, evidence, previous })
  const publicKey = publicKeys.find(({ id }) => id === signed?.keyId)?.publicKey
  if (sha256(answer.record) !== evidence || older.agreement.sha256 !== sha256(content))
    return 'the text or the record is not what it was'
  if (canonicalJson(shown) !== canonicalJson(older.answer) || answeredAt !== older.answeredAt)
    return 'the answer is not that of the record'
  return publicKey && signed && isSignedBy(statement, Buffer.from(signed.signature, 'base64url'), publicKey)
    ? null
    : 'the signature is not valid'
}

/** Answers from before answers were signed, as the first start after that remembered them. */
const headSchema = z.object({ unsigned: z.array(z.string()) })

const recordOf = (
  { answer, content, frozenAt, signed, timestamp }: Older,
  older: z.output<typeof olderSchema> | null,
  { number, certificate, fault }: { number: number; certificate: string; fault: string | null },
): EvidenceRecord => {
  const { action, channel, message, name, answeredAt, evidence } = answer
  const agreement = parseSnapshot(content)
  const sentTo = older ? older.link.sentTo : agreement.contactPerson?.email
  const method = channel === 'phone' ? ('office' as const) : ('link' as const)
  return {
    format: 'kontor-answer-1',
    number,
    agreement,
    frozenAt,
    read: 'newest',
    answer: { action, channel, message, name },
    answeredAt,
    link: {
      sendings: older?.link.sendings ?? (sentTo ? [{ to: sentTo, cc: [], at: frozenAt }] : []),
      storedAddress: older?.link.storedAddress ?? null,
    },
    verification: older?.verification ?? { method },
    origin: older?.origin ?? null,
    certificates: [certificate],
    drawing,
    earlier: {
      evidence,
      record: answer.record || null,
      signature: signed?.signature ?? null,
      timestamp: timestamp?.toString('base64') ?? null,
      fault,
    },
  }
}

const renew = async (tx: Queryable, { key, seal }: Signing, unsigned: readonly string[]): Promise<number> => {
  const answers = await lockOlderAnswers(tx)
  if (answers.length === 0) return 0
  await guardEvidence(tx, 'DISABLE')
  const publicKeys = await listServerKeys(tx)
  for (const one of answers) {
    const older = one.answer.record === '' ? null : olderSchema.parse(JSON.parse(one.answer.record))
    const number = one.signed?.number ?? (await countNumbers(tx)).last + 1
    const fault = olderFault(one, older, { publicKeys, unsigned })
    const record = canonicalJson(recordOf(one, older, { number, certificate: seal.fingerprint, fault }))
    const signed = { number, evidence: sha256(record), signature: key.sign(record), keyId: key.id }
    await replaceEvidence(tx, one.answer.id, { record, ...signed })
  }
  await guardEvidence(tx, 'ENABLE')
  return answers.length
}

/**
 * Gives the answers of the older form a record and a signature of today's, which say what they were proven by and whether that held.
 * Returns how many there were.
 */
export const renewOlderAnswers = async (
  { dataDir }: Pick<Config, 'dataDir'>,
  owner: Queryable,
  signing: Signing,
): Promise<number> => {
  const file = join(dataDir, 'keys', 'evidence-head.json')
  const head = await readFile(file, 'utf8').catch(() => null)
  const unsigned = head === null ? [] : headSchema.parse(JSON.parse(head)).unsigned
  const renewed = await owner.transaction((tx) => renew(tx, signing, unsigned))
  await rm(file, { force: true })
  return renewed
}
