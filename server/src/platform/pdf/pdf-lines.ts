/** Measures a text in points. */
type Measure = (text: string) => number

/** Splits a word that is wider than a line. */
const cutWord = (word: string, width: number, measure: Measure): string[] => {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece && measure(piece + letter) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return piece ? [...pieces, piece] : pieces
}

const wrapParagraph = (paragraph: string, width: number, measure: Measure): string[] => {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  for (const word of paragraph.split(/[ \t]+/)) {
    // Measures each word once instead of remeasuring the growing line.
    const wordWidth = measure(word)
    const extendedWidth = line ? lineWidth + measure(' ') + wordWidth : wordWidth
    if (extendedWidth <= width) {
      line = line ? `${line} ${word}` : word
      lineWidth = extendedWidth
      continue
    }
    if (line) lines.push(line)
    const pieces = wordWidth <= width ? [word] : cutWord(word, width, measure)
    line = pieces.pop() ?? ''
    lineWidth = measure(line)
    lines.push(...pieces)
  }
  return [...lines, line]
}

/** Wraps a text to lines of at most `width` points; keeps its own line breaks. */
export const wrapText = (text: string, width: number, measure: Measure): string[] =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).flatMap((paragraph) => wrapParagraph(paragraph, width, measure))
