/** The most texts that are named. */
const maxFound = 5

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.sr-only')

/** The texts of a document that reach beyond its right edge. */
export const findOverflow = (page: Document): string[] => {
  const { clientWidth } = page.documentElement
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const found = new Set<string>()
  while (walker.nextNode() && found.size < maxFound) {
    const { currentNode: node } = walker
    const text = node.textContent?.trim()
    const { parentElement: parent } = node
    if (!text || !parent || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName) || !isShown(parent)) continue
    const range = page.createRange()
    range.selectNodeContents(node)
    if (range.getBoundingClientRect().right > clientWidth + 1) found.add(text)
  }
  return [...found]
}
