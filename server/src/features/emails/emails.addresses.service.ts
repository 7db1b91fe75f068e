import type { EmailSettings, emailSettingsUpdateSchema } from '@kontor/contract/emails/emails.schema'
import { addressCodeDigits } from '@kontor/contract/shared/address-code'
import { addressKey, isSameAddress } from '@kontor/contract/shared/email-addresses'
import type { z } from 'zod'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, staleVersion } from '../../platform/errors/http-error.ts'
import { addressCodeMail, movedAddressMail } from './emails.mails.ts'
import { readEmailSettings, updateEmailSettings } from './emails.queries.ts'
import { queueMails } from './emails.service.ts'

/** The key in `mailHooks.secrets` of the function that makes the codes. */
export const addressCodeSecret = 'address-code'

/** A new address of the sender or of a user, which must be confirmed by a mailed code. */
export interface NewAddress {
  /** The words that begin the mails' sentences about the address, such as `Avsenderadressen`. */
  readonly what: string
  /** The address's owner. A code for one owner is wrong for all others. */
  readonly holder: 'sender' | `user ${number}`
  readonly address: string
}

/** Milliseconds. A code is accepted in the clock hour in which it was mailed, and in the next. */
const hour = 60 * 60 * 1000

const subjectOf = ({ clock }: Pick<Deps, 'clock'>, { holder, address }: NewAddress, hoursAgo: number): string =>
  `${holder} ${addressKey(address)} ${Math.floor(clock.now().getTime() / hour) - hoursAgo}`

export const addressCode = ({ signing }: Pick<Deps, 'signing'>, subject: string): string =>
  signing.secrets.code(`for an address: ${subject}`, addressCodeDigits)

/** Checks a code. @throws HttpError 400 unless it was mailed to the address in this hour or the last */
export const checkAddressCode = (deps: Deps, to: NewAddress, code: string): void => {
  if ([0, 1].some((hoursAgo) => addressCode(deps, subjectOf(deps, to, hoursAgo)) === code)) return
  const sentence = 'Koden er feil eller for gammel. Lagre uten kode for å få en ny.'
  throw new HttpError(400, sentence, { fields: { code: sentence } })
}

/** Mails the code to the address. Delivery fills in the code. */
export const mailAddressCode = async (tx: Queryable, deps: Deps, to: NewAddress): Promise<void> => {
  const mail = { ...addressCodeMail(to), secret: { maker: addressCodeSecret, of: subjectOf(deps, to, 0) } }
  await queueMails(tx, deps, await readEmailSettings(tx), [{ ...mail, to: to.address, type: 'other', relatedId: null }])
}

/** Notifies the former address that its mails now go elsewhere, in case someone other than its owner made the change. */
export const notifyFormerAddress = async (tx: Queryable, deps: Deps, former: string, to: NewAddress): Promise<void> => {
  await queueMails(tx, deps, await readEmailSettings(tx), [
    { ...movedAddressMail({ ...to, former }), to: former, type: 'other', relatedId: null },
  ])
}

/**
 * Changes the given settings. Changing the sender's address needs a proof of identity, since that address gets the company's notices and
 * replies. The former address is notified, and keeps getting the notices until the code mailed to the new address is entered.
 * @throws what `requireProof` and `checkAddressCode` throw; HttpError 409 with the current settings when the version is stale
 */
export const changeEmailSettings = (
  deps: Deps,
  { code, ...changes }: z.output<typeof emailSettingsUpdateSchema>,
  requireProof: () => void,
): Promise<EmailSettings> =>
  deps.database.db.transaction(async (tx) => {
    await waitForLock(tx, 'email settings')
    const before = await readEmailSettings(tx)
    const confirmed = before.noticesTo ?? before.fromEmail
    const next: NewAddress = {
      what: 'Avsenderadressen',
      holder: 'sender',
      address: changes.fromEmail ?? before.fromEmail,
    }
    const isMoved = !isSameAddress(next.address, before.fromEmail)
    if (isMoved) requireProof()
    if (code !== undefined) checkAddressCode(deps, next, code)
    const isConfirmed = code !== undefined || isSameAddress(next.address, confirmed)
    const updated = await updateEmailSettings(tx, { ...changes, noticesTo: isConfirmed ? null : confirmed })
    if (!updated) throw staleVersion(await readEmailSettings(tx))
    if (isMoved && !isSameAddress(next.address, confirmed)) await notifyFormerAddress(tx, deps, confirmed, next)
    if (changes.fromEmail !== undefined && !isConfirmed) await mailAddressCode(tx, deps, next)
    return updated
  })
