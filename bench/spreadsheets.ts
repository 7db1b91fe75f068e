// `npm run spreadsheets -w bench [-- <customers> <imported under load> <rounds>]`: imports customers from a spreadsheet under load,
// then exports them, compared to the spreadsheet library alone for the same rows. Linux only.
// Figures and machine: README.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { importReportSchema } from '@kontor/contract/shared/imports'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { type LoadResult, load } from './load.ts'
import { watchMemory } from './memory.ts'
import { adminCookie, type RunningServer, startKontor } from './processes.ts'

const [customers = 100_000, besideLoad = 20_000, rounds = 5] = process.argv.slice(2).map(Number)
const password = 'benchmark-password'
const callsPerSecond = 50

const headers = [
  ...['Navn', 'E-post', 'Telefon', 'Nettside', 'Org.nr', 'Bransje', 'Kundetype', 'Adresse', 'Postnummer', 'Poststed'],
  ...['Lokasjon', 'Beskrivelse', 'Aktiv'],
]

const weights = [3, 2, 7, 6, 5, 4, 3, 2]

/** Organisation numbers with valid check digits, from 800 000 000 up. */
function* organizationNumbers(): Generator<string> {
  for (let first = 80_000_000; ; first += 1) {
    const digits = String(first)
    const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
    const check = (11 - (sum % 11)) % 11
    if (check < 10) yield `${digits}${check}`
  }
}

const numbers = organizationNumbers()

const row = (at: number): CellValue[] => [
  ...[
    `Prøvefirma nummer ${at} AS`,
    `post${at}@firma${at}.example`,
    '+47 22 00 00 00',
    `https://www.firma${at}.example`,
  ],
  ...[numbers.next().value ?? null, 'Utvikling og drift av programvare', 'Bedrift', `Prøveveien ${at % 300}`],
  ...[
    String(at % 10_000).padStart(4, '0'),
    'Ålesund',
    'Møre og Romsdal',
    'Ringte i mai; ønsker tilbud til høsten.',
    'Ja',
  ],
]

const rows = Array.from({ length: customers }, (_, at) => row(at))

const fileOf = async (part: readonly CellValue[][]): Promise<File> => {
  const stream = writeXlsxStream([headers, ...part], { name: 'Kunder' })
  return new File([new Uint8Array(await new Response(stream).arrayBuffer())], 'kunder.xlsx')
}

/** Runs `work`; returns its result, duration, CPU time and the server's memory growth. */
const measure = async <Result>(server: RunningServer, work: () => Promise<Result>) => {
  const memoryRise = watchMemory(server.process.pid ?? -1)
  const before = server.used()
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1_000
  const rise = memoryRise()
  const after = server.used()
  const processor = (after.server - before.server) / 1_000
  const figures = [
    `${seconds.toFixed(1)} s`,
    `processor: server ${processor.toFixed(1)} s, database ${((after.database - before.database) / 1_000).toFixed(1)} s`,
    `memory +${rise.toFixed(0)} MB`,
  ].join(', ')
  return { result, seconds, processor, figures }
}

interface Session {
  readonly origin: string
  readonly cookie: string
}

const importFile = async ({ origin, cookie }: Session, file: File, query = ''): Promise<void> => {
  const body = new FormData()
  body.append('file', file)
  const answer = await fetch(`${origin}/api/customers/import${query}`, { method: 'POST', headers: { cookie }, body })
  const report = importReportSchema.parse(await answer.json())
  if (report.rows_failed !== 0) throw new Error(`Rows failed: ${JSON.stringify(report.rows.slice(0, 3))}`)
}

const callOthers = (server: RunningServer, seconds: number): Promise<LoadResult> =>
  load({
    port: server.port,
    connections: 8,
    seconds,
    rate: callsPerSecond,
    next: () => ({ path: '/api/webinars/active' }),
  })

/** Discards a stream; returns the milliseconds to the first byte and the total bytes. */
const drain = async (stream: ReadableStream<Uint8Array>, began: number): Promise<{ first: number; bytes: number }> => {
  let first = Number.NaN
  let bytes = 0
  for await (const chunk of stream) {
    if (Number.isNaN(first)) first = performance.now() - began
    bytes += chunk.length
  }
  return { first, bytes }
}

const exportAll = async ({ origin, cookie }: Session) => {
  const began = performance.now()
  const answer = await fetch(`${origin}/api/customers/export`, { headers: { cookie } })
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}`)
  return drain(answer.body, began)
}

/** Columns that the server formats as text. */
const textColumns = ['Telefon', 'Org.nr', 'Postnummer']

const columns = headers.map((header) => ({ header, width: 24, ...(textColumns.includes(header) && { numFmt: '@' }) }))

/** Writes the same file with the library alone. */
const measureLibrary = async (): Promise<{ seconds: number; processor: number }> => {
  const began = performance.now()
  const usage = process.cpuUsage()
  await drain(writeXlsxStream(rows, { name: 'Kunder', columns, freezePane: { rows: 1 } }), began)
  const { user, system } = process.cpuUsage(usage)
  return { seconds: (performance.now() - began) / 1_000, processor: (user + system) / 1_000_000 }
}

const printFigures = (what: string, figures: string) => console.log(`${what.padEnd(46)} ${figures}`)
const formatLoad = ({ p50, p99, max, failures, requests }: LoadResult): string =>
  `p50 ${p50.toFixed(1)}  p99 ${p99.toFixed(1)}  max ${max.toFixed(0)} ms of ${requests} calls, ${failures} failures`

const server = await startKontor({ ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' })
try {
  const origin = `http://127.0.0.1:${server.port}`
  const session = { origin, cookie: await adminCookie(origin, password) }
  printFigures('other calls, nothing else going on', formatLoad(await callOthers(server, 5)))

  const first = await fileOf(rows.slice(0, besideLoad))
  const dry = await measure(server, () => importFile(session, first, '?dryRun=true'))
  printFigures(`preview of ${besideLoad} rows`, dry.figures)

  let done = false
  const loads: LoadResult[] = []
  const otherCalls = (async () => {
    while (!done) loads.push(await callOthers(server, 1))
  })()
  const imported = await measure(server, () => importFile(session, first))
  done = true
  await otherCalls
  printFigures(`import of ${besideLoad} rows`, imported.figures)
  for (const [second, result] of loads.entries())
    printFigures(`  other calls in second ${second + 1}`, formatLoad(result))

  const all = await fileOf(rows)
  const rest = await measure(server, () => importFile(session, all))
  printFigures(`import of ${customers} rows, ${besideLoad} known`, rest.figures)

  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await sleep(2_000)
    const alone = await measureLibrary()
    const { result, seconds, processor, figures } = await measure(server, () => exportAll(session))
    printFigures(
      `export of ${customers} customers, round ${round}`,
      `first byte ${result.first.toFixed(0)} ms, ${figures}`,
    )
    printFigures(
      '  the library alone, same rows',
      `${alone.seconds.toFixed(1)} s, processor ${alone.processor.toFixed(1)} s`,
    )
    const ratio = seconds / alone.seconds
    ratios.push(ratio)
    const byProcessor = (processor / alone.processor).toFixed(2)
    printFigures(
      '  ratio',
      `${ratio.toFixed(2)}, by processor time ${byProcessor}; file ${(result.bytes / 1e6).toFixed(1)} MB`,
    )
  }
  printFigures(
    'ratio, the middle of the rounds',
    (ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0).toFixed(2),
  )
} finally {
  await server.stop()
}
