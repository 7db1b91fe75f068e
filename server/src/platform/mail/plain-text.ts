import { compile, type FormatCallback } from 'html-to-text'

/** Stands before and behind the line of an address. A noncharacter, which no text contains. */
const edge = '\uFDD0'

type Node = Parameters<FormatCallback>[0]

const textOf = ({ data = '', children = [] }: Node): string => data + children.map(textOf).join('')

/**
 * Writes a link's label, and its address alone on the next line: mail clients take brackets and full stops for a part of it. Addresses of
 * mail and telephones that are their own label stay within the text.
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

// regexp: runs of other characters on both sides of one that occurs nowhere else.
const besideAddress = /[([<«“"]*\uFDD0[\])>.,;:!?»”"]* ?/g

/** Removes what stood beside an address, and a line that holds nothing else but its quote mark or indentation. */
const withoutEdge = (line: string): string[] => {
  if (!line.includes(edge)) return [line]
  const rest = line.replaceAll(besideAddress, '').trimEnd()
  return /^[ >]*:?$/.test(rest) ? [] : [rest]
}

/** Converts a mail's HTML to its plain-text part, with at most 78 characters per line but for longer addresses. */
export const plainText = (html: string): string => convert(html).split('\n').flatMap(withoutEdge).join('\n')
