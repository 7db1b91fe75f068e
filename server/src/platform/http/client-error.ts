import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { sentenceOf } from '../errors/sentences.ts'
import type { HeadersFor } from './security-headers.ts'

const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers unparseable requests (a far too long URL, an endless header) and closes the connection. */
export const answerClientError =
  (headersFor: HeadersFor) =>
  (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[error.code ?? ''] ?? 400
    const body = JSON.stringify({ error: sentenceOf(status, 'no') })
    const headers = {
      ...headersFor('/api'),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroy(error)
  }
