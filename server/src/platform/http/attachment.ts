import type { FastifyReply } from 'fastify'

/** Close enough in ASCII, for the few clients that don't read `filename*`. */
const asciiLetters: Readonly<Record<string, string>> = { æ: 'ae', Æ: 'Ae', ø: 'o', Ø: 'O', đ: 'd', ł: 'l', ß: 'ss' }

const toAscii = (name: string): string =>
  Array.from(name, (letter) => asciiLetters[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .join('')
    // Quotes and backslashes would end the value; browsers decode what follows a per cent sign.
    .replaceAll(/[^ -~]|["\\%]/g, '_')

/** RFC 8187: all but unreserved characters are encoded. */
const encode = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

/** Makes browsers save the file under a name in any language (RFC 6266). */
const attachmentHeader = (name: string): string =>
  `attachment; filename="${toAscii(name)}"; filename*=UTF-8''${encode(name)}`

export const sendAsAttachment = (reply: FastifyReply, contentType: string, name: string): FastifyReply =>
  reply.type(contentType).header('content-disposition', attachmentHeader(name))
