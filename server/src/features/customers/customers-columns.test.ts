import type { Customer } from '@kontor/contract/customers/customers.schema'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)

const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

const send = async (rows: CellValue[][], query: string) => {
  const bytes = await writeXlsx({ sheets: [{ name: 'Ark', rows }] })
  return session.upload(`/api/customers/import?${query}`, { name: 'kunder.xlsx', bytes })
}

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

const known = [
  ['Navn', 'Epost', 'Mail', 'Farge'],
  ['Alfa AS', 'alfa@a.example', 'faktura@a.example', 'rød'],
]
const unknown = [
  ['Hvem', 'Hvor', 'Adressen'],
  ['Alfa AS', 'Bergen', 'alfa@a.example'],
]

describe('the columns of an imported file', () => {
  test('are listed by a preview with their fields and first values', async () => {
    const { mapping, unknownColumns } = (await send(known, 'dryRun=true')).json()
    expect(unknownColumns).toEqual(['Mail', 'Farge'])
    expect(mapping.columns).toEqual([
      { header: 'Navn', field: 'name', sample: 'Alfa AS' },
      { header: 'Epost', field: 'email', sample: 'alfa@a.example' },
      { header: 'Mail', field: null, sample: 'faktura@a.example' },
      { header: 'Farge', field: null, sample: 'rød' },
    ])
    expect(mapping.fields.slice(0, 3)).toEqual([
      { field: 'name', label: 'Navn', required: true },
      { field: 'email', label: 'E-post', required: true },
      { field: 'phone', label: 'Telefon', required: false },
    ])
    expect((await send(known, '')).json().mapping).toBeUndefined()
  })

  test('go to the fields that the caller chooses, and messages quote their headers', async () => {
    const chosen = 'columns=name,,email,description'
    expect((await send(known, `dryRun=true&${chosen}`)).json()).toMatchObject({
      rows_created: 1,
      columns: ['Navn', 'E-post', 'Beskrivelse'],
      unknownColumns: [],
      mapping: { columns: [{ field: 'name' }, { field: null }, { field: 'email' }, { field: 'description' }] },
    })
    expect(await stored()).toEqual([])
    expect((await send(known, chosen)).json()).toMatchObject({ rows_created: 1 })
    expect(await stored()).toMatchObject([{ name: 'Alfa AS', email: 'faktura@a.example', description: 'rød' }])
    const { rows } = (await send(known, 'dryRun=true&columns=email,name,,')).json()
    expect(rows).toMatchObject([{ outcome: 'failed', column: 'Navn', message: 'Ugyldig e-postadresse' }])
  })

  test('may all be unknown: a preview lists them, and the caller chooses', async () => {
    const refused = await send(unknown, 'dryRun=true')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        error: expect.stringContaining('Fant ingen kolonner vi kjenner igjen.'),
        mapping: { columns: [{ header: 'Hvem', field: null, sample: 'Alfa AS' }, {}, {}] },
      },
    ])
    expect((await send(unknown, '')).json().mapping).toBeUndefined()
    expect((await send(unknown, 'columns=name,city,email')).json()).toMatchObject({ rows_created: 1, rows_failed: 0 })
    expect(await stored()).toMatchObject([{ name: 'Alfa AS', city: 'Bergen', email: 'alfa@a.example' }])
  })

  test.each([
    ['columns=name,name', 400, 'To kolonner kan ikke gå til samme felt: Navn'],
    ['columns=name,passord', 400, 'Ukjent felt: passord'],
    ['columns=name,toString', 400, 'Ukjent felt: toString'],
    ['columns=city,', 400, 'Minst en kolonne må gå til et av disse feltene: Navn, E-post, Org.nr'],
    ['columns=name,email', 422, 'Filen har andre kolonner enn dem som er valgt. Velg filen på nytt.'],
  ])('are rejected with a sentence: %s', async (query, status, sentence) => {
    const answer = await send(known, query)
    expect([answer.statusCode, answer.json().error]).toEqual([status, sentence])
    expect(await stored()).toEqual([])
  })
})
