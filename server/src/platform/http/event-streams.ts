import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The open streams of server-sent events. */
    eventStreams: EventStreams
  }
}

/**
 * Milliseconds between the `beat`s of each stream. Proxies close silent connections after 30 to 60 seconds, and clients use beats to notice
 * dead ones.
 */
const beatEvery = 15_000

/** Milliseconds after which a browser reconnects. */
const reconnectAfter = 1_000

/** Maximum bytes waiting for a slow client. Beyond it the stream ends; the client reconnects. */
const maxBacklog = 64 * 1024

/** A stream of server-sent events to one client. */
export interface EventStream {
  /** The response's body. */
  readonly body: Readable
  /** Sends an event, formatted by `eventText`. */
  send(text: string): void
  end(): void
}

export interface EventStreams {
  /**
   * Opens a stream as the reply's body; `onEnd` runs when it ends or the client leaves.
   * @throws HttpError 499 when the client has left, 503 once the server stops
   */
  open(reply: FastifyReply, onEnd: () => void): EventStream
  /** Ends all streams and opens no more, so that a shutdown doesn't wait for them. */
  endAll(): void
}

/** Formats an event as `text/event-stream`. */
export const eventText = (event: string, data: unknown = null): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Keeps streams alive, and ends them when the server closes. Register before any route. */
export const keepEventStreams = (app: FastifyInstance): void => {
  const open = new Set<EventStream>()
  let beats: NodeJS.Timeout | undefined
  let ended = false

  const forget = (stream: EventStream): void => {
    open.delete(stream)
    if (open.size > 0) return
    clearInterval(beats)
    beats = undefined
  }
  const remember = (stream: EventStream): void => {
    open.add(stream)
    beats ??= setInterval(() => {
      const beat = eventText('beat')
      for (const one of open) one.send(beat)
    }, beatEvery).unref()
  }
  const endAll = (): void => {
    ended = true
    for (const stream of open) stream.end()
  }
  app.decorate('eventStreams', {
    open: (reply, onEnd) => {
      if (reply.raw.destroyed) throw new HttpError(499, 'The client left before it was answered')
      if (ended) throw new HttpError(503, sentenceFor(503, reply.request))
      const body = new Readable({ read: () => {} })
      const stream: EventStream = {
        body,
        send: (text) => {
          if (body.readableLength > maxBacklog) body.destroy()
          else if (!body.readableEnded && !body.destroyed && open.has(stream)) body.push(text)
        },
        end: () => {
          if (open.has(stream)) body.push(null)
          forget(stream)
        },
      }
      reply.raw.once('close', () => {
        forget(stream)
        body.destroy()
        onEnd()
      })
      // Stops nginx from buffering the events.
      reply.header('x-accel-buffering', 'no')
      remember(stream)
      body.push(`retry: ${reconnectAfter}\n\n`)
      return stream
    },
    endAll,
  })
  app.addHook('preClose', (done) => {
    endAll()
    done()
  })
}
