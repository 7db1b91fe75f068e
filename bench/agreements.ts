// `npm run agreements -w bench [-- <agreements> <seconds>]`: latency of the agreement list for 20 concurrent clients, the time for a
// 200-line PDF and its effect on other calls, and 30 concurrent requests for the same PDF. Figures and machine: README.md.
import { agreementSchema } from '@kontor/contract/agreements/agreements.schema'
import { customerSchema } from '@kontor/contract/customers/customers.schema'
import { forSeconds, openHammer, percentile } from './hammer.ts'
import { adminCookie, startServer } from './processes.ts'

const [agreements = 1_000, seconds = 10] = process.argv.slice(2).map(Number)
const [clients, linesPerAgreement, pdfLines, pdfClients] = [20, 20, 200, 30]

const kontor = await startServer()
const { origin } = kontor
const cookie = await adminCookie(origin)

const call = async (method: string, path: string, body?: object): Promise<Response> => {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

const readAgreementId = async (answer: Response): Promise<string> => {
  const { agreement } = Object(await answer.json())
  return agreementSchema.parse(agreement).id
}

const createDraft = async (customerId: number, lines: number): Promise<string> => {
  const description = 'Vi går gjennom avtalene med leverandørene deres, steg for steg. '.repeat(4)
  const id = await readAgreementId(
    await call('POST', '/api/agreements', { title: 'Åpenhetsloven i praksis', customerId, description }),
  )
  for (let line = 1; line <= lines; line += 1) {
    const body = { description: `Rådgivning og opplæring, del ${line}`, quantity: line, unitPrice: 69_622 }
    await call('POST', `/api/agreements/${id}/products`, body)
  }
  return id
}

const hammer = openHammer({ cookie })
const measure = (path: string, concurrency: number, until: () => boolean) =>
  hammer.measure(origin + path, concurrency, until)

const printTimes = (what: string, times: readonly number[]): void => {
  const at = (share: number) => percentile(times, share).toFixed(1)
  console.log(
    `${what.padEnd(48)} ${times.length} calls  p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)} ms`,
  )
}

const newCustomer = await call('POST', '/api/customers', { name: 'Blåbær & sønner AS', email: 'post@kunde.example' })
const customer = customerSchema.parse(await newCustomer.json())
const first = await createDraft(customer.id, linesPerAgreement)
for (let copied = 1; copied < agreements; copied += 10) {
  const copies = Math.min(10, agreements - copied)
  await Promise.all(Array.from({ length: copies }, () => call('POST', `/api/agreements/${first}/copy`)))
}
const list = await (await call('GET', '/api/agreements')).text()
console.log(
  `${agreements} agreements × ${linesPerAgreement} lines: ${(list.length / 1_000).toFixed(0)} kB plain, asked for packed`,
)

await measure('/api/agreements', clients, forSeconds(2))
const before = kontor.used()
const alone = await measure('/api/agreements', 1, forSeconds(seconds / 2))
const after = kontor.used()
printTimes('GET /api/agreements, 1 client', alone)
const perCall = (part: 'server' | 'database') => ((after[part] - before[part]) / alone.length).toFixed(1)
console.log(`  processor time of each: server ${perCall('server')} ms, database ${perCall('database')} ms`)
printTimes(`GET /api/agreements, ${clients} clients`, await measure('/api/agreements', clients, forSeconds(seconds)))

const long = await createDraft(customer.id, pdfLines)
const timesWithoutPdfs = await measure(`/api/agreements/${first}/products`, 1, forSeconds(seconds / 2))
let done = false
const otherCalls = measure(`/api/agreements/${first}/products`, 1, () => done)
const pdfs: number[] = []
for (let round = 0; round < 10; round += 1) {
  // A new title each time: the server caches PDFs.
  await call('PUT', `/api/agreements/${long}`, { title: `Runde ${round}` })
  const began = performance.now()
  await (await call('GET', `/api/agreements/${long}/pdf`)).arrayBuffer()
  pdfs.push(performance.now() - began)
}
done = true
printTimes(`PDF of ${pdfLines} lines`, pdfs)
printTimes('another call, alone', timesWithoutPdfs)
printTimes('another call, while PDFs are made', await otherCalls)

/** Requests the PDF concurrently; returns each response time in milliseconds and the number of failed requests. */
const requestPdfConcurrently = async () => {
  const began = performance.now()
  const answers = Array.from({ length: pdfClients }, async () => {
    const answer = await fetch(`${origin}/api/agreements/${long}/pdf`, { headers: { cookie } })
    await answer.arrayBuffer()
    return { ms: performance.now() - began, refused: !answer.ok }
  })
  const all = await Promise.all(answers)
  return { times: all.map(({ ms }) => ms), refused: all.filter(({ refused }) => refused).length }
}

await call('PUT', `/api/agreements/${long}`, { title: 'Samtidig' })
for (const what of ['new', 'drawn before']) {
  const used = kontor.used().server
  const { times, refused } = await requestPdfConcurrently()
  printTimes(`that PDF, ${what}, ${pdfClients} at once`, times)
  console.log(`  refused: ${refused}; processor time of the server: ${(kontor.used().server - used).toFixed(0)} ms`)
}
hammer.close()
await kontor.stop()
