/**
 * A PDF with the content of its literal strings and streams blanked, one character a byte: what is found in it is the file's own
 * structure, not a text that somebody typed. Reads what `drawPdf` writes, whose strings escape parentheses.
 */
export const pdfSyntax = (pdf: Buffer): string => {
  const text = pdf.toString('latin1')
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    const next = nextOpaque(text, at)
    parts.push(text.slice(at, next.begin), ' '.repeat(next.end - next.begin))
    at = next.end
  }
  return parts.join('')
}

interface Span {
  readonly begin: number
  readonly end: number
}

const streamBegin = '\nstream\n'
const streamEnd = '\nendstream'

/** The next string or stream, without its delimiters; empty at the end of the file. */
const nextOpaque = (text: string, from: number): Span => {
  const string = indexOrEnd(text, '(', from)
  const stream = indexOrEnd(text, streamBegin, from)
  if (string === stream) return { begin: text.length, end: text.length }
  if (string < stream) return { begin: string, end: endOfString(text, string) }
  return { begin: stream + streamBegin.length, end: indexOrEnd(text, streamEnd, stream + streamBegin.length) }
}

const indexOrEnd = (text: string, wanted: string, from: number): number => {
  const at = text.indexOf(wanted, from)
  return at < 0 ? text.length : at
}

/** The index after the closing parenthesis; a backslash escapes the next character. */
const endOfString = (text: string, begin: number): number => {
  for (let at = begin + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === ')') return at + 1
  }
  return text.length
}
