import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { waitForBlockedTransaction } from '../../testing/locks.ts'
import { logInAsAdmin, multipartForm } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { app, config } = kontor
const { pool } = kontor.database
const session = await logInAsAdmin(kontor)
const url = '/api/customers/import'
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const xlsx = await readFile(new URL('../../../../e2e/fixtures/spreadsheets/customers-openpyxl.xlsx', import.meta.url))

const login = await kontor.call('POST', '/api/admin/login', { password: config.adminPassword })
const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const names = async (): Promise<string[]> =>
  (await pool.query<{ name: string }>('SELECT name FROM customers')).rows.map(({ name }) => name)

const refused = (error: unknown) => ({ success: false, rows_ok: 0, rows_failed: 0, error })

beforeEach(async () => {
  await clearTables(pool, 'customers')
  await pool.query("INSERT INTO customers (name, email) VALUES ('Alfa', 'post@alfa.example')")
})

test.each(['kunder.csv', 'kunder', 'kunder.xlsx.exe'])('a file is rejected by its name: %s', async (name) => {
  const answer = await session.upload(url, { name, bytes: xlsx })
  expect([answer.statusCode, answer.json()]).toEqual([
    415,
    refused('Filen er ikke av riktig type. Velg en Excel-fil (.xlsx eller .xls) på høyst 20 MB.'),
  ])
})

const megabyte = 1024 * 1024

test.each([
  [
    '20 MB of no spreadsheet',
    20 * megabyte,
    422,
    'Filen er ikke et regneark. Åpne den i Excel og lagre den som .xlsx.',
  ],
  ['a byte more', 20 * megabyte + 1, 413, 'Filen er for stor. Den kan ha høyst 20 MB.'],
  ['far more, of which the client is still sending', 34 * megabyte, 413, 'Filen er for stor. Den kan ha høyst 20 MB.'],
])('a file is rejected by its size: %s', async (_, size, status, error) => {
  const form = await multipartForm({ name: 'kunder.xlsx', bytes: Buffer.alloc(size) })
  const headers = { ...form.headers, cookie }
  const answer = await fetch(origin + url, { method: 'POST', body: new Uint8Array(form.payload), headers })
  expect([answer.status, await answer.json()]).toEqual([status, refused(error)])
})

describe('a form is rejected', () => {
  const send = (payload: Buffer | string, type: string, to = url) =>
    app.inject({ method: 'POST', url: to, payload, headers: { 'content-type': type, cookie } })

  const boundary = 'grense'
  const formType = `multipart/form-data; boundary=${boundary}`
  const field = (disposition: string) => `Content-Disposition: form-data; name=${disposition}\r\n\r\nx`
  const formOf = (...parts: string[]): string =>
    [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('')

  test.each([
    ['without a file', formOf(field('"vedlegg"; filename="a.xlsx"')), 400, /^Fant ingen fil\. Velg en Excel-fil/],
    ['with a file without a name', formOf(`${field('"file"')}`), 400, /./],
    ['that is truncated', `--${boundary}\r\n${field('"file"; filename="a.xlsx"')}`, 400, /./],
    ['with a field named like a prototype', formOf(field('"__proto__"')), 400, /./],
    ['with two files', formOf(...['a', 'b'].map((file) => field(`"${file}"; filename="${file}.xlsx"`))), 400, /./],
    ['with too many fields', formOf(...Array.from({ length: 30 }, (_, at) => field(`"f${at}"`))), 413, /felter/],
  ])('%s', async (_, payload, status, error) => {
    const answer = await send(payload, formType)
    expect([answer.statusCode, answer.json()]).toEqual([status, refused(expect.stringMatching(error))])
  })

  test('without a boundary, with one that is too long, as JSON, and by endpoints that expect JSON', async () => {
    expect((await send(formOf(), 'multipart/form-data')).statusCode).toBe(400)
    expect((await send(formOf(), `${formType.repeat(50)}`)).statusCode).toBe(400)
    const json = await send('{"file":"x"}', 'application/json')
    expect([json.statusCode, json.json()]).toEqual([
      415,
      refused('Filen må sendes som et skjema (multipart/form-data).'),
    ])
    expect((await send(formOf(), formType, '/api/customers')).statusCode).toBe(415)
  })
})

test('an import needs the cookie, and its token or a page of the same origin', async () => {
  const form = await multipartForm({ name: 'kunder.xlsx', bytes: xlsx })
  const send = async (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } })
  expect((await send({ authorization: `Bearer ${session.auth}` })).statusCode).toBe(401)
  const foreign = await send({ cookie, authorization: `Bearer ${session.auth}` })
  expect([foreign.statusCode, foreign.json()]).toEqual([
    403,
    { error: 'Økten er en annen enn den du logget inn med. Logg inn på nytt og prøv igjen.' },
  ])
  expect((await send({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect(await names()).toEqual(['Alfa'])
  expect((await send({ cookie, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  expect(await names()).toHaveLength(41)
})

test('an import whose client disconnects writes nothing, and shows nothing to others before its end', async () => {
  const other = await pool.connect()
  await other.query('BEGIN')
  await other.query('SELECT FROM customers FOR UPDATE')
  // The second batch updates the locked customer.
  const many = Array.from({ length: 500 }, (_, at) => `Firma ${at};post${at}@firma.example`)
  const bytes = Buffer.from(['Navn;E-post', ...many, 'Alfa AS;post@alfa.example'].join('\n'))
  const { payload, headers } = await multipartForm({ name: 'kunder.csv', bytes })
  const response = once(app.server, 'request').then(([, raw]) => raw)
  const sent = request(`${origin}${url}?format=csv`, {
    method: 'POST',
    agent: new Agent(),
    headers: { ...headers, cookie, accept: 'application/x-ndjson', 'content-length': payload.length },
  }).end(payload)
  const [answer] = await once(sent, 'response')
  expect(String((await once(answer, 'data'))[0])).toBe('{"progress":{"rowsDone":500,"rowsTotal":501}}\n')
  await waitForBlockedTransaction(pool)
  expect(await names()).toEqual(['Alfa'])
  const left = once(await response, 'close')
  sent.destroy()
  await left
  await other.query('ROLLBACK')
  other.release()
  expect((await session.upload(url, { name: 'kunder.xlsx', bytes: xlsx })).statusCode).toBe(200)
  expect(await names()).toHaveLength(41)
})
