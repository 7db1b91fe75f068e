const isListParagraph = (node: Element | null): node is HTMLElement =>
  node instanceof HTMLElement && node.localName === 'p' && /mso-list:\s*l\d/i.test(node.getAttribute('style') ?? '')

/** Converts a paragraph of a list in Word, which begins with its bullet or number, to a list item. */
const toListItem = (paragraph: HTMLElement): { item: HTMLElement; kind: 'ul' | 'ol' } => {
  const markers = [...paragraph.querySelectorAll('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')]
  const kind = markers.some(({ textContent }) => /^\s*(?:\d+|[a-z])[.)]/i.test(textContent)) ? 'ol' : 'ul'
  for (const marker of markers) marker.remove()
  const item = paragraph.ownerDocument.createElement('li')
  item.append(...paragraph.childNodes)
  return { item, kind }
}

const gatherLists = (body: HTMLElement): void => {
  for (const paragraph of [...body.querySelectorAll('p')].filter(isListParagraph)) {
    const before = paragraph.previousElementSibling
    const { item, kind } = toListItem(paragraph)
    if (before instanceof HTMLElement && before.dataset.fromWord === kind) {
      before.append(item)
      paragraph.remove()
    } else {
      const list = body.ownerDocument.createElement(kind)
      list.dataset.fromWord = kind
      list.append(item)
      paragraph.replaceWith(list)
    }
  }
}

/** Removes markup from pasted HTML that only the source program, such as Word, understands. The editor's schema drops other markup. */
export const cleanPasted = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml')) element.remove()
  for (const element of [...body.querySelectorAll('*')].filter(({ localName }) => localName === 'o:p')) element.remove()
  gatherLists(body)
  // Removes the empty lines between Word's paragraphs.
  for (const paragraph of body.querySelectorAll('p')) {
    if (paragraph.textContent.trim() === '' && !paragraph.querySelector('img, br, [data-tag]')) paragraph.remove()
  }
  return body.innerHTML
}
