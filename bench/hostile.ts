// `npm run hostile -w bench [-- <mails>]`: sends requests that blocked the server in the past. Measures how long each takes, how long
// other clients wait, and how much memory grows. Linux only. Figures: README.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { type CellValue, XlsxStreamWriter } from 'hucre/xlsx'
import { watchMemory } from './memory.ts'
import { adminCookie, startServer } from './processes.ts'

const [mails = 1_000_000] = process.argv.slice(2).map(Number)

const kontor = await startServer({ LOG_LEVEL: 'info', PUBLIC_FORM_LIMIT: '1000000' })
const { origin } = kontor
const cookie = await adminCookie(origin)

/** Probes the server every 20 ms; the returned function stops and returns the slowest response in milliseconds. */
const watchOthers = (): (() => Promise<number>) => {
  let isRunning = true
  let slowest = 0
  const watching = (async () => {
    while (isRunning) {
      const began = performance.now()
      await (await fetch(`${origin}/healthz`)).text()
      slowest = Math.max(slowest, performance.now() - began)
      await sleep(20)
    }
  })()
  return async () => {
    isRunning = false
    await watching
    return slowest
  }
}

const measure = async (what: string, work: () => Promise<string>): Promise<void> => {
  await sleep(1_000)
  const memoryRise = watchMemory(kontor.pid)
  const others = watchOthers()
  const began = performance.now()
  const result = await work()
  const seconds = ((performance.now() - began) / 1_000).toFixed(2)
  console.log(
    `${what.padEnd(48)} ${seconds.padStart(6)} s  others ${(await others()).toFixed(0).padStart(4)} ms  memory +${memoryRise().toFixed(0)} MB  ${result}`,
  )
}

const describeAnswer = async (answer: Response): Promise<string> =>
  `${answer.status} ${(await answer.text()).slice(0, 90)}`

const post = (body: object) =>
  fetch(`${origin}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }
await measure('a field of 85 000 spaces', async () =>
  describeAnswer(await post({ ...enquiry, company: `a${' '.repeat(85_000)}b` })),
)
await measure('a query of 15 kB, logged', async () => describeAnswer(await fetch(`${origin}/x?${'a'.repeat(15_000)}`)))

const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'kunder.xlsx')
  return describeAnswer(
    await fetch(`${origin}/api/customers/import?dryRun=true`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body,
    }),
  )
}

/** Creates an .xlsx file. Like Excel, stores repeated text once, as shared strings. */
const sheetOf = async (rows: number, row: (at: number) => CellValue[]): Promise<Uint8Array<ArrayBuffer>> => {
  const writer = new XlsxStreamWriter({ name: 'Kunder' })
  writer.addRow(['Navn', 'E-post', 'Adresse'])
  for (let at = 0; at < rows; at++) writer.addRow(row(at))
  return new Uint8Array(await writer.finish())
}

const ordinary = await sheetOf(100, (at) => [`Kunde ${at}`, `post@kunde${at}.example`, 'Gata 1'])

const withFiller = (filler: Uint8Array): Uint8Array<ArrayBuffer> => {
  const parts = unzipSync(ordinary)
  const name = 'xl/worksheets/sheet1.xml'
  const text = new TextDecoder().decode(parts[name])
  const at = text.indexOf('<sheetData')
  const part = Buffer.concat([strToU8(text.slice(0, at)), filler, strToU8(text.slice(at))])
  return new Uint8Array(zipSync({ ...parts, [name]: part }, { level: 9 }))
}

const sheets: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  [
    'one text of 1 MB in 20 000 cells',
    await sheetOf(20_000, (at) => [`Kunde ${at}`, 'x@y.example', 'x'.repeat(1_000_000)]),
  ],
  [
    'one text of 32 000 characters in 20 000 cells',
    await sheetOf(20_000, (at) => [`Kunde ${at}`, 'x@y.example', 'x'.repeat(32_000)]),
  ],
  ['a comment of 190 MB', withFiller(strToU8(`<!--${' '.repeat(190_000_000)}-->`))],
]
for (const [what, bytes] of sheets) {
  const size = `${(bytes.length / 1_000).toFixed(0)} kB`
  await measure(`sheet of ${size}: ${what}`, () => upload(bytes))
  await measure('  an ordinary import right behind it', async () => {
    const hostileUpload = upload(bytes)
    await sleep(100)
    const began = performance.now()
    const result = await upload(ordinary)
    const waited = ((performance.now() - began) / 1_000).toFixed(2)
    await hostileUpload
    return `waited ${waited} s: ${result}`
  })
}

await kontor.sql(
  `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, text_content, type, delivery, attempts, message_id, sent_at, created_at)
   SELECT 'post' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel', 'Takk for din henvendelse, nummer ' || n, '<p>Hei</p>', 'Hei',
     'contact', 'sent', 1, 'bench-' || n, now() - n * interval '1 minute', now() - n * interval '1 minute'
   FROM generate_series(1, $1::int) n`,
  [mails],
)
await kontor.sql('VACUUM ANALYZE email_logs')
const list = async (query: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/email-logs${query}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  return `${answer.status} ${((await answer.arrayBuffer()).byteLength / 1_000).toFixed(0)} kB`
}
await measure(`the mail log, ${mails} mails`, () => list(''))
await measure('  searched for an address', () => list('?q=post4711%40'))
await measure('  searched for a word that all have', () => list('?q=henvendelse'))
await measure('  searched for a word that none has', () => list('?q=finnesikke'))
await kontor.stop()
