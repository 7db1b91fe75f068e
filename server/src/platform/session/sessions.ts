import { createHash, createHmac, randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import type { Principal } from './principal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Tells the browser to forget the session's cookie. */
    forgetSession(): void
  }

  interface Session {
    /** Who is logged in; absent in a session that nobody has logged in to, which is never stored. */
    principal?: Principal
    /** What binds the session to the password that opened it (see `OpenedSession`). */
    credential?: string
  }
}

/** Hours without a request after which a session ends. */
const idleHours = 8

/** Days after the login at which a session ends however much it is used. */
const absoluteDays = 7

const hour = 60 * 60_000

/** Milliseconds. Prolonging writes to the database, so it is done when it brings this much. */
const prolongAfter = 5 * 60_000

/** The cookie that holds a session's id, over http: it is sent only where sessions matter. */
const plainCookie = { name: 'kontor_session', path: '/api', secure: false } as const

/**
 * The same over https. The prefix makes browsers refuse one that another host of the domain has planted (RFC 6265bis, 4.1.3.2); it demands
 * the path `/`.
 */
const hostCookie = { name: '__Host-kontor_session', path: '/', secure: true } as const

/** The session's cookie at the server's public address. */
export const sessionCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  publicUrl.startsWith('https:') ? hostCookie : plainCookie

/** A login that succeeded: who, and a fingerprint of the stored password; when that changes, the session is worth nothing. */
export interface OpenedSession {
  readonly principal: Principal
  readonly credential: string
}

/** A session as it stands at the moment that it is asked for; both times in milliseconds. */
export interface StoredSession extends OpenedSession {
  /** Since the login. */
  readonly age: number
  /** Until it expires, if it is not prolonged. */
  readonly timeLeft: number
}

/** Where sessions are kept. Ids are hashed: a copy of the storage opens no session. */
export interface SessionStorage {
  /** The session, unless it has expired, its user was deactivated, or the password that opened it was changed. */
  find(idHash: string, now: Date): Promise<StoredSession | undefined>
  add(idHash: string, session: OpenedSession, createdAt: Date, expiresAt: Date): Promise<void>
  prolong(idHash: string, expiresAt: Date): Promise<void>
  remove(idHash: string): Promise<void>
}

const hashId = (id: string): string => createHash('sha256').update(id).digest('hex')

const newId = (): string => randomBytes(32).toString('base64url')

const idPattern = /^[\w-]{43}$/

/** An id of 256 random bits that is looked up by its hash needs no signature; what is no such id is not looked up. */
const signer = {
  sign: (id: string) => id,
  unsign: (value: string) => ({ valid: idPattern.test(value), renew: false, value }),
}

const findAndProlong = async (storage: SessionStorage, clock: Clock, idHash: string) => {
  const now = clock.now()
  const stored = await storage.find(idHash, now)
  if (!stored) return undefined
  const lifetime = Math.min(idleHours * hour, absoluteDays * 24 * hour - stored.age)
  if (lifetime - stored.timeLeft >= prolongAfter) await storage.prolong(idHash, new Date(now.getTime() + lifetime))
  return stored
}

const addOpened = async (storage: SessionStorage, clock: Clock, idHash: string, opened: Partial<OpenedSession>) => {
  const { principal, credential } = opened
  if (!principal || credential === undefined) return
  const now = clock.now()
  await storage.add(idHash, { principal, credential }, now, new Date(now.getTime() + idleHours * hour))
}

/** The storage in the shape that `@fastify/session` wants. */
const asStore = (storage: SessionStorage, clock: Clock): SessionStore => ({
  get: (id, done) => {
    findAndProlong(storage, clock, hashId(id)).then(
      (found) =>
        done(
          null,
          found && { cookie: { originalMaxAge: null }, principal: found.principal, credential: found.credential },
        ),
      done,
    )
  },
  set: (id, opened, done) => {
    addOpened(storage, clock, hashId(id), opened).then(() => done(), done)
  },
  destroy: (id, done) => {
    storage.remove(hashId(id)).then(() => done(), done)
  },
})

/**
 * Gives every request below `/api` its session: the cookie holds an opaque id, the session is a row in the database.
 * It ends after `idleHours` without a request, and `absoluteDays` after the login; the browser forgets it when it closes.
 */
export const keepSessions = async (
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'clock'>,
  storage: SessionStorage,
): Promise<void> => {
  const { name: cookieName, path, secure } = sessionCookie(deps.config)
  await app.register(cookie)
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

/** Logs in: an earlier session of the request ends, a new one with a new id begins, so that no planted id is ever raised. */
export const openSession = async (request: FastifyRequest, { principal, credential }: OpenedSession): Promise<void> => {
  await request.session.regenerate()
  request.session.principal = principal
  request.session.credential = credential
  await request.session.save()
}

/** Logs out: the session is deleted and the browser told to forget its cookie. */
export const closeSession = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  await request.session.destroy()
  reply.forgetSession()
}

/** The anti-forgery token of the request's session. It comes from the id by a one-way function and is worth nothing without it. */
export const antiForgeryToken = (request: FastifyRequest): string =>
  createHmac('sha256', request.session.sessionId).update('anti-forgery').digest('base64url')
