/** Measures a text in points. */
type Measure = (text: string) => number

/** Cuts a word that is wider than a line. */
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
  let taken = 0
  for (const word of paragraph.split(/[ \t]+/)) {
    // Word by word: a word's width is measured once, that of a growing line would be measured anew each time.
    const needed = measure(word)
    const longer = line ? taken + measure(' ') + needed : needed
    if (longer <= width) {
      line = line ? `${line} ${word}` : word
      taken = longer
      continue
    }
    if (line) lines.push(line)
    const pieces = needed <= width ? [word] : cutWord(word, width, measure)
    line = pieces.pop() ?? ''
    taken = measure(line)
    lines.push(...pieces)
  }
  return [...lines, line]
}

/** The lines of a text that are no wider than `width` points; its own line breaks stay. */
export const wrapText = (text: string, width: number, measure: Measure): string[] =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).flatMap((paragraph) => wrapParagraph(paragraph, width, measure))
