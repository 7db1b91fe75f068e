import { createSocket } from 'node:dgram'
import { onCleanup } from './cleanup.ts'

/** The TXT records' texts, by name. Other names have no records. */
export type Records = Map<string, readonly string[]>

const questionOf = (message: Buffer): { readonly name: string; readonly end: number } => {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // Skips the zero that ends the name, the type and the class.
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** Encodes a text in parts of at most 255 bytes. */
const txtData = (text: string): Buffer => {
  const parts: Buffer[] = []
  for (let at = 0; at < text.length; at += 255) {
    const part = Buffer.from(text.slice(at, at + 255), 'latin1')
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(parts)
}

const answerOf = (text: string): Buffer => {
  const data = txtData(text)
  // The question's name, type TXT, class IN, no caching, and the length.
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255])
  return Buffer.concat([head, data])
}

/** Starts a DNS server on loopback (RFC 1035, over UDP) that answers questions for TXT records. Returns its address for `DNS_SERVERS`. */
export const startDnsServer = async (records: Records): Promise<string> => {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, end } = questionOf(message)
    const texts = records.get(name) ?? []
    const header = Buffer.from([message[0] ?? 0, message[1] ?? 0, 0x81, 0x80, 0, 1, 0, texts.length, 0, 0, 0, 0])
    socket.send(Buffer.concat([header, message.subarray(12, end), ...texts.map(answerOf)]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onCleanup(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return `127.0.0.1:${socket.address().port}`
}
