import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CellValue, writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { logInAsAdmin, multipartForm } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { app, config } = kontor
const { pool } = kontor.database
const session = await logInAsAdmin(kontor)
const url = '/api/customers/import'
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../e2e/fixtures/spreadsheets/${name}`, import.meta.url))

const written = async (rows: Iterable<CellValue[]>): Promise<Buffer> =>
  Buffer.from(await new Response(writeXlsxStream(rows, { name: 'Kunder' })).arrayBuffer())

const names = async (): Promise<string[]> =>
  (await pool.query<{ name: string }>('SELECT name FROM customers')).rows.map(({ name }) => name)

const refused = (error: string) => ({ success: false, rows_ok: 0, rows_failed: 0, error })

beforeEach(async () => {
  await pool.query(
    "TRUNCATE customers CASCADE; INSERT INTO customers (name, email) VALUES ('Alfa', 'post@alfa.example')",
  )
})

/** The .xlsx file with a false uncompressed size for the part `name` in the zip directory. */
const withFalseSize = (bytes: Buffer, name: string, size: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(size, copy.lastIndexOf(name) - 46 + 24)
  return copy
}

/** An .xls file marked as encrypted: its second record becomes FILEPASS, which holds the key's parameters. */
const encryptedXls = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  const start = copy.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]))
  copy.writeUInt16LE(0x2f, start + 4 + copy.readUInt16LE(start + 2))
  return copy
}

const withGarbage = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  const sheet = copy.indexOf('xl/worksheets/sheet1.xml')
  copy.fill(0xff, sheet + 400, sheet + 800)
  return copy
}

const xlsx = await fixture('customers-openpyxl.xlsx')
const xls = await fixture('customers-libreoffice.xls')
const bomb = await fixture('broken-bomb.xlsx')
const part = 'xl/worksheets/sheet1.xml'

const tooMuch = 'Filen pakker ut til mer enn vi kan lese. Del den i flere filer.'
const broken = 'Filen er skadet eller ufullstendig. Åpne den i Excel, lagre den på nytt og prøv igjen.'
const notASpreadsheet = 'Filen er ikke et regneark. Åpne den i Excel og lagre den som .xlsx.'
const unknownColumns =
  'Fant ingen kolonner vi kjenner igjen. Filen må ha en rad med overskrifter, for eksempel Navn, E-post, Org.nr.'
const encrypted = 'Filen er beskyttet med passord. Lagre en kopi uten passord og prøv igjen.'
const password = { password: 'hemmelig', spinCount: 1_000 }

const files: readonly { what: string; bytes: () => Buffer | Promise<Buffer>; name?: string; error: string }[] = [
  { what: 'a zip bomb', bytes: () => bomb, error: tooMuch },
  { what: 'a zip bomb that lies about its size', bytes: () => withFalseSize(bomb, part, 1_000_000), error: tooMuch },
  { what: 'a zip bomb that claims to be empty', bytes: () => withFalseSize(bomb, part, 0), error: broken },
  {
    what: 'too large a part beside the sheet',
    bytes: () => withFalseSize(xlsx, 'xl/styles.xml', 41_000_000),
    error: tooMuch,
  },
  { what: 'a truncated file', bytes: () => fixture('broken-truncated.xlsx'), error: broken },
  { what: 'a file with garbage inside', bytes: () => withGarbage(xlsx), error: broken },
  { what: 'a truncated .xls', bytes: () => xls.subarray(0, 8_000), name: 'kunder.xls', error: broken },
  { what: 'an empty file', bytes: () => fixture('broken-empty.xlsx'), error: 'Filen er tom.' },
  { what: 'no spreadsheet', bytes: () => fixture('broken-not-a-spreadsheet.xlsx'), error: notASpreadsheet },
  {
    what: 'unknown columns',
    bytes: () => fixture('broken-unknown-columns.xlsx'),
    error: unknownColumns,
  },
  { what: 'a sheet without a cell', bytes: () => written([]), error: 'Filen er tom.' },
  {
    what: 'sheets of which one has cells, but no headers',
    bytes: async () =>
      Buffer.from(
        await writeXlsx({
          sheets: [
            { name: 'A', rows: [] },
            { name: 'B', rows: [['x']] },
          ],
        }),
      ),
    error: unknownColumns,
  },
  {
    what: 'an encrypted .xlsx',
    bytes: async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'Kunder', rows: [] }], encryption: password })),
    error: encrypted,
  },
  { what: 'an encrypted .xls', bytes: () => encryptedXls(xls), name: 'KUNDER.XLS', error: encrypted },
  {
    what: 'too many columns',
    bytes: () => written([['Navn'], Array.from({ length: 501 }, () => 'x')]),
    error: 'Filen har for mange kolonner i rad 2.',
  },
  {
    what: 'too many rows',
    bytes: () => written(Array.from({ length: 100_002 }, (_, at) => [at === 0 ? 'Navn' : 'x'])),
    error: 'Filen har for mange rader. Høyst 100\u00a0000 rader kan importeres om gangen.',
  },
]

describe('a file that cannot be imported', () => {
  test.each(files)(
    'is rejected with a message, using little memory and changing nothing: $what',
    async ({ bytes, name, error }) => {
      const file = { name: name ?? 'kunder.xlsx', bytes: await bytes() }
      const idle = process.memoryUsage().rss
      let peak = idle
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss)
      }, 10)
      const answer = await session.upload(url, file)
      clearInterval(watch)
      expect(answer.json()).toEqual(refused(error))
      expect(answer.statusCode).toBe(422)
      expect((peak - idle) / 1_000_000).toBeLessThan(300)
      expect(await names()).toEqual(['Alfa'])
    },
  )

  test.each(['kunder.csv', 'kunder', 'kunder.xlsx.exe'])('is rejected by its name: %s', async (name) => {
    const answer = await session.upload(url, { name, bytes: xlsx })
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      refused('Filen er ikke av riktig type. Velg en Excel-fil (.xlsx eller .xls) på høyst 20 MB.'),
    ])
  })

  test('is rejected above 20 MB, with a response even while the client is still sending', async () => {
    const megabyte = 1024 * 1024
    for (const size of [20 * megabyte + 1, 60 * megabyte]) {
      const form = await multipartForm({ name: 'kunder.xlsx', bytes: Buffer.alloc(size) })
      const headers = { ...form.headers, cookie: await sessionCookie() }
      const answer = await fetch(origin + url, { method: 'POST', body: new Uint8Array(form.payload), headers })
      expect([answer.status, await answer.json()]).toEqual([413, refused('Filen er for stor. Den kan ha høyst 20 MB.')])
    }
  })

  test('is rejected when the form has no file, or there is no form', async () => {
    const cookie = { cookie: await sessionCookie() }
    const form = await multipartForm({ name: 'kunder.xlsx', bytes: xlsx }, 'vedlegg')
    const without = await app.inject({
      method: 'POST',
      url,
      payload: form.payload,
      headers: { ...form.headers, ...cookie },
    })
    expect([without.statusCode, without.json()]).toEqual([
      400,
      refused('Fant ingen fil. Velg en Excel-fil (.xlsx eller .xls) på høyst 20 MB.'),
    ])
    const json = await app.inject({ method: 'POST', url, payload: { file: 'x' }, headers: cookie })
    expect([json.statusCode, json.json()]).toEqual([
      415,
      refused('Filen må sendes som et skjema (multipart/form-data).'),
    ])
    const cut = await app.inject({
      method: 'POST',
      url,
      payload: form.payload.subarray(0, 500),
      headers: { ...form.headers, ...cookie },
    })
    expect(cut.statusCode).toBe(400)
  })

  test('is rejected by endpoints that expect JSON', async () => {
    const form = await multipartForm({ name: 'kunder.xlsx', bytes: xlsx })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/customers',
      payload: form.payload,
      headers: { ...form.headers, cookie: await sessionCookie() },
    })
    expect(answer.statusCode).toBe(415)
  })
})

const sessionCookie = async (): Promise<string> => {
  const login = await kontor.call('POST', '/api/admin/login', { password: config.adminPassword })
  return login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

describe('access to the import', () => {
  const send = async (headers: Record<string, string>) => {
    const form = await multipartForm({ name: 'kunder.xlsx', bytes: xlsx })
    return app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } })
  }

  test('allows administrators with the cookie, with or without the token, but not the token alone', async () => {
    const cookie = await sessionCookie()
    expect((await send({ authorization: `Bearer ${session.auth}` })).statusCode).toBe(401)
    expect((await send({})).statusCode).toBe(401)
    const foreign = await send({ cookie, authorization: `Bearer ${session.auth}` })
    expect([foreign.statusCode, foreign.json()]).toEqual([
      403,
      { error: 'Økten er en annen enn den du logget inn med. Logg inn på nytt og prøv igjen.' },
    ])
    expect((await send({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect(await names()).toEqual(['Alfa'])
    expect((await send({ cookie, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await session.upload(url, { name: 'kunder.xlsx', bytes: xlsx })).statusCode).toBe(200)
    expect(await names()).toHaveLength(41)
  })

  test('denies sales users', async () => {
    const sales = await kontor.asSales()
    expect((await sales('POST', url, {})).statusCode).toBe(403)
    expect((await sales('GET', '/api/customers/export')).statusCode).toBe(403)
  })
})

describe('an import whose client disconnects', () => {
  test('writes nothing', async () => {
    const { port } = new URL(origin)
    const rows = Array.from({ length: 20_000 }, (_, at) => [`Firma ${at}`, `post${at}@firma.example`])
    const { payload, headers } = await multipartForm({
      name: 'kunder.xlsx',
      bytes: await written([['Navn', 'E-post'], ...rows]),
    })
    const socket = connect(Number(port), '127.0.0.1')
    const head = {
      ...headers,
      host: `127.0.0.1:${port}`,
      cookie: await sessionCookie(),
      accept: 'application/x-ndjson',
      'content-length': String(payload.length),
    }
    socket.write(
      `POST ${url} HTTP/1.1\r\n${Object.entries(head)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )
    socket.write(payload)
    let answer = ''
    for await (const chunk of socket) {
      answer += chunk
      if (answer.includes('"progress"')) break
    }
    expect(answer).toContain('HTTP/1.1 200 OK')
    // `break` closed the connection; the transaction ends soon after.
    const isRunning = async () =>
      (
        await pool.query(
          "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )
      ).rowCount
    while (await isRunning()) await sleep(20)
    expect(await names()).toEqual(['Alfa'])
    expect((await session.upload(url, { name: 'kunder.xlsx', bytes: xlsx })).statusCode).toBe(200)
  })
})
