// `npm run leads -w bench [-- <leads> <seconds> <clients>]`: concurrent clients (by default 20) read changing pages of the list of leads,
// from this server and from a bare server on the same database. Then measures export and import. Figures: README.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { importReportSchema } from '@kontor/contract/shared/imports'
import { readXlsx } from 'hucre'
import { writeXlsxStream } from 'hucre/xlsx'
import { embeddedDatabase } from '../stand-ins/database.ts'
import { forSeconds, openHammer, percentile } from './hammer.ts'
import { seedLeads } from './leads-seed.ts'
import { residentMemory, watchMemory } from './memory.ts'
import { adminCookie, startBare, startServer } from './processes.ts'

const [leads = 100_000, seconds = 5, clients = 20] = process.argv.slice(2).map(Number)
const imported = leads / 2

/** Returns a function that counts from `first` to `last` and starts over. Consecutive requests differ, so that none can be shared or cached. */
const rotating = (first: number, last: number): (() => number) => {
  let n = first - 1
  return () => {
    n = n >= last ? first : n + 1
    return n
  }
}

interface Row {
  readonly name: string
  /** The minimum throughput, as a share of the bare server's throughput. */
  readonly goal: number
  readonly next: (n: number) => string
  readonly numbers: () => number
}

const rows: readonly Row[] = [
  { name: 'first pages', goal: 0.8, next: (n) => `page=${n}`, numbers: rotating(1, 40) },
  {
    name: 'one status by name',
    goal: 0.8,
    next: (n) => `status=Kontaktet&sort=company_name:asc&page=${n}`,
    numbers: rotating(1, 40),
  },
  {
    name: 'rare search',
    goal: 0.5,
    next: (n) => `q=${encodeURIComponent(`bygg ${n} as`)}`,
    numbers: rotating(1, leads),
  },
  { name: 'broad search', goal: 0.8, next: (n) => `q=bygg&page=${n}`, numbers: rotating(1, 40) },
  { name: 'page 2 000', goal: 0.8, next: (n) => `page=${n}`, numbers: rotating(leads / 50 - 99, leads / 50) },
]

const kontor = await startServer({ LOG_LEVEL: 'silent' })
const { origin, pid } = kontor
const cookie = await adminCookie(origin)
await seedLeads(kontor, leads)
const bare = await startBare('./bare-leads.ts', JSON.stringify(embeddedDatabase(kontor.dataDir)))
const hammer = openHammer({ cookie })

const milliseconds = (times: readonly number[], share: number): string =>
  percentile(times, share).toFixed(0).padStart(5)

const urlsOf =
  (server: string, { next, numbers }: Row) =>
  () =>
    `${server}/api/leads?${next(numbers())}`

console.log(`${leads} leads; p50 and p95 in ms; ${clients} clients as fast as answers come`)
console.log(
  `${''.padEnd(22)} alone p50   p95 | ${clients} at once p50   p95  per s | bare p50   p95  per s | ratio  goal`,
)
for (const row of rows) {
  const [ourUrls, bareUrls] = [urlsOf(origin, row), urlsOf(bare.origin, row)]
  // Warms up longer before the first row, since both servers are new and the database still writes the seeded rows to disk.
  const warmUp = row === rows[0] ? seconds : 1
  await hammer.measure(ourUrls, 4, forSeconds(warmUp))
  await hammer.measure(bareUrls, 4, forSeconds(warmUp))
  const alone = await hammer.measure(ourUrls, 1, forSeconds(seconds / 4))
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 4; round += 1) {
    ours.push(...(await hammer.measure(ourUrls, clients, forSeconds(seconds / 4))))
    theirs.push(...(await hammer.measure(bareUrls, clients, forSeconds(seconds / 4))))
  }
  const figures = (times: readonly number[]) =>
    `${milliseconds(times, 0.5)} ${milliseconds(times, 0.95)} ${(times.length / seconds).toFixed(0).padStart(6)}`
  const ratio = (ours.length / theirs.length).toFixed(2)
  console.log(
    `${row.name.padEnd(22)} ${milliseconds(alone, 0.5)} ${milliseconds(alone, 0.95)} | ${figures(ours)} | ${figures(theirs)} | ${ratio}  ${row.goal}`,
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
const exported = (await readXlsx(all.bytes)).sheets[0]?.rows ?? []

const libraryAlone = async (): Promise<{ ms: number; processor: number }> => {
  const began = performance.now()
  const usage = process.cpuUsage()
  for await (const _ of writeXlsxStream(exported, { name: 'Leads' }));
  const { user, system } = process.cpuUsage(usage)
  return { ms: performance.now() - began, processor: (user + system) / 1_000 }
}

const exports: readonly { readonly name: string; readonly query: string }[] = [
  { name: 'xlsx', query: '' },
  { name: 'xlsx in order of companies', query: '?sort=company_name:asc' },
  { name: 'csv', query: '?format=csv' },
  {
    name: 'csv as shown, in order of statuses',
    query:
      '?format=csv&sort=status:asc&columns=company_name,status,contact_name,phone,city,next_step,next_step_at,owner,customer_active,created_at',
  },
]

console.log(`\nexports of ${leads}, beside the library alone, which writes all 31 columns as .xlsx`)
for (let round = 0; round < 2; round += 1) {
  const alone = await libraryAlone()
  for (const { name, query } of exports) {
    await sleep(500)
    const before = kontor.used()
    const risen = watchMemory(pid)
    const { first, total } = await answered(`/api/export/excel${query}`)
    const rise = risen().toFixed(0)
    const used = kontor.used()
    const server = used.server - before.server
    const database = used.database - before.database
    const [time, processor, withDatabase] = [
      total / alone.ms,
      server / alone.processor,
      (server + database) / alone.processor,
    ].map((ratio) => ratio.toFixed(2))
    console.log(
      `${name.padEnd(36)} first byte ${first.toFixed(0)} ms, ${(total / 1_000).toFixed(1)} s, ${time} ×, by processor time ${processor} ×, with the database's ${withDatabase} ×; memory +${rise} MB`,
    )
  }
}

const [header = []] = exported
const idle = residentMemory(pid)

/** Deletes the last `count` leads and imports them from a file. Prints by how much the server's memory exceeded its level before the first import. */
const importLast = async (count: number, query = '') => {
  const last = exported.slice(1).filter((row) => Number(row[0]) > leads - count)
  const file = await new Response(writeXlsxStream([header, ...last], { name: 'Leads' })).arrayBuffer()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], 'leads.xlsx'))
  await kontor.sql('DELETE FROM leads WHERE id > $1', [leads - count])
  let done = false
  const beside = hammer.measure(`${origin}/api/leads?status=Kunde`, 1, () => done)
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
hammer.close()
bare.stop()
await kontor.stop()
