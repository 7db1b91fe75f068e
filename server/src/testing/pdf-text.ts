import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const open = (file: Uint8Array) => getDocument({ data: Uint8Array.from(file) }).promise

/** Returns the text of each page of a PDF, with plain spaces. */
export const pagesOf = async (file: Uint8Array): Promise<string[]> => {
  const pdf = await open(file)
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const texts = items.map((item) => ('str' in item ? item.str : ''))
    pages.push(texts.join(' ').replaceAll('\u00a0', ' '))
  }
  return pages
}

/** Returns the language of a PDF's text. */
export const pdfLanguageOf = async (file: Uint8Array): Promise<unknown> => {
  const { info } = await (await open(file)).getMetadata()
  return Object(info).Language
}

/** Returns the bytes of a mail's attachment. */
export const bytesOf = (content: ArrayBuffer | Uint8Array | string | undefined): Uint8Array => {
  if (content === undefined || typeof content === 'string') throw new Error('No file is attached')
  return new Uint8Array(content)
}
