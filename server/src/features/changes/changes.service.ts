import { longestReplay } from '@kontor/contract/changes/changes.schema'
import { isLiveKind, type LiveKind, maySee, type RecordChange } from '@kontor/contract/shared/records'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { listenOptions, listenTo } from '../../platform/database/listen.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { sentenceFor } from '../../platform/errors/sentences.ts'
import { type EventStream, type EventStreams, eventText } from '../../platform/http/event-streams.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { sessionSettings, sessionStorage } from '../session/session.queries.ts'

/** The channel that the trigger function `notify_changes` notifies. */
const channel = 'kontor_changes'

/** Milliseconds during which changes are collected into one event. */
const collectFor = 50

/** Maximum number of ids that an event lists. */
const maxIds = 100

/** Milliseconds added to the time that a client has missed, for events that were in flight when its stream broke. */
const replaySlack = 1_000

/** Maximum streams per session. A browser needs one. The oldest beyond this number are ended: their connections broke unnoticed. */
const maxStreams = 5

/** Milliseconds that a new stream waits for the listening connection. */
const listenLimit = 5_000

/** A notification. Clients don't get the kind `session`, or kinds that this version doesn't know. */
const notificationSchema = z.object({ kind: z.string(), ids: z.array(z.string()).nullable() })

type Notification = z.output<typeof notificationSchema>

interface Follower {
  readonly stream: EventStream
  readonly sessionId: string
  readonly principal: Principal
  expiry?: NodeJS.Timeout
}

type Ids = Set<string> | null

const merged = (known: Ids | undefined, ids: Notification['ids']): Ids => {
  if (known === null || ids === null) return null
  const all = new Set([...(known ?? []), ...ids])
  return all.size > maxIds ? null : all
}

const toEvent = (changes: readonly RecordChange[]): string => (changes.length > 0 ? eventText('change', changes) : '')

const parseNotification = (payload: string): Notification | undefined => {
  try {
    return notificationSchema.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const isSame = (one: Principal, other: Principal): boolean => one.role === other.role && one.userId === other.userId

interface Following extends Pick<Follower, 'principal' | 'sessionId'> {
  /** Milliseconds for which the client has received no changes. */
  readonly missed: number
}

interface FeedOptions {
  readonly streams: EventStreams
  readonly warn: (details: object, message: string) => void
}

/** Passes changes in the database on to followers, whichever instance made them. Starts listening with the first follower. */
export const createFeed = (
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  { streams, warn }: FeedOptions,
) => {
  const storage = sessionStorage(database.db)
  const followers = new Set<Follower>()
  const collected = new Map<LiveKind, Ids>()
  let recent: { readonly at: number; readonly changes: readonly RecordChange[] }[] = []
  let sending: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | undefined
  let listening = Promise.withResolvers<void>()
  let listeningSince = 0
  let isLost = false
  let closed = false

  const sendCollected = (): void => {
    sending = undefined
    const changes = [...collected].map(([kind, ids]): RecordChange => ({ kind, ids: ids && [...ids] }))
    collected.clear()
    const at = performance.now()
    recent = [...recent.filter((one) => at - one.at < longestReplay), { at, changes }]
    const forAdmin = toEvent(changes)
    const forSales = toEvent(changes.filter(({ kind }) => maySee('sales', kind)))
    for (const { stream, principal } of followers) {
      const event = principal.role === 'admin' ? forAdmin : forSales
      if (event) stream.send(event)
    }
  }

  /** Ends the stream unless its session is still valid. Checks again at the time when the session will expire unless prolonged. */
  const checkSession = async (follower: Follower): Promise<void> => {
    clearTimeout(follower.expiry)
    const session = await storage.find(follower.sessionId, clock.now())
    if (!followers.has(follower)) return
    if (!session || session.step !== null || !isSame(follower.principal, session.principal))
      return follower.stream.end()
    follower.expiry = setTimeout(() => recheck(follower), Math.max(session.timeLeft, 1_000)).unref()
  }
  /** Checks the session in the background. Ends the stream if the query throws: the client then reconnects, which repeats the check. */
  const recheck = (follower: Follower): void => void checkSession(follower).catch(() => follower.stream.end())

  const recheckAffected = ({ kind, ids }: Notification): void => {
    const isListed = (id: string): boolean => ids === null || ids.includes(id)
    for (const follower of followers) {
      const { principal, sessionId } = follower
      const isAffected =
        kind === 'session'
          ? isListed(sessionId)
          : kind === 'setting'
            ? sessionSettings.some(isListed)
            : kind === 'user' && isListed(`${principal.userId}`)
      if (isAffected) recheck(follower)
    }
  }

  const receive = (payload: string): void => {
    const notification = parseNotification(payload)
    if (!notification) return
    recheckAffected(notification)
    const { kind, ids } = notification
    if (!isLiveKind(kind)) return
    collected.set(kind, merged(collected.get(kind), ids))
    sending ??= setTimeout(sendCollected, collectFor)
  }

  const sendToAll = (event: string): void => {
    for (const { stream } of followers) stream.send(eventText(event))
  }

  const startListening = (): void => {
    stopListening ??= listenTo(listenOptions(database.pool, channel, config.databaseDirectUrl), {
      message: receive,
      listening: () => {
        if (isLost) {
          // Sessions may have ended while the connection was lost.
          for (const follower of followers) recheck(follower)
          sendToAll('reset')
        }
        isLost = false
        listeningSince = performance.now()
        listening.resolve()
      },
      lost: (error) => {
        if (isLost) return
        isLost = true
        listening = Promise.withResolvers()
        warn({ err: error }, 'Changes by others are not shown for now')
        sendToAll('lost')
      },
    })
  }

  const untilListening = async (reply: FastifyReply): Promise<void> => {
    const limit = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => limit.reject(new HttpError(503, sentenceFor(503, reply.request))),
      isLost ? 0 : listenLimit,
    )
    await Promise.race([listening.promise, limit.promise]).finally(() => clearTimeout(timer))
  }

  const endOldest = (sessionId: string): void => {
    const own = [...followers].filter((follower) => follower.sessionId === sessionId)
    for (const { stream } of own.slice(0, -maxStreams)) stream.end()
  }

  return {
    /**
     * Opens a stream of changes that starts with those of the last `missed` milliseconds. @throws HttpError 503 while the database
     * connection can't listen
     */
    follow: async (reply: FastifyReply, { principal, sessionId, missed }: Following) => {
      if (closed) throw new HttpError(503, sentenceFor(503, reply.request))
      startListening()
      await untilListening(reply)
      const stream = streams.open(reply, () => {
        followers.delete(follower)
        clearTimeout(follower.expiry)
      })
      const follower: Follower = { stream, sessionId, principal }
      followers.add(follower)
      endOldest(sessionId)
      recheck(follower)
      const now = performance.now()
      const covers = Math.min(missed + replaySlack, longestReplay, now - listeningSince)
      stream.send(eventText('ready', { covers: Math.floor(covers) }))
      const replayed = recent.filter(({ at }) => at >= now - covers).flatMap(({ changes }) => changes)
      stream.send(toEvent(replayed.filter(({ kind }) => maySee(principal.role, kind))))
      return stream.body
    },
    close: async () => {
      closed = true
      clearTimeout(sending)
      await stopListening?.()
    },
  }
}
