import { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Signing } from '../../platform/secrets/servers.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { parseSnapshot } from '../agreements/agreements.snapshot.ts'
import { guardEvidence, listOlderAnswers, replaceEvidence } from './agreement-evidence.older.queries.ts'
import { claimNumber, lockNumbers, type StoredAnswer } from './agreement-evidence.queries.ts'
import { recordSchema } from './agreement-evidence.record.ts'
import { signRecord, type Unsigned } from './agreement-evidence.service.ts'

const { answer, answeredAt, link, origin, verification } = recordSchema.shape

/** The parts of an older record that are copied to the renewed record. */
const olderSchema = z.object({ answer, answeredAt, origin, verification }).extend({
  agreement: z.object({ sha256: z.string() }),
  link: link.partial({ sendings: true }).extend({ sentTo: z.string().nullish() }),
})

type Older = z.output<typeof olderSchema>

/** Returns the answer and its time from the older record or, without one, from the stored columns. */
const givenIn = ({ answer: { action, channel, message, name, answeredAt } }: StoredAnswer, older: Older | null) =>
  older
    ? { answer: older.answer, answeredAt: older.answeredAt }
    : { answer: { action, channel, message, name }, answeredAt }

/** Returns how older evidence contradicts its answer; null if it doesn't. The older signature isn't checked: only a receipt shows when it was made. */
const olderFault = (one: StoredAnswer, older: Older | null): string | null => {
  const { record, evidence } = one.answer
  const hashed = older ? record : canonicalJson({ agreement: parseSnapshot(one.content), ...givenIn(one, null) })
  const isSame = sha256(hashed) === evidence && (!older || older.agreement.sha256 === sha256(one.content))
  return isSame ? null : 'the text, the answer or the time is not what it was'
}

const renew = (one: StoredAnswer, number: number): Omit<Unsigned, 'certificates'> => {
  const { content, frozenAt, signed, timestamp } = one
  // The record is empty if the answer came before answers were signed.
  const older = one.answer.record === '' ? null : olderSchema.parse(JSON.parse(one.answer.record))
  const agreement = parseSnapshot(content)
  const sentTo = older ? older.link.sentTo : agreement.contactPerson?.email
  return {
    ...givenIn(one, older),
    number,
    agreement,
    frozenAt,
    read: 'newest',
    link: {
      sendings: older?.link.sendings ?? (sentTo ? [{ to: sentTo, cc: [], at: frozenAt }] : []),
      storedAddress: older?.link.storedAddress ?? null,
    },
    verification: older?.verification ?? { method: one.answer.channel === 'phone' ? 'office' : 'link' },
    origin: older?.origin ?? null,
    earlier: {
      evidence: one.answer.evidence,
      record: one.answer.record || null,
      signature: signed?.signature ?? null,
      timestamp: timestamp?.toString('base64') ?? null,
      fault: olderFault(one, older),
    },
  }
}

/**
 * Gives the answers of the older form a record and a signature of today's form. The record contains the older evidence and the fault found
 * in it, if any. Returns the number of answers.
 */
export const renewOlderAnswers = (owner: Queryable, { key, seal }: Signing): Promise<number> =>
  owner.transaction(async (tx) => {
    await lockNumbers(tx)
    const older = await listOlderAnswers(tx)
    if (older.length > 0) await guardEvidence(tx, 'DISABLE')
    for (const one of older) {
      const number = one.signed?.number ?? (await claimNumber(tx))
      const { content, signed } = signRecord(key, { ...renew(one, number), certificates: [seal.fingerprint] })
      await replaceEvidence(tx, one.answer, content, signed)
    }
    if (older.length > 0) await guardEvidence(tx, 'ENABLE')
    return older.length
  })
