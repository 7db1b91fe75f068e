const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** True if a page's text matches this one, with any text in place of its tags. */
const isShownAs = (text: string, shown: string): boolean => {
  const [first = '', ...rest] = squeezed(text).split(/\{[^{}]*\}/)
  if (rest.length === 0) return first === shown
  if (!shown.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const found = shown.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return rest.at(-1) === '' || from === shown.length
}

/** Maximum number of elements around a click that are searched for the text. */
const maxParents = 4

interface PageText {
  readonly id: string
  readonly text: string
}

/** Finds the id of the text that an element shows, or that the smallest element around it shows. */
export const findText = (element: Element, texts: readonly PageText[]): string | undefined => {
  let around: Element | null = element
  for (let step = 0; around !== null && step < maxParents; step += 1) {
    const shown = squeezed(around.textContent)
    // A text with only tags would match anything.
    const found = texts.find(({ text }) => /\p{L}/u.test(text.replaceAll(/\{[^{}]*\}/g, '')) && isShownAs(text, shown))
    if (found) return found.id
    around = around.parentElement
  }
  return undefined
}
