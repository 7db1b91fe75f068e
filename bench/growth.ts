// `npm run growth -w bench [-- <leads> <mails> <agreements>]`: fills a database with many years of data, then makes every call that lists,
// searches, counts or reports. Figures: README.md.
import { Agent, get } from 'node:http'
import { leadSortFields } from '@kontor/contract/leads/leads.fields'
import { openSql } from '../stand-ins/database.ts'
import { startAnotherInstance } from '../stand-ins/kontor.ts'
import { seedGrowth } from './growth-seed.ts'
import { percentile } from './hammer.ts'
import { residentMemory, watchMemory } from './memory.ts'
import { adminCookie, isAlive, startServer } from './processes.ts'
import { processorMs } from './processor-time.ts'
import { until } from './writers.ts'

const [leads = 100_000, mails = 1_000_000, agreements = 100_000] = process.argv.slice(2).map(Number)
const calls = 3
const limitMs = 1_000

const searches = ['as', 'n', 'bygg', 'oslo bygg', 'fjordbygg 777', 'qx', 'finnesikke', '98765432']
const q = (text: string) => `q=${encodeURIComponent(text)}`

const kontor = await startServer({ LOG_LEVEL: 'silent' })
// Turns off the audit trail, which would take longer than the seeding. The mails' events are inserted with the mails.
await kontor.sql("ALTER ROLE kontor SET kontor.audit = 'off'")
const seeding = openSql(kontor.dataDir)
await seedGrowth({ sql: seeding.run }, { leads, mails, agreements })
await seeding.close()
const began = performance.now()
const second = await startAnotherInstance(kontor, { NODE_ENV: 'production', LOG_LEVEL: 'silent' })
const startMs = performance.now() - began
const startProcessorMs = processorMs(second.pid)
await second.stop()
const { origin } = kontor
const cookie = await adminCookie(origin)

const firstId = async (table: string): Promise<string> => {
  const [row] = await kontor.sql(`SELECT id::text AS id FROM ${table} ORDER BY created_at DESC LIMIT 1`)
  return String(row?.id)
}
const [lead, customer, agreement, enquiry, mail] = await Promise.all(
  ['leads', 'customers', 'agreements', 'contacts', 'email_logs'].map(firstId),
)

const paths = [
  ...leadSortFields.flatMap((field) => ['asc', 'desc'].map((way) => `leads?sort=${field}:${way}`)),
  ...leadSortFields.map((field) => `leads?sort=${field}:asc&page=${leads / 100}`),
  ...leadSortFields.map((field) => `leads?status=Kontaktet&sort=${field}:asc`),
  ...searches.flatMap((text) => [
    `leads?${q(text)}`,
    `leads?${q(text)}&sort=notes:asc`,
    `leads/summary?${q(text)}`,
    `search?${q(text)}`,
    `email-logs?${q(text)}`,
    `email-logs/summary?${q(text)}`,
    `audit-events?${q(text)}`,
  ]),
  ...['due', 'overdue', 'today', 'upcoming'].map((due) => `leads?due=${due}`),
  ...['me', 'none'].map((owner) => `leads?owner=${owner}`),
  'leads?industry=regnskap',
  'leads/summary',
  'leads/summary?industry=regnskap',
  'leads/figures',
  'leads/owners',
  'leads/lost-reasons',
  'leads/views',
  'leads/duplicates?company_name=Fjordbygg%20777%20AS',
  `leads/${lead}`,
  `leads/${lead}/timeline`,
  `leads/${lead}/history`,
  `leads/${lead}/enquiries`,
  `leads/${lead}/customer`,
  `leads/${lead}/agreement`,
  'customers',
  `customers/${customer}/record`,
  `customers/${customer}/contact-persons`,
  'agreements',
  `agreements/${agreement}`,
  `agreements/${agreement}/events`,
  `agreements/${agreement}/products`,
  'agreement-settings',
  'agreement-templates',
  'contacts',
  'contacts/counts',
  `contacts/${enquiry}`,
  `contacts/${enquiry}/matches`,
  'webinars',
  'webinars/active',
  'products',
  'conditions',
  'email-logs',
  'email-logs?delivery=failed',
  'email-logs?type=agreement',
  'email-logs/summary',
  'email-logs/summary?type=agreement',
  'email-logs/failed?since=2020-01-01T00:00:00.000Z',
  `email-logs/${mail}`,
  'audit-events',
  'audit-events?kind=email',
  'audit-events?kind=lead',
  'audit-events?action=updated',
  'audit-events?actor=Kontor',
  'audit-events?page=10000',
  'audit-events/summary',
  'imports',
  'trash',
  'retention',
  'backups',
  'users',
  'sessions',
  'system',
].map((path) => `/api/${path}`)

interface Measured {
  readonly path: string
  readonly ms: number
  readonly processor: number
}

const used = () => Object.values(kontor.used()).reduce((sum, ms) => sum + ms, 0)

const agent = new Agent({ keepAlive: true })

/** Reads a response without decompressing it, since the client isn't measured. Returns its status. */
const read = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip' }
    get(origin + path, { agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    }).on('error', reject)
  })

const measure = async (path: string): Promise<Measured> => {
  const times: number[] = []
  const before = used()
  for (let call = 0; call < calls; call++) {
    const start = performance.now()
    const status = await read(path)
    // A call that exceeds the handlers' time limit gets a 503.
    if (status !== 200 && status !== 503) throw new Error(`${path} answered ${status}`)
    times.push(status === 503 ? Number.POSITIVE_INFINITY : performance.now() - start)
  }
  return { path, ms: percentile(times, 0.5), processor: (used() - before) / calls }
}

const idle = residentMemory(kontor.pid)
const risen = watchMemory(kontor.pid)
const measured: Measured[] = []
for (const path of paths) {
  const one = await measure(path)
  measured.push(one)
  if (one.ms > limitMs) console.error(`${one.ms.toFixed(0)} ms ${path}`)
}
const metrics = await measure('/metrics')
const most = risen()
agent.destroy()

process.kill(kontor.pid, 'SIGTERM')
await until(() => !isAlive(kontor.pid), 'the server has stopped')
const stopped = performance.now()
const again = await startServer({ LOG_LEVEL: 'silent', DATA_DIR: kontor.dataDir })
const restartMs = performance.now() - stopped
await again.stop()

const slowest = [...measured, metrics].toSorted((one, other) => other.ms - one.ms)

console.log(`${leads} leads, ${mails} mails, ${agreements} agreements`)
console.log(
  `start ${startMs.toFixed(0)} ms, ${startProcessorMs.toFixed(0)} ms of processor time; with its database ${restartMs.toFixed(0)} ms`,
)
console.log(`memory ${idle.toFixed(0)} MB, at most ${most.toFixed(0)} MB more during all calls`)
console.log(
  `${paths.length + 1} calls, median of ${calls}; the slowest, with the processor time of server and database:`,
)
for (const { path, ms, processor } of slowest.slice(0, 40)) {
  console.log(`${ms.toFixed(0).padStart(6)} ms ${processor.toFixed(0).padStart(6)} ms processor  ${path}`)
}
const slow = slowest.filter(({ ms }) => ms > limitMs)
console.log(`${slow.length} calls took more than ${limitMs} ms`)
process.exitCode = slow.length > 0 ? 1 : 0
await kontor.stop()
