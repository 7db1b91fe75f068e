import { createHash, randomInt } from 'node:crypto'
import {
  authenticatorKinds,
  type LoginStep,
  recoveryCodeCount,
} from '@kontor/contract/second-factor/second-factor.rules'
import type {
  SecondFactor,
  SecondFactorPolicy,
  StepMethods,
  TotpStart,
} from '@kontor/contract/second-factor/second-factor.schema'
import { Secret, TOTP } from 'otpauth'
import { type AuditEvent, logSecurityEvent, recordEvent } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, staleVersion } from '../../platform/errors/http-error.ts'
import type { AdminPrincipal, Principal } from '../../platform/session/principal.ts'
import { readCompany } from '../company/company.queries.ts'
import * as queries from './second-factor.queries.ts'

type Account = queries.Account

/** Seconds for which an app shows a code. */
const period = 30

/** Number of time steps before and after the current one whose codes are valid, too, since clocks differ. */
const drift = 1

/** Minutes within which a new secret must be confirmed by a code. */
const setUpMinutes = 10

const totpContext = (account: Account): string => `totp of ${account ?? 'admin'}`
const ticketContext = (account: Account): string => `new ${totpContext(account)}`

/** Returns the time step of a valid code; null for a wrong one. */
const stepOf = (secret: string, code: string, now: Date): number | null => {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: drift, period })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

const appExists = () => new HttpError(409, 'Du har allerede en autentiseringsapp. Fjern den før du legger til en ny.')

/** Creates a secret for an app; `confirmTotp` stores it. @throws HttpError 409 if the account has an app */
export const startTotp = async (deps: Deps, { userId, username }: Principal): Promise<TotpStart> => {
  const { db } = deps.database
  if (await queries.findTotp(db, userId)) throw appExists()
  const { name } = await readCompany(db)
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: name, label: username, secret, period })
  const expiresAt = deps.clock.now().getTime() + setUpMinutes * 60_000
  const ticket = deps.signing.secrets.seal(`${expiresAt} ${secret.base32}`, ticketContext(userId))
  return { secret: secret.base32, uri: totp.toString(), ticket }
}

const secretOf = ({ signing, clock }: Deps, account: Account, ticket: string): string => {
  const [expiresAt, secret] = signing.secrets.open(ticket, ticketContext(account))?.split(' ') ?? []
  if (secret !== undefined && Number(expiresAt) > clock.now().getTime()) return secret
  throw new HttpError(409, 'Oppsettet er utløpt. Begynn på nytt.')
}

/** Letters and digits that are not easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns about 119 random bits, in groups of four characters. Below 112 bits, ASVS would require slow hashing, as for passwords. */
const generateRecoveryCode = (): string =>
  Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )

const hashRecoveryCode = (account: Account, code: string): string =>
  createHash('sha256')
    .update(`${account ?? 'admin'} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest('hex')

const storeNewRecoveryCodes = async (tx: Queryable, account: Account): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  await queries.replaceRecoveryCodes(
    tx,
    account,
    codes.map((code) => hashRecoveryCode(account, code)),
  )
  return codes
}

/** Records a change of the account's second factors. */
const recordFactorEvent = (
  tx: Queryable,
  { userId, username }: Principal,
  event: Pick<AuditEvent, 'action' | 'former' | 'facts'>,
): Promise<void> =>
  recordEvent(tx, { ...event, kind: 'user', id: userId ?? undefined, title: username, security: true })

/** Adds a second factor with `add`. If it is the account's first, makes and returns recovery codes. @throws HttpError as `add` does */
export const addFactor = (
  { database }: Deps,
  principal: Principal,
  name: string,
  add: (tx: Queryable) => Promise<void>,
) =>
  database.db.transaction(async (tx) => {
    const account = principal.userId
    await queries.lockAccount(tx, account)
    const isFirst = !(await queries.hasAuthenticator(tx, account))
    await add(tx)
    await recordFactorEvent(tx, principal, { action: 'factor-added', facts: { factor: name } })
    return isFirst ? await storeNewRecoveryCodes(tx, account) : null
  })

const wrongCode = (sentence: string) => new HttpError(400, sentence, { fields: { code: sentence } })

/** Stores an app's secret if the code proves that the app has it. @throws HttpError 400 for a wrong code, 409 if too late, or if an app is stored */
export const confirmTotp = async (
  deps: Deps,
  principal: Principal,
  { ticket, code }: { readonly ticket: string; readonly code: string },
): Promise<string[] | null> => {
  const { userId } = principal
  const secret = secretOf(deps, userId, ticket)
  const step = stepOf(secret, code, deps.clock.now())
  if (step === null)
    throw wrongCode('Koden er feil. Sjekk at klokka på telefonen går riktig, og skriv koden som vises nå.')
  const app = {
    name: authenticatorKinds.totp,
    secret: deps.signing.secrets.seal(secret, totpContext(userId)),
    lastStep: step,
  }
  return addFactor(deps, principal, app.name, async (tx) => {
    if (!(await queries.addTotp(tx, userId, app))) throw appExists()
  })
}

/**
 * Checks a code of the account's app; returns the app's name, undefined for a wrong code. A valid one can't be used again.
 * @throws HttpError 409 if the app's secret was encrypted with another key
 */
export const useTotp = async (
  { database, signing, clock }: Deps,
  account: Account,
  code: string,
): Promise<string | undefined> => {
  const app = await queries.findTotp(database.db, account)
  if (!app?.secret) return undefined
  const secret = signing.secrets.open(app.secret, totpContext(account))
  if (secret === undefined) {
    throw new HttpError(
      409,
      'Koden kan ikke kontrolleres: serveren har en annen nøkkel enn da appen ble lagt til. Bruk en passnøkkel eller en gjenopprettingskode.',
    )
  }
  const digits = code.replaceAll(/\s/g, '')
  const now = clock.now()
  const step = stepOf(secret, digits, now)
  return step !== null && (await queries.useTotpStep(database.db, app.id, step, now)) ? app.name : undefined
}

/** Checks a recovery code of the account. A valid one is deleted. */
export const useRecoveryCode = ({ database }: Deps, account: Account, code: string): Promise<boolean> =>
  queries.useRecoveryCode(database.db, account, hashRecoveryCode(account, code))

/** Returns the step that a login by password still needs; none if the login is complete. */
export const findLoginStep = async (
  { database: { db } }: Deps,
  { userId, role }: Principal,
): Promise<{ readonly step?: LoginStep }> => {
  if (await queries.hasAuthenticator(db, userId)) return { step: 'second-factor' }
  return (await queries.factorPolicy.read(db))[role] ? { step: 'set-up' } : {}
}

export const readStepMethods = async ({ database: { db } }: Deps, { userId }: Principal): Promise<StepMethods> => {
  const kinds = (await queries.listAuthenticators(db, userId)).map(({ kind }) => kind)
  return {
    totp: kinds.includes('totp'),
    passkey: kinds.includes('passkey'),
    recoveryCodes: (await queries.countRecoveryCodes(db, userId)) > 0,
  }
}

export const readSecondFactor = async (
  { database: { db } }: Deps,
  { userId, role }: Principal,
): Promise<SecondFactor> => ({
  authenticators: await queries.listAuthenticators(db, userId),
  recoveryCodesLeft: await queries.countRecoveryCodes(db, userId),
  required: (await queries.factorPolicy.read(db))[role],
})

const authenticatorNotFound = () => notFound('Innloggingsmåten finnes ikke.')

/** @throws HttpError 404 */
export const renameAuthenticator = async (
  { database }: Deps,
  principal: Principal,
  id: number,
  name: string,
): Promise<void> =>
  database.db.transaction(async (tx) => {
    const former = await queries.lockAuthenticator(tx, principal.userId, id)
    if (!former) throw authenticatorNotFound()
    if (former.name === name) return
    await queries.renameAuthenticator(tx, id, name)
    await recordFactorEvent(tx, principal, {
      action: 'factor-renamed',
      former: { factor: former.name },
      facts: { factor: name },
    })
  })

/**
 * Removes a second factor. With the last one, removes the recovery codes, too.
 * @throws HttpError 404, 409 if it has changed since `version`, or if it is the last and the role requires one
 */
export const removeAuthenticator = (
  { database }: Deps,
  principal: Principal,
  id: number,
  version: number | undefined,
): Promise<void> =>
  database.db.transaction(async (tx) => {
    const { userId, role } = principal
    await queries.lockAccount(tx, userId)
    const removed = await queries.lockAuthenticator(tx, userId, id)
    if (!removed) throw authenticatorNotFound()
    if (version !== undefined && version !== removed.version) throw staleVersion(removed)
    await queries.removeAuthenticator(tx, id)
    await recordFactorEvent(tx, principal, { action: 'factor-removed', facts: { factor: removed.name } })
    if (await queries.hasAuthenticator(tx, userId)) return
    if ((await queries.factorPolicy.read(tx))[role]) {
      throw new HttpError(
        409,
        'Bedriften krever totrinnsbekreftelse. Legg til en annen innloggingsmåte før du fjerner denne.',
      )
    }
    await queries.replaceRecoveryCodes(tx, userId, [])
  })

/** Replaces the account's recovery codes; returns the new ones. @throws HttpError 409 without a second factor */
export const makeRecoveryCodes = ({ database }: Deps, principal: Principal): Promise<string[]> =>
  database.db.transaction(async (tx) => {
    const { userId } = principal
    await queries.lockAccount(tx, userId)
    if (!(await queries.hasAuthenticator(tx, userId))) {
      throw new HttpError(409, 'Legg til en autentiseringsapp eller en passnøkkel først.')
    }
    await recordFactorEvent(tx, principal, { action: 'codes-made' })
    return storeNewRecoveryCodes(tx, userId)
  })

/** Changes which roles need a second factor. @throws HttpError 409 if administrators would need one and the caller has none */
export const changePolicy = async (
  { database: { db } }: Deps,
  { userId }: AdminPrincipal,
  policy: SecondFactorPolicy,
): Promise<SecondFactorPolicy> => {
  if (policy.admin && !(await queries.hasAuthenticator(db, userId))) {
    throw new HttpError(409, 'Sett opp totrinnsbekreftelse for deg selv før du krever den av administratorer.')
  }
  await queries.factorPolicy.write(db, policy)
  logSecurityEvent({ action: 'updated', kind: 'setting', id: queries.factorPolicy.key, values: policy })
  return policy
}
