import { compile, type FormatCallback } from 'html-to-text'

/** Marks the line of an address at both ends. A noncharacter, which no text contains. */
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

// regexp: a character that occurs nowhere else, between two runs of other characters.
const besideAddress = /[([<«“"]*\uFDD0[\])>.,;:!?»”"]* ?/g

/** Removes brackets, quotes and punctuation next to an address, and lines that then hold only a quote mark or indentation. */
const withoutEdge = (line: string): string[] => {
  if (!line.includes(edge)) return [line]
  const rest = line.replaceAll(besideAddress, '').trimEnd()
  return /^[ >]*:?$/.test(rest) ? [] : [rest]
}

/** Converts a mail's HTML to its plain-text part. Lines have at most 78 characters, except those of longer addresses. */
export const plainText = (html: string): string => convert(html).split('\n').flatMap(withoutEdge).join('\n')
