import type { answerSchema, sentCodeSchema } from '@kontor/contract/agreements/agreements.answers.schema'
import { type AnswerAction, agreementSentences, codeRules } from '@kontor/contract/agreements/agreements.rules'
import { addMinutes, dateOf } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, orThrow, TooManyRequests } from '../../platform/errors/http-error.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import type { IdToken } from '../agreement-evidence/agreement-evidence.files.ts'
import { nonceOf, type Verification } from '../agreement-evidence/agreement-evidence.record.ts'
import { type AgreementRow, lockAgreementByToken } from '../agreements/agreements.queries.ts'
import type { Snapshot } from '../agreements/agreements.snapshot.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { queueMails } from '../emails/emails.service.ts'
import { codeMail } from './agreement-answers.code.mails.ts'
import * as answerers from './agreement-answers.queries.ts'
import { linkNotFound } from './agreement-answers.view.service.ts'

/** The proof of identity that an answer is given with. */
export interface AnswererProof {
  readonly verification: Verification
  readonly idToken?: IdToken
  /** Marks the proof as used. Returns false if another answer has used it, or if it was given for another text. */
  use(tx: Queryable, at: string, text: Snapshot): Promise<boolean>
}

const proofByLink: AnswererProof = { verification: { method: 'link' }, use: async () => true }
export const proofByOffice: AnswererProof = { verification: { method: 'office' }, use: async () => true }

/** Returns true if the action requires more than the link; a request for contact never does. */
const needsProof = ({ verification }: Pick<AgreementRow, 'verification'>, action: AnswerAction): boolean =>
  verification !== 'link' && action !== 'contact'

const refusal = (field: 'code' | 'identification', sentence: string): HttpError =>
  new HttpError(403, sentence, { fields: { [field]: sentence } })

const missingProof = ({ verification }: Pick<AgreementRow, 'verification'>): HttpError =>
  verification === 'code'
    ? refusal('code', agreementSentences.codeNeeded)
    : refusal('identification', agreementSentences.identificationNeeded)

/**
 * Marks an answer's proof as used, in the answer's transaction.
 * @throws HttpError 403 when the agreement requires another proof, or this one is already used or was given for another text
 */
export const useProof = async (
  tx: Queryable,
  agreement: AgreementRow,
  { action, proof, at, text }: Readonly<{ action: AnswerAction; proof: AnswererProof; at: string; text: Snapshot }>,
): Promise<void> => {
  const { method } = proof.verification
  if (method === 'office' || !needsProof(agreement, action)) return
  if (agreement.verification !== method || !(await proof.use(tx, at, text))) throw missingProof(agreement)
}

/** Checks that an answer's proof is the one that the agreement requires. @throws HttpError 403 */
export const checkProof = async (
  { config, database: { db }, clock, signing }: Deps,
  agreement: AgreementRow,
  { action, code, identification, browser }: z.output<typeof answerSchema> & { readonly browser: string },
): Promise<AnswererProof> => {
  if (agreement.status !== 'sent' || !needsProof(agreement, action)) return proofByLink
  const now = clock.now().toISOString()
  if (agreement.verification === 'code') {
    if (!code) throw missingProof(agreement)
    const tried = await answerers.tryNewestCode(db, agreement.id, { now, attempts: codeRules.attempts })
    if (!tried || codeOf(signing, tried.id) !== code.replaceAll(/\s/g, '')) {
      throw refusal('code', agreementSentences.codeWrong)
    }
    return {
      verification: { method: 'code', sentTo: tried.sentTo },
      use: (tx, at) => answerers.useCode(tx, tried.id, at),
    }
  }
  if (!identification) throw missingProof(agreement)
  const stateHash = sha256(identification)
  const found = await answerers.findIdentification(db, agreement.id, { stateHash, browserHash: sha256(browser), now })
  if (!found?.issuer || !found.subject || !found.idToken || !found.key) throw missingProof(agreement)
  const { issuer, subject, name, nonce, salt, idToken: token, key } = found
  const hashes = { sha256: sha256(token), keySha256: sha256(canonicalJson(key)) }
  return {
    verification: { method: 'eid', issuer, subject, name, audience: config.oidcClientId, salt, idToken: hashes },
    idToken: { token, key },
    use: async (tx, at, text) =>
      nonce === nonceOf(text, salt) && (await answerers.useIdentification(tx, stateHash, at)),
  }
}

/**
 * Derives a code from its id and a key outside the database: reading the database or the mail log must not be enough to answer in the
 * customer's place.
 */
export const codeOf = ({ secrets }: Deps['signing'], id: string): string =>
  secrets.code(`for an agreement: ${id}`, codeRules.digits)

/**
 * Sends a code to the address that the link was sent to.
 * @throws HttpError 404; 409 when the agreement is not open or requires no code; 429 after `codeRules.perHour` codes in an hour
 */
export const sendCode = (deps: Deps, token: string): Promise<z.output<typeof sentCodeSchema>> =>
  deps.database.db.transaction(async (tx) => {
    // Locks the agreement, so that concurrent requests are counted, too.
    const agreement = await orThrow(lockAgreementByToken(tx, token), linkNotFound)
    const { id: agreementId, recipientEmail, verification, status, title, reference, language } = agreement
    if (status !== 'sent') throw new HttpError(409, agreementSentences.answered)
    if (verification !== 'code' || !recipientEmail) throw new HttpError(409, agreementSentences.noCode)
    const now = deps.clock.now().toISOString()
    const hourAgo = addMinutes(now, -60)
    await answerers.deleteProofs(tx, { agreementId, before: hourAgo })
    const { codes, oldest } = await answerers.countCodes(tx, agreementId, hourAgo)
    if (codes >= codeRules.perHour) {
      const waitMs = dateOf(addMinutes(oldest, 60)).getTime() - dateOf(now).getTime()
      throw new TooManyRequests(agreementSentences.tooManyCodes, Math.max(1, Math.ceil(waitMs / 1000)))
    }
    const expiresAt = addMinutes(now, codeRules.validMinutes)
    const { id: codeId } = await answerers.insertCode(tx, {
      agreementId,
      sentTo: recipientEmail,
      createdAt: now,
      expiresAt,
    })
    const mail = { ...codeMail({ codeId, title, reference }, language), to: recipientEmail, relatedId: null }
    await queueMails(tx, deps, await readEmailSettings(tx), [{ ...mail, type: 'agreement' }])
    return { sentTo: recipientEmail, expiresAt }
  })
