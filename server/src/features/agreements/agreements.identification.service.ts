import { randomBytes } from 'node:crypto'
import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { addMinutes } from '@kontor/contract/shared/time'
import * as openid from 'openid-client'
import type { Config } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import * as answerers from './agreements.answerer.queries.ts'
import { sha256 } from './agreements.evidence.ts'
import { findAgreementByToken, readAgreement } from './agreements.queries.ts'

/** Where the provider leads back to; it must be registered there. */
export const callbackPath = '/api/eid/callback'

/** From its beginning to its use in an answer. */
const validMinutes = 30

export interface BegunIdentification {
  /** The provider's page. */
  readonly url: string
  /** Kept in a cookie of the browser that began, so that nobody else can complete it. */
  readonly state: string
}

/** The customers' identification by an OpenID provider (OpenID Connect Core 1.0, with PKCE). */
export interface Identifications {
  /** @throws HttpError 404; 409 when the agreement is not open or asks for no eID; 503 when the provider can't be reached */
  begin(token: string): Promise<BegunIdentification>
  /** Completes an identification and returns the page to go back to. @throws HttpError 403 when it isn't one of this browser's */
  complete(url: URL, state: string): Promise<string>
  /** Who the provider says it is. @throws HttpError 404 */
  read(token: string, identification: string): Promise<{ name: string | null }>
}

const unreachable = () => new HttpError(503, 'eID er ikke tilgjengelig akkurat nå. Prøv igjen om litt.')

export const openIdentifications = ({ config, database: { db }, clock }: Deps): Identifications => {
  const readProvider = rememberProvider(config)
  const redirectUri = `${config.publicUrl}${callbackPath}`

  return {
    begin: async (token) => {
      const agreement = await orThrow(findAgreementByToken(db, token), () => notFound(agreementSentences.notFound))
      if (agreement.status !== 'sent') throw new HttpError(409, agreementSentences.answered)
      if (agreement.verification !== 'eid') throw new HttpError(409, agreementSentences.noIdentification)
      const provider = await readProvider()
      const state = randomBytes(32).toString('base64url')
      const nonce = openid.randomNonce()
      const codeVerifier = openid.randomPKCECodeVerifier()
      const now = clock.now().toISOString()
      await answerers.deleteOldProofs(db, agreement.id, addMinutes(now, -2 * validMinutes))
      await answerers.insertIdentification(db, {
        stateHash: sha256(state),
        agreementId: agreement.id,
        nonce,
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
      return { url: url.href, state }
    },
    complete: async (url, state) => {
      const now = clock.now().toISOString()
      const begun = await answerers.findBegunIdentification(db, sha256(state), now)
      const agreement = begun && (await readAgreement(db, begun.agreementId))
      if (!begun || !agreement || agreement.archivedAt)
        throw new HttpError(403, agreementSentences.identificationFailed)
      const page = `/agreement-response/${agreement.responseToken}`
      // Cancelled there: the page says that nobody is identified.
      if (url.searchParams.has('error')) return page
      const provider = await readProvider()
      const claims = await readClaims(provider, url, begun, state).catch(() => {
        throw new HttpError(403, agreementSentences.identificationFailed)
      })
      const { name } = claims
      const identity = { issuer: claims.iss, subject: claims.sub, name, identifiedAt: now }
      await answerers.completeIdentification(db, sha256(state), identity)
      return `${page}?eid=${state}`
    },
    read: async (token, identification) => {
      const agreement = await orThrow(findAgreementByToken(db, token), () => notFound(agreementSentences.notFound))
      const now = clock.now().toISOString()
      const found = await answerers.findIdentification(db, agreement.id, sha256(identification), now)
      if (!found) throw notFound(agreementSentences.identificationFailed)
      return { name: found.name }
    },
  }
}

/** What the provider says of who identified themselves; some tell the name only when asked for it. */
const readClaims = async (
  provider: openid.Configuration,
  url: URL,
  { nonce, codeVerifier }: { readonly nonce: string; readonly codeVerifier: string },
  state: string,
): Promise<{ iss: string; sub: string; name: string | null }> => {
  const tokens = await openid.authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token')
  const named =
    claims.name === undefined && provider.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims
  return { iss: claims.iss, sub: claims.sub, name: typeof named.name === 'string' ? named.name : null }
}

/** The provider's addresses and keys, fetched at the first use; a failed fetch is repeated at the next. */
const rememberProvider = ({ oidcIssuer, oidcClientId, oidcClientSecret }: Config) => {
  let provider: Promise<openid.Configuration> | undefined
  return (): Promise<openid.Configuration> => {
    if (!oidcIssuer || !oidcClientId) throw new HttpError(409, agreementSentences.noIdentification)
    const issuer = new URL(oidcIssuer)
    // Tests and brokers on the same machine.
    const execute = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    provider ??= openid.discovery(issuer, oidcClientId, oidcClientSecret, undefined, { execute }).catch(() => {
      provider = undefined
      throw unreachable()
    })
    return provider
  }
}
