import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { pagesOf, pdfLanguageOf } from '../../testing/pdf-text.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { customers } from '../customers/customers.table.ts'
import { agreementDocument, agreementFileName } from './agreements.document.ts'
import { parseSnapshot, type Snapshot } from './agreements.evidence.ts'

const { kontor, admin, callOk, customer, createDraft, addLine, send, createAndSend, read, answer, responsePath } =
  await startAgreementApp()
const { db, pool } = kontor.database

const download = (id: string) => admin('GET', `/api/agreements/${id}/pdf`)
const readPages = async (id: string): Promise<string[]> => pagesOf((await download(id)).rawPayload)

const addClauses = async (id: string, clauses: readonly (readonly [name: string, content: string])[]) => {
  for (const [name, content] of clauses) {
    const [condition] = await db.insert(conditions).values({ name, content }).returning()
    await callOk('POST', `/api/agreements/${id}/conditions`, { conditionId: condition?.id })
  }
}

const draftWith = async (lines: number, body: object = {}): Promise<Agreement> => {
  const { id } = await createDraft(body)
  for (let line = 1; line <= lines; line++) {
    await addLine(id, { description: `Rådgivning, del ${line}.`, vatRate: line % 3 === 0 ? 15 : 25 })
  }
  return read(id)
}

const clause = (name: string, sentences: number) =>
  [name, `${name} er avtalt slik partene har drøftet det. `.repeat(sentences)] as const

describe('the first page', () => {
  test('has the company, the number, the date, both parties, the lines, VAT by rate and numbered terms', async () => {
    const responsible = { responsibleName: 'Ola Nordmann', responsiblePhone: '+47 98 76 54 32' }
    const { id, reference } = await draftWith(3, { validUntil: '2026-12-31', ...responsible })
    await addClauses(id, [clause('Betaling', 1), clause('Oppsigelse', 1)])
    await send(id)
    const [page = '', ...others] = await readPages(id)
    expect(others).toEqual([])
    const order = [
      'Eksempel AS',
      'Org.nr. 999 999 999',
      'Storgata 1, 0001 Eksempelby',
      '+47 12 34 56 78 · post@eksempel.example',
      reference,
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
    const text = page.replaceAll(/\s+/g, ' ')
    const places = order.map((part, index) =>
      text.indexOf(part, index === 0 ? 0 : text.indexOf(order[index - 1] ?? '')),
    )
    expect(order.filter((_, index) => (places[index] ?? -1) < 0)).toEqual([])
    expect(text).toMatch(/Dato \p{L}+ \d+\. \p{L}+ \d{4}/u)
    expect(text).not.toContain('Utkast')
  })

  test('has the total on page 1 with any number of lines', async () => {
    const { id } = await draftWith(60)
    const [page = '', ...others] = await readPages(id)
    expect(others.length).toBeGreaterThan(0)
    expect(page.replaceAll(/\s+/g, ' ')).toMatch(/Total ink\. mva 8\d \d{3},00 kr/)
  })

  test('marks a draft, and shows no VAT where there is none', async () => {
    const { id } = await createDraft()
    await addLine(id, { vatRate: 0 })
    const [page = ''] = await readPages(id)
    expect(page).toContain('Utkast, ikke sendt')
    expect(page).not.toMatch(/MVA 0|Dato/)
  })

  test.each([
    ['accept', 'Akseptert'],
    ['reject', 'Avslått'],
  ])('says who answered and when after %s', async (action, outcome) => {
    const agreement = await createAndSend()
    await answer(agreement, { action, name: 'Kari Nordmann' })
    const [page = ''] = await readPages(agreement.id)
    const text = page.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`${outcome} Kari Nordmann tirsdag 24. mars 2026 kl. 10:00 (norsk tid).`)
  })
})

test('is English in an English agreement', async () => {
  const { id } = await draftWith(1, { language: 'en', title: 'Advice' })
  await addClauses(id, [clause('Payment', 1)])
  const sent = await send(id)
  await answer(sent, { action: 'accept', name: 'Kari Nordmann' })
  const { rawPayload, headers } = await download(id)
  expect(headers['content-disposition']).toContain(`filename="Agreement ${sent.reference} `)
  expect(await pdfLanguageOf(rawPayload)).toBe('en-GB')
  const pages = await pagesOf(rawPayload)
  const text = pages.join(' ').replaceAll(/\s+/g, ' ')
  for (const part of [
    'Supplier',
    'Customer',
    'Unit price',
    'VAT 25% NOK 300.00',
    'Total incl. VAT NOK 1,500.00',
    'Terms',
  ])
    expect(text).toContain(part)
  expect(text).toContain('Evidence of the answer')
  expect(text).toContain('Tuesday, 24 March 2026 at 10:00 (Norwegian time)')
  expect(text).not.toMatch(/Avtale|Kunde|Betingelser|Side |mva/)
})

describe('page breaks', () => {
  test('repeat the number, the title and the company from page 2, and keep all 60 lines', async () => {
    const { id, reference } = await draftWith(60, { title: 'Kvalitetssystem' })
    const pages = await readPages(id)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages.slice(1)) expect(page).toMatch(new RegExp(`${reference} · Kvalitetssystem\\s+Eksempel AS`))
    expect(pages[0]).not.toContain(`${reference} · Kvalitetssystem`)
    for (let line = 1; line <= 60; line++) {
      expect(pages.filter((page) => page.includes(`Rådgivning, del ${line}.`))).toHaveLength(1)
    }
    // The sums are never alone on a page.
    const last = pages.findLast((page) => page.includes('Total ink. mva'))
    expect(last).toContain('Rådgivning, del 60.')
  })

  test('keep each heading with the beginning of its clause, and leave no clause alone', async () => {
    for (const lines of [1, 3, 6, 9, 12]) {
      const { id } = await draftWith(lines)
      const names = ['Betaling', 'Levering', 'Oppsigelse', 'Taushet', 'Ansvar', 'Tvister']
      await addClauses(
        id,
        names.map((name) => clause(name, 4)),
      )
      const pages = await readPages(id)
      for (const [index, name] of names.entries()) {
        const page = pages.find((text) => text.replaceAll(/\s+/g, ' ').includes(`${index + 1}. ${name}`))
        expect(page, name).toContain(`${name} er avtalt slik`)
      }
      if (pages.length > 1) expect(pages.at(-1)?.match(/\d\. \s*\p{L}/gu)?.length ?? 0).not.toBe(1)
    }
  })

  test('split a text that is longer than a page instead of losing its end', async () => {
    const { id } = await createDraft()
    await addLine(id, {
      description: Array.from({ length: 120 }, (_, line) => `punkt ${line}.`)
        .join('\n')
        .slice(0, 1_000),
    })
    const sent = await send(id)
    await answer(sent, {
      action: 'reject',
      name: 'Kari',
      message: Array.from({ length: 200 }, (_, at) => `svar ${at}.`).join('\n'),
    })
    const text = (await readPages(id)).join(' ')
    for (let at = 0; at < 200; at++) expect(text).toContain(`svar ${at}.`)
    expect(text).toContain('punkt 90.')
  })
})

describe('the page with the evidence', () => {
  const proof = {
    action: 'accept',
    channel: 'link',
    message: null,
    name: 'Kari Nordmann',
    answeredAt: '2026-03-24T09:00:00.000Z',
    evidence: 'a'.repeat(64),
    answeredBy: 'Kari Nordmann',
  } as const

  const snapshotOf = async (): Promise<Snapshot> => {
    const { id } = await createAndSend()
    const { rows } = await pool.query('SELECT content FROM agreement_snapshots WHERE agreement_id = $1', [id])
    return parseSnapshot(rows[0].content)
  }

  const factsOf = (snapshot: Snapshot, more: object): Record<string, string> => {
    const { blocks } = agreementDocument(snapshot, { proof: { ...proof, ...more }, madeAt: proof.answeredAt })
    return Object.fromEntries(blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : [])))
  }

  test('shows where the answer came from, how it was verified, and its place in the chain', async () => {
    const origin = {
      address: '203.0.113.7',
      userAgent: 'Prøvenettleser 1.0',
      reach: { to: ['kari@kunde.example'], cc: [] },
    }
    expect(
      factsOf(await snapshotOf(), {
        ...origin,
        verification: { method: 'code', sentTo: 'kari@kunde.example' },
        number: 7,
        keyId: 'k1',
      }),
    ).toMatchObject({
      'Bevis (SHA-256)': `${'a'.repeat(32)}\n${'a'.repeat(32)}`,
      'Besvart av': 'Kari Nordmann',
      'Bekreftet med': 'Lenken og en kode på e-post\nSendt til kari@kunde.example',
      Lenken: 'ble sendt til kari@kunde.example',
      'IP-adresse': '203.0.113.7',
      Nettleser: 'Prøvenettleser 1.0',
      'Bevis nr.': '7',
      Nøkkel: 'k1',
    })
  })

  test('says that the origin was erased, and nothing of one that was not recorded', async () => {
    const snapshot = await snapshotOf()
    const erased = factsOf(snapshot, { address: null, userAgent: null })
    expect([erased['IP-adresse'], erased.Nettleser]).toEqual(['Slettet etter ønske', 'Slettet etter ønske'])
    expect(Object.keys(factsOf(snapshot, {}))).not.toEqual(expect.arrayContaining(['IP-adresse']))
  })
})

describe('the file name', () => {
  test('names the agreement and the customer, for the office and the customer', async () => {
    const agreement = await createAndSend()
    const name = `Avtale%20${agreement.reference}%20Bl%C3%A5b%C3%A6r%20%26%20s%C3%B8nner%20AS.pdf`
    for (const answered of [await download(agreement.id), await kontor.call('GET', `${responsePath(agreement)}/pdf`)])
      expect(answered.headers['content-disposition']).toBe(
        `attachment; filename="Avtale ${agreement.reference} Blabaer & sonner AS.pdf"; filename*=UTF-8''${name}`,
      )
  })

  test.each([
    ['A/S Ny: "Vei"\r\nX-Ny: 1', 'Avtale A-2026-0007 A S Ny Vei X-Ny 1.pdf'],
    ['Kunde A.S. . ', 'Avtale A-2026-0007 Kunde A.S.pdf'],
    ['\u202efdp.exe', 'Avtale A-2026-0007 fdp.exe.pdf'],
    ['x'.repeat(300), `Avtale A-2026-0007 ${'x'.repeat(101)}.pdf`],
    ['\ud800?', 'Avtale A-2026-0007 \ufffd.pdf'],
  ])('of a customer named %j is %j', async (name, expected) => {
    const snapshot: Snapshot = {
      format: 'kontor-agreement-2',
      agreementId: '11111111-1111-4111-8111-111111111111',
      number: 1,
      reference: 'A-2026-0007',
      title: 'Rådgivning',
      description: null,
      validUntil: null,
      currency: 'NOK',
      totalAmount: 0,
      vatAmount: 0,
      seller: { name: 'Eksempel AS', organizationNumber: '999 999 999', address: '', email: 'post@eksempel.example' },
      customer: { name, organizationNumber: null, address: null, postCode: null, city: null },
      contactPerson: null,
      products: [],
      conditions: [],
    }
    expect(agreementFileName(snapshot)).toBe(expected)
  })

  test('adds no header for a hostile customer', async () => {
    await db.update(customers).set({ name: 'x"; filename=y.exe\\%41' })
    const { id, reference } = await createDraft({ customerId: customer.id })
    const header = String((await download(id)).headers['content-disposition'])
    expect(header).toMatch(/^attachment; filename="[^"\\%]+\.pdf"; filename\*=UTF-8''[\w.%-]+\.pdf$/)
    expect(header).toContain(reference)
  })
})
