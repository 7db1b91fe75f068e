// `npm run leads -w bench [-- <leads> <seconds>]`: the list of leads under its filters, searches and sorts, to 20 clients at once,
// beside a bare server that runs the same statements and sends the same bytes; then export and import. Figures: README.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { leadListQuery } from '@kontor/contract/leads/leads.schema'
import { importReportSchema } from '@kontor/contract/shared/imports'
import { drizzle } from 'drizzle-orm/node-postgres'
import { readXlsx } from 'hucre'
import { writeXlsxStream } from 'hucre/xlsx'
import pg from 'pg'
import { openLeadList } from '../server/src/features/leads/leads.service.ts'
import { forSeconds, openHammer, percentile } from './hammer.ts'
import { embeddedDatabase, seedLeads } from './leads-seed.ts'
import { residentMemory, watchMemory } from './memory.ts'
import { adminCookie, startBareLeads, startKontor } from './processes.ts'

const [leads = 100_000, seconds = 5, imported = leads / 2] = process.argv.slice(2).map(Number)
const clients = 20
const password = 'et-passord-for-maalingen'

const lastPage = Math.floor(leads / 50)
const queries: readonly (readonly [string, string])[] = [
  ['page 1', ''],
  ['status', 'status=Kontaktet'],
  ['industry', 'industry=regnskap'],
  ['industry and status', 'industry=bygg&status=Ny'],
  ['search company, rare', `q=${encodeURIComponent('Ærligbygg 1')}`],
  ['search company, half of all', 'q=bygg'],
  ['search by two letters', 'q=as'],
  ['search number', `q=${encodeURIComponent('800 450')}`],
  ['search contact', 'q=kari'],
  ['search e-mail', 'q=post4711@'],
  ['search phone', `q=${encodeURIComponent('+47 2000')}`],
  ['search place', `q=${encodeURIComponent('ålesund')}`],
  ...['company_name', 'status', 'created_at', 'city', 'revenue_nok'].flatMap((field) =>
    ['asc', 'desc'].map((way) => [`sort ${field} ${way}`, `sort=${field}:${way}`] as const),
  ),
  ...[
    'contact_name',
    'email',
    'industry',
    'employees',
    'phone',
    'notes',
    'established_date',
    'bankruptcy',
    'last_touched_at',
  ].map((field) => [`other sort ${field}`, `sort=${field}:desc`] as const),
  ['last page', `page=${lastPage}`],
  ['middle page', `page=${Math.floor(lastPage / 2)}&sort=company_name:asc`],
]

const kontor = await startKontor({ ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' })
const origin = `http://127.0.0.1:${kontor.port}`
const cookie = await adminCookie(origin, password)
const database = embeddedDatabase(kontor.dataDir)
await seedLeads(database, leads)
const bare = await startBareLeads(database)
const hammer = openHammer({ cookie })

/** What the list asks the database for a query that it was asked before: written down while it does so. */
const statementsOf = async (query: string) => {
  const statements: { text: string; values: unknown[] }[] = []
  const client = new pg.Pool(database)
  const logger = { logQuery: (text: string, values: unknown[]) => statements.push({ text, values }) }
  const list = openLeadList(drizzle({ client, logger }))
  const asked = leadListQuery.parse(Object.fromEntries(new URLSearchParams(query)))
  await list.page(asked)
  // What is counted once for many calls is not for each of the bare server's.
  statements.length = 0
  await list.page(asked)
  await client.end()
  return statements
}

const milliseconds = (times: readonly number[], share: number): string =>
  percentile(times, share).toFixed(0).padStart(5)

console.log(`${leads} leads; p50 and p95 in ms; ${clients} clients as fast as answers come`)
console.log(`${''.padEnd(34)} alone p50   p95 | ${clients} at once p50   p95  per s | bare p50   p95  per s | ratio`)
for (const [name, query] of queries) {
  const path = `/api/leads?${query}`
  const body = await (await fetch(origin + path, { headers: { cookie } })).text()
  await bare.tell({ statements: await statementsOf(query), body })
  const bareUrl = `http://127.0.0.1:${bare.port}/`
  // At first, both servers are new, and the database still writes down what it was filled with.
  const warmUp = query === '' ? seconds : 0.3
  await hammer.strike(origin + path, 4, forSeconds(warmUp))
  await hammer.strike(bareUrl, 4, forSeconds(warmUp))
  const alone = await hammer.strike(origin + path, 1, forSeconds(seconds / 4))
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 2; round += 1) {
    ours.push(...(await hammer.strike(origin + path, clients, forSeconds(seconds / 2))))
    theirs.push(...(await hammer.strike(bareUrl, clients, forSeconds(seconds / 2))))
  }
  const figures = (times: readonly number[]) =>
    `${milliseconds(times, 0.5)} ${milliseconds(times, 0.95)} ${(times.length / seconds).toFixed(0).padStart(6)}`
  console.log(
    `${name.padEnd(34)} ${milliseconds(alone, 0.5)} ${milliseconds(alone, 0.95)} | ${figures(ours)} | ${figures(theirs)} | ${(ours.length / theirs.length).toFixed(2)}`,
  )
}

const pages = Array.from({ length: clients }, (_, page) => `${origin}/api/leads?q=as&page=${page + 1}`)
const pagesRead = () => Promise.all(pages.map((page) => hammer.strike(page, 1, forSeconds(seconds))))

/** Gives a lead another name as long as others read, so many times a second. */
const renamedMeanwhile = async (perSecond: number, reading: Promise<number[][]>): Promise<number[][]> => {
  const renaming = new AbortController()
  const read = reading.finally(() => renaming.abort())
  while (!renaming.signal.aborted) {
    const body = JSON.stringify({ company_name: `Ny AS ${performance.now()}` })
    const headers = { cookie, 'content-type': 'application/json' }
    const changed = await fetch(`${origin}/api/leads/1`, { method: 'PUT', headers, body })
    if (!changed.ok) throw new Error(`The change was answered ${changed.status}`)
    await sleep(1_000 / perSecond)
  }
  return read
}

for (const [name, times] of [
  ['each another page', await pagesRead()],
  ['a lead renamed each second', await renamedMeanwhile(1, pagesRead())],
  ['a lead renamed ten times a second', await renamedMeanwhile(10, pagesRead())],
] as const) {
  const all = times.flat()
  console.log(
    `search by two letters, ${name}: ${milliseconds(all, 0.5)} ${milliseconds(all, 0.95)} ${(all.length / seconds).toFixed(0)} per s`,
  )
}

const answered = async (path: string): Promise<{ first: number; total: number; bytes: Uint8Array }> => {
  const began = performance.now()
  const answer = await fetch(origin + path, { headers: { cookie } })
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
  let first = Number.NaN
  const parts: Uint8Array[] = []
  for await (const part of answer.body) {
    if (Number.isNaN(first)) first = performance.now() - began
    parts.push(part)
  }
  return { first, total: performance.now() - began, bytes: Buffer.concat(parts) }
}

const all = await answered('/api/export/excel')
const rows = (await readXlsx(all.bytes)).sheets[0]?.rows ?? []

/** The library alone, over the same rows. */
const libraryAlone = async (): Promise<{ ms: number; processor: number }> => {
  const began = performance.now()
  const usage = process.cpuUsage()
  for await (const _ of writeXlsxStream(rows, { name: 'Leads' }));
  const { user, system } = process.cpuUsage(usage)
  return { ms: performance.now() - began, processor: (user + system) / 1_000 }
}

for (let round = 0; round < 2; round += 1) {
  const alone = await libraryAlone()
  await sleep(500)
  const before = kontor.used()
  const risen = watchMemory(kontor.process.pid ?? -1)
  const { first, total } = await answered('/api/export/excel')
  const rise = risen().toFixed(0)
  const processor = kontor.used().server - before.server
  const ratios = [total / alone.ms, processor / alone.processor].map((ratio) => ratio.toFixed(2))
  console.log(
    `export of ${leads} × 31: first byte ${first.toFixed(0)} ms, ${(total / 1_000).toFixed(1)} s, ${ratios[0]} × the library alone, by processor time ${ratios[1]} ×; memory +${rise} MB`,
  )
}

const [header = []] = rows
const pid = kontor.process.pid ?? -1
const client = new pg.Client(database)
await client.connect()
const idle = residentMemory(pid)

/** Imports the last of them, none of which is there any more; the server's memory is told above what it was before the first import. */
const importLast = async (count: number, query = '') => {
  const last = rows.slice(1).filter((row) => Number(row[0]) > leads - count)
  const file = await new Response(writeXlsxStream([header, ...last], { name: 'Leads' })).arrayBuffer()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], 'leads.xlsx'))
  await client.query('DELETE FROM leads WHERE id > $1', [leads - count])
  let done = false
  const beside = hammer.strike(`${origin}/api/leads?status=Kunde`, 1, () => done)
  const risen = watchMemory(pid, idle)
  const began = performance.now()
  const answer = await fetch(`${origin}/api/imports/excel${query}`, { method: 'POST', headers: { cookie }, body: form })
  const report = importReportSchema.parse(await answer.json())
  const took = (performance.now() - began) / 1_000
  done = true
  const others = await beside
  console.log(
    `${query ? 'preview' : 'import'} of ${report.rows_ok} rows: ${took.toFixed(1)} s (${report.rows_failed} failed); other calls meanwhile p99 ${milliseconds(others, 0.99)} ms; memory +${risen().toFixed(0)} MB`,
  )
}

for (const query of ['?dryRun=true', '']) for (const count of [imported / 4, imported]) await importLast(count, query)
await client.end()
hammer.close()
await bare.stop()
await kontor.stop()
