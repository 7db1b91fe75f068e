import { readFile } from 'node:fs/promises'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { XlsxStreamWriter } from 'hucre/xlsx'
import { beforeEach, expect, test } from 'vitest'
import { openSpreadsheet } from '../../platform/spreadsheet/read-spreadsheet.ts'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin, multipartForm } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { app, database } = kontor
const session = await logInAsAdmin(kontor)
const url = '/api/customers/import'

const fixture = await readFile(
  new URL('../../../../e2e/fixtures/spreadsheets/customers-openpyxl.xlsx', import.meta.url),
)

const upload = async (bytes: Uint8Array) => {
  const answer = await session.upload(url, { name: 'kunder.xlsx', bytes })
  return [answer.statusCode, answer.json().error]
}

/** A sheet with shared strings, as Excel writes it: a repeated text is in the file once. */
const sheetOf = async (rows: Iterable<string[]>): Promise<Uint8Array> => {
  const writer = new XlsxStreamWriter({ name: 'Kunder' })
  writer.addRow(['Navn', 'E-post', 'Adresse'])
  for (const row of rows) writer.addRow(row)
  return writer.finish()
}

/** The fixture with one part replaced. */
const withPart = (name: string, change: (xml: Uint8Array) => Uint8Array): Uint8Array => {
  const parts = unzipSync(fixture)
  const part = parts[name]
  if (!part) throw new Error(`The fixture has no ${name}`)
  return zipSync({ ...parts, [name]: change(part) }, { level: 9 })
}

beforeEach(() => clearTables(database.pool, 'customers'))

test('rejects a text longer than a cell may hold before expanding it into thousands of cells', async () => {
  const long = 'x'.repeat(1_000_000)
  const bytes = await sheetOf(Array.from({ length: 20_000 }, (_, at) => [`Kunde ${at}`, 'post@kunde.example', long]))
  expect(bytes.length).toBeLessThan(1_000_000)
  expect(await upload(bytes)).toEqual([
    422,
    'Rad 2 har en celle med mer enn 32\u00a0767 tegn, og det er mer enn et regneark tillater.',
  ])
})

test('imports other rows despite long texts, and truncates quoted texts', async () => {
  const long = 'lang '.repeat(6_000).trim()
  const bytes = await sheetOf([
    ['Kort AS', 'kort@kunde.example', 'Gata 1'],
    ['Lang AS', 'lang@kunde.example', long],
    ['Annen AS', long, 'Gata 2'],
  ])
  const report: ImportReport = (await session.upload(url, { name: 'kunder.xlsx', bytes })).json()
  expect(report).toMatchObject({ rows_ok: 1, rows_failed: 2 })
  const failed = report.rows.filter(({ outcome }) => outcome === 'failed')
  for (const { message } of failed) expect(message?.length).toBeLessThan(300)
  // The row itself is returned whole, to be corrected.
  expect(failed[0]?.cells?.[2]).toBe(long)
})

test('lists failed rows only up to a number of characters', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => [`Kunde ${at}`, 'feil', 'y'.repeat(9_000)])
  const answer = await session.upload(url, { name: 'kunder.xlsx', bytes: await sheetOf(rows) })
  const report: ImportReport = answer.json()
  expect(report).toMatchObject({ rows_ok: 0, rows_failed: 400 })
  expect(report.rows.length).toBeGreaterThan(100)
  expect(answer.body.length).toBeLessThan(2_500_000)
})

test('uses small batches for rows with long texts', async () => {
  const bytes = await sheetOf(Array.from({ length: 400 }, (_, at) => [`Kunde ${at}`, 'x@y.example', 'y'.repeat(9_000)]))
  const columns = {
    name: { label: 'Navn', kind: 'line', max: 200 },
    address: { label: 'Adresse', kind: 'text', max: 10_000 },
  } as const
  const sheet = await openSpreadsheet(new Uint8Array(bytes).buffer, {
    columns,
    requiredAnyOf: ['name'],
    batchSize: 500,
  })
  const sizes: number[] = []
  for await (const batch of sheet.batches()) sizes.push(batch.length)
  await sheet.close()
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(400)
  expect(Math.max(...sizes)).toBeLessThan(120)
})

test('rejects a part that unpacks to hundreds of times its size', async () => {
  const comment = strToU8(`<!--${' '.repeat(40_000_000)}-->`)
  const bytes = withPart('xl/worksheets/sheet1.xml', (xml) => {
    const text = new TextDecoder().decode(xml)
    const at = text.indexOf('<sheetData')
    return Buffer.concat([strToU8(text.slice(0, at)), comment, strToU8(text.slice(at))])
  })
  expect(bytes.length).toBeLessThan(200_000)
  expect(await upload(bytes)).toEqual([422, 'Filen pakker ut til mer enn vi kan lese. Del den i flere filer.'])
})

test('aborts a file that takes too much CPU time', async () => {
  const columns = { name: { label: 'Navn', kind: 'line', max: 200 } } as const
  const bytes = await sheetOf(Array.from({ length: 50_000 }, (_, at) => [`Kunde ${at}`, `${at}@kunde.example`, 'Gata']))
  const opened = openSpreadsheet(new Uint8Array(bytes).buffer, {
    columns,
    requiredAnyOf: ['name'],
    batchSize: 500,
    cpuTime: 1,
  })
  await expect(opened).rejects.toMatchObject({ reason: 'tooSlow' })
})

const post = (payload: Buffer | string, contentType: string) =>
  session.get('/api/auth/session').then(async () => {
    const login = await kontor.call('POST', '/api/admin/login', { password: kontor.config.adminPassword })
    const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
    const headers = { 'content-type': contentType, authorization: `Bearer ${login.json().auth}` }
    return app.inject({ method: 'POST', url, cookies, payload, headers })
  })

const boundary = 'grense'
const formOf = (...parts: string[]): string =>
  [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('')
const form = `multipart/form-data; boundary=${boundary}`

test.each([
  [
    'a file without a name',
    formOf('Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx'),
    400,
  ],
  [
    'a truncated form',
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK`,
    400,
  ],
  ['a field named like a prototype', formOf('Content-Disposition: form-data; name="__proto__"\r\n\r\nx'), 400],
  [
    'two files',
    formOf(
      ...['a', 'b'].map((name) => `Content-Disposition: form-data; name="${name}"; filename="${name}.xlsx"\r\n\r\nx`),
    ),
    400,
  ],
  [
    'too many fields',
    formOf(...Array.from({ length: 30 }, (_, at) => `Content-Disposition: form-data; name="f${at}"\r\n\r\nx`)),
    413,
  ],
])('rejects %s', async (_, payload, status) => {
  const answer = await post(payload, form)
  expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ success: false })])
})

test('rejects a form without a boundary', async () => {
  const { payload } = await multipartForm({ name: 'a.xlsx', bytes: fixture })
  expect((await post(payload, 'multipart/form-data')).statusCode).toBe(400)
})

test('rejects a form whose boundary is too long', async () => {
  const answer = await post(formOf(), `multipart/form-data; boundary=${boundary.repeat(50)}`)
  expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ success: false })])
})
