import type { FastifyReply } from 'fastify'

/** Letters that NFD leaves unchanged. `toAscii` makes the name for the few clients that don't read `filename*`. */
const asciiLetters: Readonly<Record<string, string>> = { æ: 'ae', Æ: 'Ae', ø: 'o', Ø: 'O', đ: 'd', ł: 'l', ß: 'ss' }

const toAscii = (name: string): string =>
  Array.from(name, (letter) => asciiLetters[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .join('')
    // Quotes and backslashes would end the value, and browsers decode percent signs.
    .replaceAll(/[^ -~]|["\\%]/g, '_')

/** Encodes all but unreserved characters (RFC 8187). */
const encode = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

/** Returns the header that makes browsers save the file under a name in any language (RFC 6266). */
const attachmentHeader = (name: string): string =>
  `attachment; filename="${toAscii(name)}"; filename*=UTF-8''${encode(name)}`

export const sendAsAttachment = (reply: FastifyReply, contentType: string, name: string): FastifyReply =>
  reply.type(contentType).header('content-disposition', attachmentHeader(name))
