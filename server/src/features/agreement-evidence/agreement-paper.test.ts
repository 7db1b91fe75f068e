import { describe, expect, test } from 'vitest'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { drawing } from '../../platform/pdf/pdf-document.ts'
import { fillSealPlace } from '../../platform/pdf/seal-place.ts'
import { sha256 } from '../../platform/signing/canonical.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { sampleDocument, sampleFiles, sampleRecord, sampleSnapshot } from '../../testing/evidence.ts'
import { pagesOf, pdfLanguageOf } from '../../testing/pdf-text.ts'
import { agreementDocument, agreementFileName } from '../agreements/agreements.document.ts'
import type { Snapshot } from '../agreements/agreements.snapshot.ts'
import { customers } from '../customers/customers.table.ts'
import type { EvidenceRecord } from './agreement-evidence.record.ts'
import { sealableDocument } from './agreement-evidence.sealing.service.ts'

const at = '2026-03-24T09:00:00.000Z'

/** A sent agreement with this many lines of 1 200 kr. VAT is 25 %, and 15 % on each third line. */
const snapshotWith = (fields: Partial<Snapshot> = {}, lines = 1): Snapshot => {
  const products = Array.from({ length: lines }, (_, index) => ({
    description: `Rådgivning, del ${index + 1}.`,
    productId: null,
    quantity: 1,
    unitPrice: 120_000,
    vatRate: index % 3 === 2 ? 15 : 25,
    totalPrice: 120_000,
  }))
  const vatAmount = products.reduce((sum, { vatRate }) => sum + 1_200 * vatRate, 0)
  return { ...sampleSnapshot, totalAmount: 120_000 * lines, vatAmount, products, ...fields }
}

const clause = (name: string, sentences = 1) => ({
  name,
  content: `${name} er avtalt slik partene har drøftet det. `.repeat(sentences),
  customContent: null,
})

type Answer = Partial<EvidenceRecord['answer']>

const draw = (snapshot: Snapshot, answer?: Answer) =>
  drawPdf(
    answer
      ? sampleDocument({ agreement: snapshot, answer: { ...sampleRecord().answer, ...answer } })
      : agreementDocument(snapshot, { madeAt: at }),
  )
const readPages = async (snapshot: Snapshot, answer?: Answer): Promise<string[]> =>
  (await pagesOf(await draw(snapshot, answer))).map((page) => page.replaceAll(/\s+/g, ' '))

describe('the first page', () => {
  test('has the company, the number, the date, both parties, the lines, VAT by rate and numbered terms', async () => {
    const snapshot = snapshotWith(
      { validUntil: '2026-12-31', conditions: [clause('Betaling'), clause('Oppsigelse')] },
      3,
    )
    const responsible = { name: 'Ola Nordmann', phone: '+47 98 76 54 32', email: null }
    const [page = '', ...others] = await readPages({ ...snapshot, seller: { ...snapshot.seller, responsible } })
    expect(others).toEqual([])
    const order = [
      'Eksempel AS',
      'Org.nr. 999 999 999',
      'Storgata 1, 0001 Eksempelby',
      '+47 12 34 56 78 · post@eksempel.example',
      'A-2026-0007',
      'Dato tirsdag 24. mars 2026',
      'Gyldig til og med torsdag 31. desember 2026',
      'Rådgivning',
      'Leverandør',
      'Kunde',
      'Blåbær & sønner AS',
      'Org.nr. 974 760 673',
      'Ansvarlig',
      'Ola Nordmann',
      'Kontaktperson',
      'Kari Nordmann',
      'Rådgivning, del 3.',
      'Sum eks. mva 3 600,00 kr',
      'MVA 25 % av 2 400,00 kr 600,00 kr',
      'MVA 15 % av 1 200,00 kr 180,00 kr',
      'Total ink. mva 4 380,00 kr',
      'Betingelser',
      '1. Betaling',
      '2. Oppsigelse',
      'Side 1 av 1',
    ]
    const places = order.map((part, index) => page.indexOf(part, page.indexOf(order[index - 1] ?? '')))
    expect(order.filter((_, index) => (places[index] ?? -1) < 0)).toEqual([])
    expect(page).not.toContain('Utkast')
  })

  test('marks a draft, and shows no VAT for lines without VAT', async () => {
    const [page = ''] = await readPages(snapshotWith({ number: 0, vatAmount: 0 }))
    expect(page).toContain('Utkast, ikke sendt')
    expect(page).not.toMatch(/MVA \d|Dato/)
  })

  test.each([
    ['accept', 'Akseptert'],
    ['reject', 'Avslått'],
  ] as const)('says who answered and when after %s', async (action, outcome) => {
    const [page = ''] = await readPages(snapshotWith(), { action })
    expect(page).toContain(`${outcome} Kari Nordmann tirsdag 24. mars 2026 kl. 10:00 (norsk tid).`)
  })
})

test('is English in an English agreement', async () => {
  const conditions = [{ name: 'Payment', content: 'Net 14', customContent: null }]
  const snapshot = snapshotWith({ language: 'en', title: 'Advice', conditions })
  const pdf = await draw(snapshot, {})
  expect(agreementFileName(snapshot)).toBe('Agreement A-2026-0007 Blåbær & sønner AS.pdf')
  expect(await pdfLanguageOf(pdf)).toBe('en-GB')
  const text = (await pagesOf(pdf)).join(' ').replaceAll(/\s+/g, ' ')
  for (const part of [
    'Supplier',
    'Customer',
    'Unit price',
    'VAT 25% NOK 300.00',
    'Total incl. VAT NOK 1,500.00',
    'Terms',
    'Evidence of the answer',
    'Tuesday, 24 March 2026 at 10:00 (Norwegian time)',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toMatch(/Avtale|Kunde|Betingelser|Side |mva/)
})

describe('page breaks', () => {
  test('repeat number, title and company from page 2, and keep 60 lines and the total on page 1', async () => {
    const pages = await readPages(snapshotWith({ title: 'Kvalitetssystem' }, 60))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]).toMatch(/Total ink\. mva 87 600,00 kr/)
    for (const page of pages.slice(1)) expect(page).toMatch(/A-2026-0007 · Kvalitetssystem Eksempel AS/)
    expect(pages[0]).not.toContain('A-2026-0007 · Kvalitetssystem')
    // The sums are never alone on a page.
    expect(pages.findLast((page) => page.includes('Total ink. mva'))).toContain('Rådgivning, del 60.')
  })

  test.each([1, 3, 6, 9, 12])(
    'keep each heading with its clause, and leave no clause alone, after %i lines',
    async (lines) => {
      const names = ['Betaling', 'Levering', 'Oppsigelse', 'Taushet', 'Ansvar', 'Tvister']
      const pages = await readPages(snapshotWith({ conditions: names.map((name) => clause(name, 4)) }, lines))
      for (const [index, name] of names.entries()) {
        const page = pages.find((text) => text.includes(`${index + 1}. ${name}`))
        expect(page, name).toContain(`${name} er avtalt slik`)
      }
      if (pages.length > 1) expect(pages.at(-1)?.match(/\d\. \p{L}/gu)?.length ?? 0).not.toBe(1)
    },
  )

  test('split a text that is longer than a page instead of losing its end', async () => {
    const textOf = (word: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${word} ${index}.`).join('\n')
    const snapshot = snapshotWith()
    const products = snapshot.products.map((line) => ({ ...line, description: textOf('punkt', 120) }))
    const message = textOf('svar', 200)
    const text = (await readPages({ ...snapshot, products }, { message })).join(' ')
    for (let index = 0; index < 200; index++) expect(text).toContain(`svar ${index}.`)
    expect(text).toContain('punkt 119.')
  })
})

describe('the page with the evidence', () => {
  const factsOf = (...fields: Parameters<typeof sampleDocument>): Record<string, string> =>
    Object.fromEntries(sampleDocument(...fields).blocks.flatMap((block) => ('facts' in block ? block.facts : [])))
  const titleOf = (...fields: Parameters<typeof sampleDocument>) =>
    sampleDocument(...fields).blocks.findLast(({ kind }) => kind === 'title')

  test('names answerer, outcome, verification and number of the answer, and the text that it named', () => {
    expect(titleOf()).toMatchObject({ text: 'Akseptert av Kari Nordmann' })
    expect(factsOf({ verification: { method: 'code', sentTo: 'kari@kunde.example' } })).toMatchObject({
      'Bekreftet med': 'Lenken og en kode på e-post\nSendt til kari@kunde.example',
      'Svaret kom via': 'lenken',
      Sendt: 'tirsdag 24. mars 2026 kl. 10:00\nLenken ble sendt til kari@kunde.example',
      Akseptert: 'tirsdag 24. mars 2026 kl. 10:00',
      Forseglet: 'tirsdag 24. mars 2026 kl. 10:00',
      'Bevis (SHA-256)': expect.stringMatching(/^[0-9a-f]{64}$/),
      'IP-adresse': '203.0.113.7',
      Nettleser: 'Prøvenettleser 1.0',
      'Bevis nr.': '7',
      Nøkkel: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(sampleDocument().blocks.at(-1)).toMatchObject({
      note: expect.stringMatching(/^Svaret gjaldt akkurat denne/),
    })
  })

  test('says who may have answered where nobody was named, and how a copied link came about', () => {
    const unnamed = { ...sampleRecord().answer, name: null }
    const facts = factsOf({ answer: unnamed, link: { sendings: [], storedAddress: null }, read: 'newest' })
    expect(titleOf({ answer: unnamed })).toMatchObject({ text: 'Akseptert' })
    expect(facts).toMatchObject({
      'Besvart av': 'Navn ikke oppgitt, lenken ble kopiert, ikke sendt',
      'Svaret kom via': 'lenken, som ble kopiert, ikke sendt',
    })
  })

  test('says that the origin was erased, and nothing of one that was not recorded', () => {
    const erased = factsOf({}, { origin: null })
    expect([erased['IP-adresse'], erased.Nettleser]).toEqual(['Slettet etter ønske', 'Slettet etter ønske'])
    expect(factsOf({ origin: null })).not.toHaveProperty('IP-adresse')
  })

  test.each([
    [1, 'Rådgivning', 1, '93ef718b9e0986cf966911c124184767ff8ec9c3c2b50ba0a4ffd69d542dbcd0'],
    [1, '☐ Привет', 1, '2a4308e6ce751528caab77118e188adf25bd8ce082eec392ce4f3dd45a45a93b'],
    [2, 'Rådgivning ☐ Привет 👍 漢', 1, 'daba9017eb62724cf3c2ccfa115ff032330b8338a527f399cca28e8e98d668b2'],
    [
      2,
      'Bedriftshelsetjenestesamarbeidspartneroppfølging',
      40,
      '704d4839b668f656863729e3ffe8b91d7d07542fc069609a08e9ef6e8bd2ea27',
    ],
    [drawing, 'Rådgivning ☐ Привет 👍 漢', 40, 'f0d91102537d85b8112cc7b95ef8710d58b517961a764e7d2593235701c80799'],
  ])('of version %i is drawn as before; a changed drawing needs a new version', async (version, title, lines, hash) => {
    const record = sampleRecord({ drawing: version, agreement: snapshotWith({ title }, lines) })
    const drawn = await drawPdf(sealableDocument(sampleFiles(record), at))
    const content = await fillSealPlace(drawn, async () => Buffer.from('signature'))
    expect([drawing, sha256(content)]).toEqual([3, hash])
  })
})

describe('the file name', async () => {
  const { kontor, admin, createDraft, createAndSend, responsePath } = await startAgreementApp()

  test('names the agreement and the customer, for the office and the customer', async () => {
    const headerOf = async (path: string) => (await admin('GET', path)).headers['content-disposition']
    const agreement = await createAndSend()
    const name = `Avtale%20${agreement.reference}%20Bl%C3%A5b%C3%A6r%20%26%20s%C3%B8nner%20AS.pdf`
    for (const path of [`/api/agreements/${agreement.id}/pdf`, `${responsePath(agreement)}/pdf`]) {
      expect(await headerOf(path)).toBe(
        `attachment; filename="Avtale ${agreement.reference} Blabaer & sonner AS.pdf"; filename*=UTF-8''${name}`,
      )
    }
    await kontor.database.db.update(customers).set({ name: 'x"; filename=y.exe\\%41' })
    const { id, reference } = await createDraft()
    const hostile = await headerOf(`/api/agreements/${id}/pdf`)
    expect(hostile).toMatch(/^attachment; filename="[^"\\%]+\.pdf"; filename\*=UTF-8''[\w.%-]+\.pdf$/)
    expect(hostile).toContain(reference)
  })

  test.each([
    ['A/S Ny: "Vei"\r\nX-Ny: 1', 'Avtale A-2026-0007 A S Ny Vei X-Ny 1.pdf'],
    ['Kunde A.S. . ', 'Avtale A-2026-0007 Kunde A.S.pdf'],
    ['\u202efdp.exe', 'Avtale A-2026-0007 fdp.exe.pdf'],
    ['x'.repeat(300), `Avtale A-2026-0007 ${'x'.repeat(101)}.pdf`],
    ['\ud800?', 'Avtale A-2026-0007 \ufffd.pdf'],
  ])('of a customer named %j is %j', (name, expected) => {
    const snapshot = snapshotWith()
    expect(agreementFileName({ ...snapshot, customer: { ...snapshot.customer, name } })).toBe(expected)
  })
})
