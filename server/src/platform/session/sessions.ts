import { createHmac, hash, randomBytes } from 'node:crypto'
import { callbackify } from 'node:util'
import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { LoginStep } from '@kontor/contract/second-factor/second-factor.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import type { Principal } from './principal.ts'

declare module 'fastify' {
  interface FastifyReply {
    forgetSession(): void
  }

  interface Session {
    /** The logged-in user; absent while the login is `pending`, and without a login. A session without a login is never stored. */
    principal?: Principal
    /** Binds the session to the password that opened it (see `OpenedSession`). */
    credential?: string
    /** The step that the login still needs. Before it is done, there is no `principal`. */
    pending?: { readonly step: LoginStep; readonly principal: Principal }
    passedFactor?: boolean
    /** Milliseconds since the user's last proof of identity. */
    proofAge?: number
    origin?: Client
  }
}

/** Hours without a request after which a session expires. */
const idleHours = 8

/** Days after login at which a session expires even if it is used. */
const absoluteDays = 7

const hour = 60 * 60_000

/** Milliseconds after which a session's next use is recorded again, since each record is a write to the database. */
const touchAfter = 5 * 60_000

/**
 * Returns the name and options of a cookie by which we recognise a browser. Over http it is sent only to the API. Over https its prefix makes
 * browsers reject a cookie planted by another host of the domain (RFC 6265bis, 4.1.3.2); that prefix requires the path `/`.
 */
export const provingCookie = (name: string, { publicUrl }: Pick<Config, 'publicUrl'>) =>
  publicUrl.startsWith('https:')
    ? { name: `__Host-${name}`, path: '/', secure: true }
    : { name, path: '/api', secure: false }

export const sessionCookie = (config: Pick<Config, 'publicUrl'>) => provingCookie('kontor_session', config)

/** A successful login: the user, and a fingerprint of the stored password. A change of the password invalidates the session. */
export interface OpenedSession {
  readonly principal: Principal
  readonly credential: string
  /** True if a second factor was part of the login. */
  readonly passedFactor?: boolean
}

/** The address and the browser of a request. */
export interface Client {
  readonly address: string
  readonly userAgent: string | null
}

export const clientOf = ({ ip, headers }: FastifyRequest): Client => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
})

/** A session at the time of the lookup; durations in milliseconds. */
export interface StoredSession extends OpenedSession {
  /** Time since login. */
  readonly age: number
  /** Time until the session expires if it isn't used. */
  readonly timeLeft: number
  /** Time since its last use was recorded. */
  readonly unseen: number
  /** Time since the user's last proof of identity. */
  readonly proofAge: number
  /** The step that the login still needs; null once it is finished. */
  readonly step: LoginStep | null
}

export interface NewSession extends OpenedSession {
  readonly origin: Client
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Stores sessions. Ids are hashed: a copy of the storage opens no session. */
export interface SessionStorage {
  /** Returns the session, unless it has expired, its user was deactivated, or the password that opened it was changed or switched off. */
  find(idHash: string, now: Date): Promise<StoredSession | undefined>
  add(idHash: string, session: NewSession): Promise<void>
  /** Records a use of the session, and its new time of expiry. */
  touch(idHash: string, seenAt: Date, expiresAt: Date): Promise<void>
  remove(idHash: string): Promise<void>
}

const hashId = (id: string): string => hash('sha256', id)

/** Returns the id of the request's session in the database. */
export const storedSessionId = ({ session }: FastifyRequest): string => hashId(session.sessionId)

const newId = (): string => randomBytes(32).toString('base64url')

const idPattern = /^[\w-]{43}$/

/** Signs nothing: an id of 256 random bits that is looked up by its hash needs no signature. Malformed ids are not looked up. */
const signer = {
  sign: (id: string) => id,
  unsign: (value: string) => ({ valid: idPattern.test(value), renew: false, value }),
}

const asStore = (storage: SessionStorage, clock: Clock): SessionStore => ({
  get: callbackify(async (id: string) => {
    const now = clock.now()
    const stored = await storage.find(hashId(id), now)
    if (!stored) return null
    const { principal, credential, passedFactor = false, age, unseen, proofAge, step } = stored
    if (unseen >= touchAfter) {
      const lifetime = Math.min(idleHours * hour, absoluteDays * 24 * hour - age)
      await storage.touch(hashId(id), now, new Date(now.getTime() + lifetime))
    }
    const user = step === null ? { principal } : { pending: { step, principal } }
    return { cookie: { originalMaxAge: null }, ...user, credential, passedFactor, proofAge }
  }),
  set: callbackify(async (id: string, session: Partial<NewSession>) => {
    const { principal, credential, passedFactor = false, origin } = session
    if (!principal || credential === undefined || !origin) return
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + idleHours * hour)
    await storage.add(hashId(id), { principal, credential, passedFactor, origin, createdAt, expiresAt })
  }),
  destroy: callbackify((id: string) => storage.remove(hashId(id))),
})

/** Maximum number of cookies of one name that are looked up. */
const maxSessionCookies = 5

/** Returns the values of all cookies with this name. */
const cookiesOf = (name: string, header = ''): string[] => {
  const parts = header.split(';').map((part) => part.trim())
  return parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
}

/**
 * Finds the first session cookie that opens a session. A browser sends several if the cookie's path has changed, or if another service on
 * the host uses the same name.
 */
const chooseSessionCookie = (
  app: FastifyInstance,
  name: string,
  { clock }: Pick<Deps, 'clock'>,
  storage: SessionStorage,
) => {
  app.addHook('onRequest', async ({ cookies, headers }) => {
    const sent = cookiesOf(name, headers.cookie)
    if (sent.length < 2) return
    for (const id of sent.filter((value) => idPattern.test(value)).slice(0, maxSessionCookies)) {
      if (!(await storage.find(hashId(id), clock.now()))) continue
      cookies[name] = id
      return
    }
  })
}

/**
 * Gives every request below `/api` its session: the cookie holds an opaque id, the session is a row in the database.
 * The session expires after `idleHours` without a request, and `absoluteDays` after login; the browser drops the cookie when it closes.
 */
export const keepSessions = async (
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'clock'>,
  storage: SessionStorage,
): Promise<void> => {
  const { name: cookieName, path, secure } = sessionCookie(deps.config)
  await app.register(cookie)
  chooseSessionCookie(app, cookieName, deps, storage)
  app.decorateReply('forgetSession', function forgetSession(this: FastifyReply) {
    this.clearCookie(cookieName, { path, secure })
  })
  await app.register(session, {
    secret: signer,
    cookieName,
    cookie: { path, httpOnly: true, sameSite: 'lax', secure },
    store: asStore(storage, deps.clock),
    idGenerator: newId,
    saveUninitialized: false,
    rolling: false,
  })
}

/** Logs in: replaces the request's session by one with a new id, which prevents session fixation. */
export const openSession = async (
  request: FastifyRequest,
  { principal, credential, passedFactor = false }: OpenedSession,
): Promise<void> => {
  await request.session.regenerate()
  request.session.principal = principal
  request.session.credential = credential
  request.session.passedFactor = passedFactor
  request.session.origin = clientOf(request)
  await request.session.save()
}

/** Continues the session of a user who has changed the password, under a new id. */
export const renewSession = (request: FastifyRequest, opened: OpenedSession): Promise<void> =>
  openSession(request, { ...opened, passedFactor: request.session.passedFactor === true })

/** Finishes the login of the request's session, under a new id. */
export const passSecondFactor = async (request: FastifyRequest): Promise<void> => {
  const { principal = request.session.pending?.principal, credential } = request.session
  if (!principal || credential === undefined) throw new Error('The request has no session')
  await openSession(request, { principal, credential, passedFactor: true })
}

/** Logs out: deletes the session and clears its cookie. */
export const closeSession = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  await request.session.destroy()
  reply.forgetSession()
}

/**
 * Returns the anti-forgery token of the request's session. It is derived from the session's id by a one-way function, and useless without
 * the session.
 */
export const antiForgeryToken = (request: FastifyRequest): string =>
  createHmac('sha256', request.session.sessionId).update('anti-forgery').digest('base64url')
