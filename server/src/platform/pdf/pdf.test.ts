import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, describe, expect, test } from 'vitest'
import { drawPdf } from './draw-pdf.ts'
import type { PdfBlock, PdfDocument } from './pdf-document.ts'
import { openPdfRenderer } from './pdf-renderer.ts'

const renderer = openPdfRenderer()
afterAll(renderer.close)

const receipt = { purpose: 'receipt' } as const

const documentOf = (...blocks: readonly PdfBlock[]): PdfDocument => ({
  title: 'Avtale om blåbær',
  author: 'Eksempel AS',
  language: 'nb-NO',
  createdAt: '2026-03-24T09:00:00.000Z',
  letterhead: { lines: [], facts: [] },
  runningHead: 'A-1',
  footer: 'Eksempel AS · Avtale 1',
  pageLabel: 'Side {page} av {pages}',
  blocks,
})

const tableOf = (rows: number): PdfBlock => ({
  kind: 'table',
  columns: [
    { label: 'Beskrivelse', width: 0.7, align: 'left' },
    { label: 'Beløp', width: 0.3, align: 'right' },
  ],
  rows: Array.from({ length: rows }, (_, row) => [`Rådgivning, del ${row + 1}`, `${row + 1},00 kr`]),
  sums: [['Total ink. mva', '1 234,50 kr']],
})

const open = async (...blocks: readonly PdfBlock[]) => {
  const file = await renderer.render(documentOf(...blocks), receipt)
  const pdf = await getDocument({ data: Uint8Array.from(file) }).promise
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map((number) => pdf.getPage(number)))
  const texts = await Promise.all(
    pages.map(async (page) =>
      (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' '),
    ),
  )
  return { file, pdf, pages, texts }
}

/** The roles in a structure tree, `Table(TR(TH TH))`; leaves out elements on other pages. */
const rolesIn = (node: unknown): string => {
  const { role, children, type } = Object(node)
  if (type === 'content') return ' '
  const nested: string[] = Array.isArray(children) ? children.map(rolesIn).filter(Boolean) : []
  const roles = nested.map((text) => text.trim()).filter(Boolean)
  return nested.length === 0 ? '' : `${role}${roles.length > 0 ? `(${roles.join(' ')})` : ''}`
}

describe('a PDF', () => {
  test('is real text with Norwegian letters, a title, a language and numbered pages', async () => {
    const { pdf, texts } = await open(
      { kind: 'title', text: 'Blåbærsyltetøy' },
      { kind: 'paragraph', text: 'ÆØÅ æøå «sitat» – 1\u00a0234,50\u00a0kr, § 5, 50\u00a0€' },
      { kind: 'page' },
      { kind: 'small', text: 'Slutt' },
    )
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Avtale om blåbær', Author: 'Eksempel AS', Language: 'nb-NO' })
    expect(texts).toHaveLength(2)
    expect(texts[0]?.replaceAll('\u00a0', ' ')).toContain('ÆØÅ æøå «sitat» – 1 234,50 kr, § 5, 50 €')
    expect(texts[0]).toMatch(/Eksempel AS · Avtale 1.+Side 1 av 2/)
    expect(texts[1]).toMatch(/Slutt.+Side 2 av 2/)
  })

  test('tags headings, paragraphs, tables and their heads, but not decoration', async () => {
    const { pages } = await open(
      { kind: 'title', text: 'Avtale' },
      { kind: 'facts', facts: [['Kunde', 'Blåbær AS']] },
      { kind: 'heading', text: 'Betaling' },
      { kind: 'paragraph', text: 'Netto 14' },
      tableOf(1),
    )
    expect(rolesIn(await pages[0]?.getStructTree())).toBe(
      'Root(Document(Div(Div(P)) H1 Div(P P) H2 P Table(TR(TH TH) TR(TD TD)) Div(P P)))',
    )
    expect(JSON.stringify(await pages[0]?.getStructTree())).toContain('"scope":"Column"')
  })

  test("repeats a long table's head on each page, tags it once, and keeps every row whole", async () => {
    const { pages, texts } = await open(tableOf(150))
    expect(pages.length).toBeGreaterThan(2)
    for (const text of texts) expect(text).toContain('Beskrivelse')
    const trees = await Promise.all(pages.map(async (page) => rolesIn(await page.getStructTree())))
    expect(trees.join(' ').split('TH').length - 1).toBe(2)
    for (let row = 1; row <= 150; row += 1) {
      expect(texts.filter((text) => text.includes(`Rådgivning, del ${row} `))).toHaveLength(1)
    }
  })

  test.each([
    ['other languages', 'Łódź Škoda Ελληνικά Привет, Москва-Сити Հայ', 'ŁódźŠkodaΕλληνικάПривет,Москва-СитиՀայ'],
    ['symbols', '☐ Valg A ✓ Valg B ◦ ⇒ ● H₂O 😀 👍', '☐ValgA✓ValgB◦⇒●H₂O😀👍'],
    ['accents apart', 'я\u0301 s\u030c', 'я\u0301š'],
    ['invisible letters', 'Man\u00addag ✔\ufe0f a\u200bb', 'Mandag✔ab'],
    ['letters that no typeface has', 'A 漢 א م', 'A???'],
  ])('writes %s', async (_, text, written) => {
    const { texts } = await open({ kind: 'title', text }, { kind: 'paragraph', text })
    expect(texts[0]?.replaceAll(/\s/g, '').replaceAll('\u00ad', '')).toContain(written + written)
  })

  test('says which letters it replaces, the same ones each time, and loads no other typeface for its own', async () => {
    const strange: PdfBlock = { kind: 'paragraph', text: 'A 漢 א 漢 ☐' }
    expect(await renderer.unshownLetters(documentOf(strange), receipt)).toEqual(['漢', 'א'])
    const fontsIn = async (document: PdfDocument) =>
      new Set((await drawPdf({ ...document, seal })).toString('latin1').match(/(?<=\/FontName \/\w+\+)\w+/g))
    const seal = { holder: 'Eksempel AS', reason: 'Prøve', at: '2026-03-24T09:00:00.000Z' }
    expect([...(await fontsIn(documentOf(strange)))]).toContain('DejaVuSans')
    expect([...(await fontsIn(documentOf(tableOf(1))))].join()).not.toContain('DejaVu')
    expect([...(await fontsIn({ ...documentOf(strange), drawing: 1 }))].join()).not.toContain('DejaVu')
  })

  test('breaks a word that is wider than the page, and flows over several pages', async () => {
    const { pages, texts } = await open({ kind: 'paragraph', text: `${'x'.repeat(5_000)}\n${'ord '.repeat(5_000)}` })
    expect(pages.length).toBeGreaterThan(2)
    const written = texts.join('').replaceAll('Eksempel AS', '')
    expect(written.split('x').length - 1).toBe(5_000)
    expect(written.split('ord').length - 1).toBe(5_000)
  })

  test('wraps lines between words, and keeps blank lines', async () => {
    const { pages } = await open({ kind: 'paragraph', text: `${'ord '.repeat(30)}\n\t\nslutt` })
    const items = (await pages[0]?.getTextContent())?.items ?? []
    const lines = items.flatMap((item) => ('str' in item && /ord|slutt/.test(item.str) ? [item] : []))
    expect(lines.map(({ str }) => str.trim())).toEqual([
      expect.stringMatching(/^ord( ord)+$/),
      expect.stringMatching(/^ord( ord)+$/),
      'slutt',
    ])
    const [first, second, last] = lines.map(({ transform }) => transform[5])
    expect(second - last).toBeCloseTo(2 * (first - second))
  })

  test('is the same for the same document', async () => {
    const document = documentOf(tableOf(3), { kind: 'paragraph', text: 'Привет ☐ 👍' })
    const [one, other] = await Promise.all([drawPdf(document), drawPdf(document)])
    expect(other.equals(one)).toBe(true)
  })
})

describe('the PDF thread', () => {
  test("does not block the server's thread", async () => {
    await open(tableOf(1))
    let turns = 0
    const beat = setInterval(() => {
      turns++
    }, 1)
    await renderer.render(documentOf(tableOf(300)), receipt)
    clearInterval(beat)
    // If this thread drew it, no timer would fire before it is done.
    expect(turns).toBeGreaterThan(10)
  })

  test('rejects a document that it cannot draw, and draws the next', async () => {
    const broken = { ...documentOf(), createdAt: 'i går' }
    await expect(renderer.render(broken, receipt)).rejects.toThrow('The thread "pdf" failed')
    expect((await open({ kind: 'title', text: 'Igjen' })).texts[0]).toContain('Igjen')
  })

  test('rejects the current document when closed', async () => {
    const closing = openPdfRenderer()
    const asked = closing.render(documentOf(tableOf(300)), receipt)
    await Promise.all([expect(asked).rejects.toThrow('The server stops'), closing.close()])
  })
})
