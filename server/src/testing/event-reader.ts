import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { onCleanup } from './cleanup.ts'

export interface ReceivedEvent {
  readonly event: string
  readonly data: unknown
}

const parse = (text: string): ReceivedEvent | undefined => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]
  const event = field('event')
  return event === undefined ? undefined : { event, data: JSON.parse(field('data') ?? 'null') }
}

export interface EventReader {
  readonly headers: Headers
  /** Everything received so far. */
  readonly events: readonly ReceivedEvent[]
  /** Resolves to the first event that matches, even an earlier one; rejects if the stream ends without one. */
  until(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>
  close(): void
}

/** Makes an app listen on a free port; returns its address. */
export const listenLocally = (app: FastifyInstance): Promise<string> => app.listen({ host: '127.0.0.1', port: 0 })

/** Returns the cookies that a login set, as a header. */
export const cookieOf = ({ cookies }: LightMyRequestResponse): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Opens a stream of server-sent events; throws unless it answers 200. The stream is closed after the test. */
export const readEvents = async (address: string, path: string, cookie: string): Promise<EventReader> => {
  const leaving = new AbortController()
  onCleanup(async () => leaving.abort())
  const response = await fetch(address + path, { headers: { cookie }, signal: leaving.signal })
  if (!response.ok || !response.body) {
    // An unread response would keep its connection, and so the server, open for a minute.
    await response.body?.cancel()
    throw new Error(`${path} answered ${response.status}`)
  }
  const events: ReceivedEvent[] = []
  let wake = Promise.withResolvers<void>()
  let isOver = false
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      const parts = (text + part).split('\n\n')
      text = parts.pop() ?? ''
      events.push(...parts.flatMap((one) => parse(one) ?? []))
      wake.resolve()
      wake = Promise.withResolvers()
    }
  }
  const ended = read(response.body)
    .catch(() => undefined)
    .then(() => {
      isOver = true
      wake.resolve()
    })
  return {
    headers: response.headers,
    events,
    ended,
    until: async (matches) => {
      for (;;) {
        const found = events.find(matches)
        if (found) return found
        if (isOver) throw new Error(`The stream ended after ${JSON.stringify(events)}`)
        await wake.promise
      }
    },
    close: () => leaving.abort(),
  }
}
