import { isTagName, tagLabel, tagPattern } from '@kontor/contract/emails/emails.rules'
import { type Extensions, InputRule, Mark, Node, PasteRule } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import type { NodeType, Node as PmNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'

/** Matches the addresses that work in a mail. */
const usableAddress = /^(?:https?:\/\/|mailto:|tel:)\S+$/i

/** Completes a typed address; returns null if the text can't be an address. */
export const completeAddress = (typed: string): string | null => {
  const address = typed.trim()
  if (usableAddress.test(address)) return address
  if (/^[^\s@:/]+@[^\s@:/.]+(?:\.[^\s@:/.]+)+$/.test(address)) return `mailto:${address}`
  return /^(?:[^\s@:/.?#]+\.)+[^\s@:/.?#]{2,}(?:[/?#]\S*)?$/.test(address) ? `https://${address}` : null
}

const linkOf = (element: HTMLElement | null) => {
  const href = element?.getAttribute('href') ?? ''
  return usableAddress.test(href) ? { href } : false
}

const hidden = { default: null, rendered: false } as const

const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: hidden }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: linkOf }],
  renderHTML: ({ mark }) => ['a', { href: mark.attrs.href }, 0],
})

/** Finds a button's link, which is alone in its paragraph. The server renders it as a button that all mail clients show. */
const buttonIn = (paragraph: HTMLElement): HTMLElement | null => {
  const [only, ...others] = paragraph.childNodes
  return others.length === 0 && only instanceof HTMLElement && only.matches('a.button') ? only : null
}

const MailButton = Node.create({
  name: 'mailButton',
  group: 'block',
  content: '(text | tag)*',
  marks: '',
  addAttributes: () => ({ href: hidden }),
  parseHTML: () => [
    {
      tag: 'p',
      priority: 60,
      getAttrs: (element) => linkOf(buttonIn(element)),
      contentElement: (element: HTMLElement) => buttonIn(element) ?? element,
    },
  ],
  renderHTML: ({ node }) => ['p', ['a', { class: 'button', href: node.attrs.href }, 0]],
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        if (!editor.isActive(this.name)) return false
        const after = editor.state.selection.$to.after()
        return editor
          .chain()
          .insertContentAt(after, { type: 'paragraph' })
          .setTextSelection(after + 1)
          .run()
      },
    }
  },
})

interface Typed {
  readonly state: EditorState
  readonly range: { readonly from: number; readonly to: number }
  readonly match: RegExpMatchArray
}

/** Replaces a known tag, typed or pasted, by its chip. */
const replaceTag =
  (type: NodeType) =>
  ({ state, range: { from, to }, match }: Typed): null | undefined => {
    const [, name = '', fallback = null] = match
    if (!isTagName(name)) return null
    state.tr.replaceWith(from, to, type.create({ name, fallback }, null, state.doc.nodeAt(from)?.marks))
    return undefined
  }

const Tag = Node.create({
  name: 'tag',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: hidden, fallback: hidden }),
  parseHTML: () => [
    {
      tag: 'span[data-tag]',
      getAttrs: ({ dataset: { tag = '', fallback = null } }) => (isTagName(tag) ? { name: tag, fallback } : false),
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'span',
    { 'data-tag': attrs.name, ...(attrs.fallback !== null && { 'data-fallback': attrs.fallback }) },
    chipLabel(attrs),
  ],
  renderText: ({ node: { attrs } }) =>
    attrs.fallback === null ? `{${attrs.name}}` : `{${attrs.name}|${attrs.fallback}}`,
  addInputRules() {
    // regexp: linear; only the last few hundred characters before the cursor are searched.
    return [new InputRule({ find: new RegExp(`${tagPattern.source}$`), handler: replaceTag(this.type) })]
  },
  addPasteRules() {
    return [new PasteRule({ find: tagPattern, handler: replaceTag(this.type) })]
  },
})

const chipLabel = ({ name, fallback }: PmNode['attrs']): string => {
  const label = isTagName(name) ? tagLabel(name) : ''
  return fallback ? `${label}, ellers «${fallback}»` : label
}

export const templateExtensions: Extensions = [
  Document,
  Text,
  Paragraph,
  MailButton,
  Heading.configure({ levels: [1, 2, 3] }),
  Blockquote,
  BulletList,
  OrderedList,
  // Leaves Tab to the browser, which moves the focus on, and Ctrl+Enter to the dialog, which saves.
  ListItem.extend({
    addKeyboardShortcuts() {
      return { ...this.parent?.(), Tab: () => false, 'Shift-Tab': () => false }
    },
  }),
  HardBreak.extend({
    addKeyboardShortcuts() {
      return { 'Shift-Enter': () => this.editor.commands.setHardBreak() }
    },
  }),
  Link,
  Bold,
  Italic,
  Tag,
  UndoRedo,
]
