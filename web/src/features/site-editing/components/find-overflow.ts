/** Maximum number of texts that are named. */
const maxFound = 5

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.sr-only')

/** The width of a text's widest part that can't be broken. */
const widestPart = (page: Document, node: Node, parent: Element): number => {
  const parts = getComputedStyle(parent).whiteSpace === 'nowrap' ? /.+/gs : /[^\s-]+-?/g
  const range = page.createRange()
  const widths = [...(node.textContent ?? '').matchAll(parts)].flatMap(({ index, 0: part }) => {
    range.setStart(node, index)
    range.setEnd(node, index + part.length)
    return [...range.getClientRects()].map(({ width }) => width)
  })
  return Math.max(0, ...widths)
}

/**
 * Finds the texts of a document that extend beyond its right edge. Texts with the widest words come first: other texts in their column
 * would fit, but the words have widened it.
 */
export const findOverflow = (page: Document): string[] => {
  const { clientWidth } = page.documentElement
  // A word that a heading must break is too wide.
  for (const heading of page.querySelectorAll<HTMLElement>('h1, h2')) heading.style.overflowWrap = 'normal'
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const found = new Map<string, number>()
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const text = node.textContent?.trim()
    const { parentElement: parent } = node
    if (!text || !parent || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName) || !isShown(parent)) continue
    const range = page.createRange()
    range.selectNodeContents(node)
    if (range.getBoundingClientRect().right <= clientWidth + 1) continue
    found.set(text, Math.max(found.get(text) ?? 0, widestPart(page, node, parent)))
  }
  return [...found]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxFound)
    .map(([text]) => text)
}
