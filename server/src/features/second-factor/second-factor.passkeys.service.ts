import { randomBytes } from 'node:crypto'
import { maxPasskeys } from '@kontor/contract/second-factor/second-factor.rules'
import type { PasskeyAssertion, passkeyRegistrationSchema } from '@kontor/contract/second-factor/second-factor.schema'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { isSameSecret } from '../../platform/session/same-secret.ts'
import { readCompany } from '../company/company.queries.ts'
import * as queries from './second-factor.queries.ts'
import { addFactor } from './second-factor.service.ts'

type Account = queries.Account

/** Loaded on first use: its 350 modules would slow down every start. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** Milliseconds for which a challenge can be answered. */
const challengeLifetime = 5 * 60_000

/** EdDSA, ES256 and RS256 (COSE): every authenticator supports at least one. By default, the library would also offer newer ones. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The purpose of a challenge. An answer to it is valid for no other purpose. */
type Purpose = `${'add' | 'step'} ${number | 'admin'}` | 'login'

const nonceBytes = 16
const timeBytes = 8

/** Creates a challenge that needs no storage: a random number and an expiry time, signed for the purpose. */
const createChallenge = ({ signing, clock }: Deps, purpose: Purpose): Uint8Array<ArrayBuffer> => {
  const time = Buffer.alloc(timeBytes)
  time.writeBigUInt64BE(BigInt(clock.now().getTime() + challengeLifetime))
  const head = Buffer.concat([randomBytes(nonceBytes), time])
  const mac = signing.secrets.mac(`challenge to ${purpose} ${head.toString('base64url')}`)
  return new Uint8Array(Buffer.concat([head, mac]))
}

/** Returns when the challenge expires; undefined unless it was sent for the purpose and is still valid. */
const expiryOf = ({ signing, clock }: Deps, purpose: Purpose, challenge: string): Date | undefined => {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, nonceBytes + timeBytes)
  if (head.length < nonceBytes + timeBytes) return undefined
  const mac = signing.secrets.mac(`challenge to ${purpose} ${head.toString('base64url')}`).toString('base64url')
  if (!isSameSecret(bytes.subarray(head.length).toString('base64url'), mac)) return undefined
  const expiresAt = new Date(Number(head.readBigUInt64BE(nonceBytes)))
  return expiresAt > clock.now() ? expiresAt : undefined
}

/** Checks the challenge of an answer. `accept` returns true for a valid challenge. `use` marks it as used, and returns false if it already was. */
const recognizeChallenge = (deps: Deps, purpose: Purpose) => {
  let accepted: { readonly challenge: string; readonly expiresAt: Date } | undefined
  return {
    accept: (challenge: string): boolean => {
      const expiresAt = expiryOf(deps, purpose, challenge)
      accepted = expiresAt && { challenge, expiresAt }
      return accepted !== undefined
    },
    use: async (): Promise<boolean> =>
      accepted !== undefined && queries.useChallenge(deps.database.db, accepted.challenge, accepted.expiresAt),
  }
}

/** Returns undefined if the browser's answer is wrong: the library throws only then. */
const verified = async <Result>(verification: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await verification
  } catch {
    return undefined
  }
}

/** The domain that passkeys belong to, and the only origin that may use them. */
const siteOf = ({ publicUrl }: Config) => ({ rpID: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin })

const nameOf = (account: Account): number | 'admin' => account ?? 'admin'

/** Lists the account's passkeys. @throws HttpError 409 when it can't have another */
const listBelowLimit = async (db: Queryable, account: Account) => {
  const known = await queries.listCredentials(db, account)
  if (known.length >= maxPasskeys) throw new HttpError(409, `Du kan ha høyst ${maxPasskeys} passnøkler.`)
  return known
}

export const startPasskey = async (deps: Deps, { userId, username }: Principal) => {
  const { db } = deps.database
  const known = await listBelowLimit(db, userId)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return {
    ...(await generateRegistrationOptions({
      rpName: (await readCompany(db)).name,
      rpID: siteOf(deps.config).rpID,
      userName: username,
      userDisplayName: username,
      // All passkeys of an account share this id. Other accounts, here and on other sites, have other ids.
      userID: new Uint8Array(deps.signing.secrets.mac(`user handle of ${nameOf(userId)}`)),
      challenge: createChallenge(deps, `add ${nameOf(userId)}`),
      excludeCredentials: known.flatMap(({ credentialId }) => (credentialId ? [{ id: credentialId }] : [])),
      supportedAlgorithmIDs,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })),
  }
}

type Registration = z.output<typeof passkeyRegistrationSchema>

/** Stores a passkey; returns recovery codes if it is the first factor. @throws HttpError 400 for a wrong or late answer, 409 for a known passkey */
export const addPasskey = async (
  deps: Deps,
  principal: Principal,
  { name, response }: Registration,
): Promise<string[] | null> => {
  const { userId } = principal
  const { rpID, origin } = siteOf(deps.config)
  const challenge = recognizeChallenge(deps, `add ${nameOf(userId)}`)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const registration = await verified(
    verifyRegistrationResponse({
      // The library knows the transports by name; unknown ones do no harm.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge.accept,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs,
      requireUserVerification: false,
    }),
  )
  const registrationInfo = registration?.registrationInfo
  if (!registrationInfo || !(await challenge.use())) {
    throw new HttpError(400, 'Passnøkkelen ble ikke godtatt. Prøv igjen.')
  }
  const { id, publicKey, counter } = registrationInfo.credential
  const passkey = { name, credentialId: id, publicKey: Buffer.from(publicKey), counter }
  return addFactor(deps, principal, name, async (tx) => {
    await listBelowLimit(tx, userId)
    if (!(await queries.addPasskey(tx, userId, { ...passkey, transports: response.response.transports }))) {
      throw new HttpError(409, 'Denne passnøkkelen er lagt til før.')
    }
  })
}

/** Creates the options for a login. Its second step takes one of the account's passkeys; a login by passkey alone (`anyone`) takes any. */
export const startAssertion = async (deps: Deps, account: Account | 'anyone') => {
  const known = account === 'anyone' ? [] : await queries.listCredentials(deps.database.db, account)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return {
    ...(await generateAuthenticationOptions({
      rpID: siteOf(deps.config).rpID,
      challenge: createChallenge(deps, account === 'anyone' ? 'login' : `step ${nameOf(account)}`),
      allowCredentials: known.flatMap(({ credentialId, transports }) =>
        credentialId ? [{ id: credentialId, transports: transports ?? [] }] : [],
      ),
      userVerification: account === 'anyone' ? 'required' : 'preferred',
    })),
  }
}

/**
 * Finds the passkey's name and user; undefined for a wrong, late or repeated answer. A passkey that is the whole login (`anyone`) must
 * have verified its user, by PIN or biometrics.
 */
export const checkPasskey = async (
  deps: Deps,
  account: Account | 'anyone',
  response: PasskeyAssertion,
): Promise<{ readonly userId: Account; readonly name: string } | undefined> => {
  const { db } = deps.database
  const passkey = await queries.findPasskey(db, response.id)
  const { publicKey, counter } = passkey ?? {}
  if (!passkey || !publicKey || typeof counter !== 'number') return undefined
  if (account !== 'anyone' && passkey.userId !== account) return undefined
  const { rpID, origin } = siteOf(deps.config)
  const challenge = recognizeChallenge(deps, account === 'anyone' ? 'login' : `step ${nameOf(account)}`)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const assertion = await verified(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.accept,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: account === 'anyone',
    }),
  )
  if (!assertion?.verified || !(await challenge.use())) return undefined
  const counters = { known: counter, next: assertion.authenticationInfo.newCounter }
  const isUsed = await queries.usePasskey(db, passkey.id, counters, deps.clock.now())
  return isUsed ? { userId: passkey.userId, name: passkey.name } : undefined
}
