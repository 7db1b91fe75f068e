import { compile, type FormatCallback } from 'html-to-text'

/** Marks the ends of the texts before and after an address's line. A noncharacter, which texts don't use. */
const edge = '\uFDD0'

type Node = Parameters<FormatCallback>[0]

const textOf = ({ data = '', children = [] }: Node): string => data + children.map(textOf).join('')

/**
 * Writes a link's label, and the address on a line of its own: mail clients would take adjacent brackets and full stops for part of it. If
 * the label is the mail address or telephone number itself, it stays within the text.
 */
const formatLink: FormatCallback = (link, walk, builder) => {
  const { href = '' } = link.attribs
  const address = href.replace(/^(?:mailto|tel):/, '')
  const label = textOf(link).trim()
  const isNamed = label !== href
  if (isNamed) walk(link.children, builder)
  if (!address || (address !== href && label.replaceAll(' ', '') === address)) return
  const colon = isNamed && /[\p{L}\p{N}]$/u.test(label) ? ':' : ''
  builder.addInline(colon + edge, { noWordTransform: true })
  builder.addLineBreak()
  builder.addInline(address, { noWordTransform: true })
  builder.addLineBreak()
  builder.addInline(edge, { noWordTransform: true })
}

const convert = compile({
  wordwrap: 78,
  formatters: { link: formatLink },
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'skip' },
    { selector: '.line', format: 'skip' },
    { selector: '.preview', format: 'skip' },
  ],
})

// regexp: neither run of characters contains the mark between them.
const besideAddress = /[([<«“"]*\uFDD0[\])>.,;:!?»”"]* ?/g

/** Removes brackets, quotation marks and punctuation next to an address, and lines that then have only spaces, `>` or a colon. */
const withoutEdge = (line: string): string[] => {
  if (!line.includes(edge)) return [line]
  const rest = line.replaceAll(besideAddress, '').trimEnd()
  return /^[ >]*:?$/.test(rest) ? [] : [rest]
}

/** Converts a mail's HTML to its plain-text part. Lines have at most 78 characters, unless one address or word is longer. */
export const plainText = (html: string): string => convert(html).split('\n').flatMap(withoutEdge).join('\n')
