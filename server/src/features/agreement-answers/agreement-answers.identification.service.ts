import { randomBytes } from 'node:crypto'
import { agreementSentences, failedIdentification } from '@kontor/contract/agreements/agreements.rules'
import { addMinutes } from '@kontor/contract/shared/time'
import * as openid from 'openid-client'
import type { Config } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import { openToken } from '../../platform/mail/link-tokens.queries.ts'
import { sha256 } from '../../platform/signing/canonical.ts'
import { findSigningKey } from '../../platform/signing/id-token.ts'
import { nonceOf } from '../agreement-evidence/agreement-evidence.record.ts'
import { findAgreementByToken, readAgreement } from '../agreements/agreements.queries.ts'
import { findText } from '../agreements/agreements.sending.service.ts'
import * as answerers from './agreement-answers.queries.ts'
import { linkNotFound } from './agreement-answers.view.service.ts'

/** The address that the provider redirects back to. It must be registered at the provider. */
export const callbackPath = '/api/eid/callback'

/** Minutes from the start of an identification within which it must be used in an answer. */
export const validMinutes = 30

/** Minutes after which codes and identifications no longer count towards limits and are deleted. They expire before that. */
export const proofMinutes = 60

interface Log {
  warn(details: object, message: string): void
}

const unreachable = () => new HttpError(503, 'eID er ikke tilgjengelig akkurat nå. Prøv igjen om litt.')

/** Opens the customers' identification by an OpenID provider (OpenID Connect Core 1.0, with PKCE). */
export const openIdentifications = ({ config, database: { db }, clock, signing }: Deps, log: Log) => {
  const readProvider = rememberProvider(config)
  const redirectUri = `${config.publicUrl}${callbackPath}`

  return {
    /** @throws HttpError 404; 409 when the agreement is not open or requires no eID; 503 when the provider can't be reached */
    begin: async (token: string, browser: string) => {
      const agreement = await orThrow(findAgreementByToken(db, token), linkNotFound)
      if (agreement.status !== 'sent') throw new HttpError(409, agreementSentences.answered)
      if (agreement.verification !== 'eid') throw new HttpError(409, agreementSentences.noIdentification)
      const provider = await readProvider()
      const state = randomBytes(32).toString('base64url')
      const salt = randomBytes(16).toString('base64url')
      const nonce = nonceOf((await findText(db, agreement.id)).snapshot, salt)
      const codeVerifier = openid.randomPKCECodeVerifier()
      const now = clock.now().toISOString()
      await answerers.deleteProofs(db, { agreementId: agreement.id, before: addMinutes(now, -proofMinutes) })
      await answerers.insertIdentification(db, {
        stateHash: sha256(state),
        browserHash: sha256(browser),
        agreementId: agreement.id,
        nonce,
        salt,
        codeVerifier,
        createdAt: now,
        expiresAt: addMinutes(now, validMinutes),
      })
      const url = openid.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href }
    },
    /**
     * Completes an identification for the browser that the provider redirected back. From then on it belongs to the new cookie `next`, so that
     * someone who planted the old cookie in that browser can't use it. Returns the page to redirect to, which shows a failure.
     * @throws HttpError 403 if another browser began it
     */
    complete: async (url: URL, browser: string, next: string) => {
      const now = clock.now().toISOString()
      const state = url.searchParams.get('state') ?? ''
      const stateHash = sha256(state)
      const begun = await answerers.findBegunIdentification(db, { stateHash, browserHash: sha256(browser), now })
      const agreement = begun && (await readAgreement(db, begun.agreementId))
      if (!begun || !agreement || agreement.archivedAt)
        throw new HttpError(403, agreementSentences.identificationFailed)
      const page = `/agreement-response/${openToken(signing.secrets, agreement)}`
      try {
        const identity = await readIdentity(await readProvider(), url, { ...begun, state })
        const completed = { ...identity, identifiedAt: now, browserHash: sha256(next) }
        await answerers.completeIdentification(db, stateHash, completed)
        return `${page}?eid=${state}`
      } catch (error) {
        // The customer cancelled, or the provider failed: they can try again.
        log.warn({ err: error }, 'An identification by eID failed')
        return `${page}?eid=${failedIdentification}`
      }
    },
    /** Returns the person as the provider names them. @throws HttpError 404, also if another browser identified itself */
    read: async (token: string, identification: string, browser: string) => {
      const agreement = await orThrow(findAgreementByToken(db, token), linkNotFound)
      const now = clock.now().toISOString()
      const hashes = { stateHash: sha256(identification), browserHash: sha256(browser) }
      const found = await answerers.findIdentification(db, agreement.id, { ...hashes, now })
      if (!found) throw notFound(agreementSentences.identificationFailed)
      return { name: found.name }
    },
  }
}

/**
 * Returns the identity that the provider reports, with the ID token and the key that verifies the token, so that it can be checked later.
 * Some providers return the name only from their user info endpoint.
 */
const readIdentity = async (
  provider: openid.Configuration,
  url: URL,
  { nonce, codeVerifier, state }: Readonly<Record<'nonce' | 'codeVerifier' | 'state', string>>,
) => {
  const tokens = await openid.authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const { jwks_uri: jwksUri, userinfo_endpoint: userinfo } = provider.serverMetadata()
  if (!claims || !tokens.id_token || !jwksUri) throw new Error('The provider sent no ID token, or has no keys')
  const key = await findSigningKey(jwksUri, tokens.id_token)
  const named =
    claims.name === undefined && userinfo
      ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims
  const name = typeof named.name === 'string' ? named.name : null
  return { issuer: claims.iss, subject: claims.sub, name, idToken: tokens.id_token, key }
}

/** Loads the provider's addresses and keys at the first use. A failed load is repeated at the next use. */
const rememberProvider = ({ oidcIssuer, oidcClientId, oidcClientSecret }: Config) => {
  let provider: Promise<openid.Configuration> | undefined
  return (): Promise<openid.Configuration> => {
    if (!oidcIssuer || !oidcClientId) throw new HttpError(409, agreementSentences.noIdentification)
    const issuer = new URL(oidcIssuer)
    // Allows http for tests and brokers on the same machine.
    const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    provider ??= openid.discovery(issuer, oidcClientId, oidcClientSecret, undefined, { execute }).catch(() => {
      provider = undefined
      throw unreachable()
    })
    return provider
  }
}
