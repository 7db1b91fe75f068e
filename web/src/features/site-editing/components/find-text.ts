const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** True if a page's text is this one, with something in place of its tags. */
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

/** The distance around a click in which the text is looked for, in elements. */
const maxParents = 4

interface PageText {
  readonly id: string
  readonly text: string
}

/** The id of the text that an element of a page shows, or the smallest element around it that shows one. */
export const findText = (element: Element, texts: readonly PageText[]): string | undefined => {
  let around: Element | null = element
  for (let step = 0; around !== null && step < maxParents; step += 1) {
    const shown = squeezed(around.textContent)
    // A text of tags only would be any.
    const found = texts.find(({ text }) => /\p{L}/u.test(text.replaceAll(/\{[^{}]*\}/g, '')) && isShownAs(text, shown))
    if (found) return found.id
    around = around.parentElement
  }
  return undefined
}
