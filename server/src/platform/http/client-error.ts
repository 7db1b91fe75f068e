import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { sentenceOf } from '../errors/sentences.ts'
import type { HeadersFor } from './security-headers.ts'

const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

// regexp: fixed words, anchored at the beginning.
const apiCall = /^[A-Z]+ \/+api[/? ]/i

/** A page for people, in both languages. */
const page = (status: number): string =>
  `<!doctype html><html lang="nb"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${STATUS_CODES[status]}</title><p>${sentenceOf(status, 'no')}</p><p lang="en">${sentenceOf(status, 'en')}</p></html>`

/**
 * Answers unparseable requests (a far too long URL, an endless header) and closes the connection. A request that begins like a call of the
 * API gets JSON, any other a page: if a header came in several packets, only the last one is known.
 */
export const answerClientError =
  (headersFor: HeadersFor) =>
  (error: Error & { readonly code?: string; readonly rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[error.code ?? ''] ?? 400
    const { rawPacket } = error
    const isCall = Buffer.isBuffer(rawPacket) && apiCall.test(rawPacket.toString('latin1', 0, 20))
    const body = isCall ? JSON.stringify({ error: sentenceOf(status, 'no') }) : page(status)
    const headers = {
      ...headersFor('/api'),
      'content-type': `${isCall ? 'application/json' : 'text/html'}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroy(error)
  }
