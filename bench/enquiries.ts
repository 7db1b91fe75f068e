// `npm run enquiries -w bench [-- <seconds> <mails>]`: enquiries per second, each with two queued mails, compared to a bare Fastify +
// pg handler that inserts one row; then the time to deliver 10 000 queued mails to a local mail server, and to read the office's
// lists with as many rows. Figures and machine: README.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadResult, load, type NextRequest } from './load.ts'
import { adminCookie, type RunningServer, startBareServer, startKontor, startMailSink } from './processes.ts'

const [seconds = 20, mailsToDrain = 10_000] = process.argv.slice(2).map(Number)
const connections = 16
const steadyRate = 300

let sent = 0
/** A unique sender for each enquiry: confirmations are rate-limited per address. */
const enquiry: NextRequest = () => ({
  path: '/api/contacts',
  body: JSON.stringify({
    name: 'Kari Nordmann',
    email: `kari${++sent}@nordmann.example`,
    company: 'Nordmann AS',
    subject: 'product',
    message:
      'Vi er 14 ansatte og leter etter noe som gjør internkontrollen enklere. Kan dere vise oss hvordan? '.repeat(3),
    website: '',
    elapsedMs: 20_000,
    language: 'no',
    submissionId: `bench-${process.pid}-${sent}-0000`,
  }),
})

const printResult = (what: string, { perSecond, p50, p99, max, failures }: LoadResult) =>
  console.log(
    `${what.padEnd(52)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)}  p99 ${p99.toFixed(1)}  max ${max.toFixed(0)} ms  failures ${failures}`,
  )

const measure = async (what: string, server: RunningServer, rate?: number): Promise<LoadResult> => {
  const before = server.used()
  const result = await load({ port: server.port, connections, seconds, next: enquiry, ...(rate ? { rate } : {}) })
  const after = server.used()
  const perRequest = (part: 'server' | 'database') => ((after[part] - before[part]) / result.requests).toFixed(2)
  printResult(what, result)
  console.log(`  processor time for each: server ${perRequest('server')} ms, database ${perRequest('database')} ms`)
  return result
}

const adminPassword = 'et-passord-for-maalingen'
const settings = {
  PUBLIC_FORM_LIMIT: '1000000',
  NOTIFY_EMAIL: 'varsel@eksempel.example',
  ADMIN_PASSWORD: adminPassword,
}

const compare = async (): Promise<void> => {
  const sink = await startMailSink()
  const bare = await startBareServer()
  const kontor = await startKontor({ ...settings, SMTP_URL: sink.url })
  await load({ port: bare.port, connections, seconds: 3, next: enquiry })
  await load({ port: kontor.port, connections, seconds: 5, next: enquiry })

  const bareResult = await measure('bare Fastify + pg, one row', bare)
  const result = await measure('enquiry + 2 queued mails, delivery beside it', kontor)
  console.log(`ratio to the bare handler: ${(result.perSecond / bareResult.perSecond).toFixed(2)}`)
  await measure(`the same at a steady ${steadyRate}/s`, kontor, steadyRate)
  console.log(`mails delivered meanwhile: ${await sink.taken()}`)
  await kontor.stop()
  await bare.stop()
  await sink.stop()
}

const drain = async (): Promise<void> => {
  const sink = await startMailSink()
  const kontor = await startKontor({ ...settings, SMTP_URL: sink.url })
  const from = performance.now()
  let sentEnquiries = 0
  const counted: NextRequest = () => {
    sentEnquiries++
    return enquiry()
  }
  while (sentEnquiries * 2 < mailsToDrain) await load({ port: kontor.port, connections, seconds: 0.5, next: counted })
  const queuedSeconds = (performance.now() - from) / 1_000
  while ((await sink.taken()) < sentEnquiries * 2) await sleep(250)
  const took = (performance.now() - from) / 1_000
  console.log(
    `${sentEnquiries * 2} mails: queued within ${queuedSeconds.toFixed(1)} s, the last delivered after ${took.toFixed(1)} s, ${((sentEnquiries * 2) / took).toFixed(0)}/s`,
  )
  await timeLists(kontor.port, mailsToDrain - sentEnquiries)
  await kontor.stop()
  await sink.stop()
}

/** Reads the office's lists as the panel does, with at least `mailsToDrain` rows in each. */
const timeLists = async (port: number, missing: number): Promise<void> => {
  for (let sentMore = 0; sentMore < missing; ) {
    const { requests } = await load({ port, connections, seconds: 0.5, next: enquiry })
    sentMore += requests
  }
  const origin = `http://127.0.0.1:${port}`
  const cookie = await adminCookie(origin, adminPassword)
  for (const path of ['/api/contacts', '/api/email-logs']) {
    const times: number[] = []
    let bytes = 0
    let rows = 0
    for (let round = 0; round < 20; round++) {
      const began = performance.now()
      const text = await (await fetch(origin + path, { headers: { cookie } })).text()
      times.push(performance.now() - began)
      bytes = text.length
      rows = JSON.parse(text).length
    }
    times.sort((a, b) => a - b)
    console.log(`GET ${path}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB, median ${times[10]?.toFixed(0)} ms`)
  }
}

await compare()
await drain()
