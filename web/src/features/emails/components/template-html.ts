import { isTagName, type TagName, tagPattern, templateHtml } from '@kontor/contract/emails/emails.rules'
import { getSchema } from '@tiptap/core'
import { DOMSerializer, type Node, DOMParser as NodeParser } from '@tiptap/pm/model'
import { templateExtensions } from './template-nodes.ts'

const schema = getSchema(templateExtensions)

const bodyOf = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

export const tagText = (name: TagName, fallback: string | null): string =>
  fallback === null ? `{${name}}` : `{${name}|${fallback}}`

const chipOf = (document: Document, name: TagName, fallback: string | undefined): HTMLElement => {
  const chip = document.createElement('span')
  chip.dataset.tag = name
  if (fallback !== undefined) chip.dataset.fallback = fallback
  return chip
}

/** Replaces the tags in an element's texts by chips. */
const insertChips = (root: HTMLElement): void => {
  const document = root.ownerDocument
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const parts: (string | HTMLElement)[] = []
    let end = 0
    for (const { 0: tag, 1: name = '', 2: fallback, index } of text.data.matchAll(tagPattern)) {
      if (!isTagName(name)) continue
      parts.push(text.data.slice(end, index), chipOf(document, name, fallback))
      end = index + tag.length
    }
    if (end > 0) text.replaceWith(...parts, text.data.slice(end))
  }
}

/** Returns a template's content as HTML for the editor. */
export const editorHtml = (content: string): string => {
  const body = bodyOf(templateHtml(content))
  insertChips(body)
  return body.innerHTML
}

/** Returns the content of an editor's document, one block per line; empty for an empty document. */
export const contentOf = (node: Node): string => {
  const body = bodyOf('')
  body.append(DOMSerializer.fromSchema(node.type.schema).serializeFragment(node.content))
  for (const chip of body.querySelectorAll<HTMLElement>('[data-tag]')) {
    const { tag = '', fallback } = chip.dataset
    if (isTagName(tag)) chip.replaceWith(tagText(tag, fallback ?? null))
  }
  // Unwraps the only paragraph of a list item, since mail clients leave a gap around paragraphs in lists.
  for (const paragraph of body.querySelectorAll('li > p:first-child')) {
    if (!paragraph.parentElement?.querySelector(':scope > p ~ p')) paragraph.replaceWith(...paragraph.childNodes)
  }
  if (body.textContent.trim() === '') return ''
  return [...body.children].map((block) => block.outerHTML).join('\n')
}

/** Returns content as the editor writes it, without the parts that it can't represent. */
export const asEdited = (content: string): string =>
  contentOf(NodeParser.fromSchema(schema).parse(bodyOf(editorHtml(content))))

const markNames: Readonly<Partial<Record<string, string>>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  a: 'a',
}

/** Reduces HTML to its blocks and its texts with their marks, so that different notations of the same content are equal. */
const outlineOf = (html: string): string => {
  const runs: { readonly marks: string; text: string }[] = []
  const add = (marks: string, text: string) => {
    const last = runs.at(-1)
    if (last?.marks === marks) last.text += text
    else runs.push({ marks, text })
  }
  const walk = (node: ChildNode, marks: readonly string[]): void => {
    if (node instanceof Element) {
      const attributes = [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort()
      const mark = markNames[node.localName]
      if (!mark) add('block', `\n<${[node.localName, ...attributes].join(' ')}>\n`)
      for (const child of node.childNodes) walk(child, mark ? [...marks, [mark, ...attributes].join(' ')] : marks)
      if (!mark) add('block', `\n</${node.localName}>\n`)
    } else if (node instanceof Text) {
      add([...marks].sort().join(', '), node.data.replaceAll(/[ \t\r\n]+/g, ' '))
    } else {
      add('comment', node.nodeValue ?? '')
    }
  }
  for (const child of bodyOf(html).childNodes) walk(child, [])
  return runs
    .map(({ marks, text }) => (marks === '' || marks === 'block' ? text : `[${marks}: ${text}]`))
    .join('')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n+/g, '\n')
    .trim()
}

const editableElements = new Set('p br strong b em i a ul ol li h1 h2 h3 blockquote'.split(' '))

const isEditable = ({ localName }: Element, { name, value }: Attr): boolean =>
  localName === 'a' && (name === 'href' || (name === 'class' && value === 'button'))

/** Names the elements and attributes that editing as text would lose; null if there are none. */
export const findLosses = (content: string): readonly string[] | null => {
  const html = templateHtml(content)
  if (outlineOf(html) === outlineOf(templateHtml(asEdited(content)))) return null
  const names = [...bodyOf(html).querySelectorAll('*')].flatMap((element) =>
    editableElements.has(element.localName)
      ? [...element.attributes].filter((one) => !isEditable(element, one)).map(({ name }) => name)
      : [`<${element.localName}>`],
  )
  return [...new Set(names)]
}
