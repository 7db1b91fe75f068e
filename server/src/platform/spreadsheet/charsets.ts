import { isUtf8 } from 'node:buffer'
import type { Charset } from '@kontor/contract/shared/imports'

/** The characters of bytes 128 to 255 in Norwegian MS-DOS code pages (unicode.org, MAPPINGS/VENDORS/MICSFT/PC), which Node can't decode. */
const codePages = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp865:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
} as const

const decodeCodePage = (bytes: Uint8Array, upperHalf: string): string => {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += 8_192) {
    const codes = Array.from(bytes.subarray(start, start + 8_192), (byte) =>
      byte < 128 ? byte : upperHalf.charCodeAt(byte - 128),
    )
    pieces.push(String.fromCharCode(...codes))
  }
  return pieces.join('')
}

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** Strips a UTF-8 byte order mark, if there is one. */
const withoutUtf8Mark = (bytes: Uint8Array): Uint8Array =>
  startsWith(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes

/** Decodes a file's text and strips a byte order mark. Unreadable bytes become U+FFFD. */
export const decode = (bytes: Uint8Array, charset: Charset): string => {
  const body = withoutUtf8Mark(bytes)
  return charset === 'cp850' || charset === 'cp865'
    ? decodeCodePage(body, codePages[charset])
    : new TextDecoder(charset).decode(body)
}

/** Charsets of one byte per character, the likeliest first. */
const singleByte = ['windows-1252', 'cp850', 'macintosh', 'cp865'] as const

/** Maximum bytes that are checked for the zeros of UTF-16, and maximum bytes of the sample by which a charset is guessed. */
const [headBytes, sampleBytes] = [4_096, 8_192]

/** Returns all bytes above 127 with their neighbours, up to a limit. */
const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const sample: number[] = []
  const space = 32
  for (let at = 0; at < bytes.length && sample.length < sampleBytes; at += 1) {
    if ((bytes[at] ?? 0) < 128) continue
    if ((bytes[at - 1] ?? 0) < 128) sample.push(space, bytes[at - 1] ?? space)
    sample.push(bytes[at] ?? space)
    if ((bytes[at + 1] ?? 0) < 128) sample.push(bytes[at + 1] ?? space)
  }
  return Uint8Array.from(sample)
}

const isLetter = (text: string): boolean => /\p{L}/u.test(text)
const isUpper = (text: string): boolean => text !== text.toLowerCase()

/** Rates how well a character fits between its neighbours in Norwegian text; negative if it hardly occurs there. */
const fitOf = (character: string, before: string, after: string): number => {
  const isInside = isLetter(before) && isLetter(after)
  if (!isLetter(character)) {
    if (isInside && character !== '’') return -3
    return /[\s§«»°€–—’‘“”…½²³´·•©®]/.test(character) ? 0 : -2
  }
  const isOddCase = isUpper(character)
    ? isLetter(before) && !isUpper(before)
    : isLetter(before) && isUpper(before) && isLetter(after) && isUpper(after)
  if (isOddCase) return -3
  if (/[æøå]/i.test(character)) return 3
  return /[éèêëóòôöüäáàâçñšžđß]/i.test(character) ? 1 : -2
}

const fitOfText = (text: string): number => {
  let fit = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 127) fit += fitOf(text[at] ?? '', text[at - 1] ?? ' ', text[at + 1] ?? ' ')
  }
  return fit
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns true for UTF-8. Tolerates invalid bytes if at least as many non-ASCII characters are valid. */
const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  if (isUtf8(bytes)) return true
  const text = decode(sampleOf(bytes), 'utf-8')
  const unreadable = countOf(text, /\ufffd/g)
  return countOf(text, /[^\0-\x7f\ufffd]/gu) >= unreadable
}

/** Detects UTF-16 without a byte order mark, in which every other byte of ordinary text is 0. */
const utf16Of = (bytes: Uint8Array): Charset | undefined => {
  const zeros = [0, 0]
  const head = bytes.subarray(0, headBytes)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 4 && even < odd / 8) return 'utf-16le'
  return even > head.length / 4 && odd < even / 8 ? 'utf-16be' : undefined
}

/** Guesses the charset: by a byte order mark or the zeros of UTF-16; otherwise UTF-8 if mostly valid, or the one that fits Norwegian best. */
export const guessCharset = (bytes: Uint8Array): Charset => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const utf16 = utf16Of(bytes)
  if (utf16) return utf16
  if (isMostlyUtf8(bytes)) return 'utf-8'
  const sample = sampleOf(withoutUtf8Mark(bytes))
  const fits = singleByte.map((charset) => ({ charset, fit: fitOfText(decode(sample, charset)) }))
  return fits.reduce((best, one) => (one.fit > best.fit ? one : best)).charset
}
