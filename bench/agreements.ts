// `npm run agreements -w bench [-- <agreements> <seconds>]`: how long the list of agreements takes to 20 clients at once, how long a
// PDF of 200 lines takes, what other calls feel of it, and how 30 who ask for the same PDF at once fare. Figures and machine: README.md.
import { agreementSchema } from '@kontor/contract/agreements/agreements.schema'
import { customerSchema } from '@kontor/contract/customers/customers.schema'
import { forSeconds, openHammer, percentile } from './hammer.ts'
import { adminCookie, startKontor } from './processes.ts'

const [agreements = 1_000, seconds = 10] = process.argv.slice(2).map(Number)
const [clients, linesOfEach, linesOfPdf, readersOfPdf] = [20, 20, 200, 30]
const adminPassword = 'et-passord-for-maalingen'

const kontor = await startKontor({ ADMIN_PASSWORD: adminPassword })
const origin = `http://127.0.0.1:${kontor.port}`
const cookie = await adminCookie(origin, adminPassword)

const call = async (method: string, path: string, body?: object): Promise<Response> => {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

const idIn = async (answer: Response): Promise<string> => {
  const { agreement } = Object(await answer.json())
  return agreementSchema.parse(agreement).id
}

/** A draft with so many lines. */
const write = async (customerId: number, lines: number): Promise<string> => {
  const description = 'Vi går gjennom avtalene med leverandørene deres, steg for steg. '.repeat(4)
  const id = await idIn(
    await call('POST', '/api/agreements', { title: 'Åpenhetsloven i praksis', customerId, description }),
  )
  for (let line = 1; line <= lines; line += 1) {
    const body = { description: `Rådgivning og opplæring, del ${line}`, quantity: line, unitPrice: 69_622 }
    await call('POST', `/api/agreements/${id}/products`, body)
  }
  return id
}

const hammer = openHammer({ cookie })
const strike = (path: string, at: number, until: () => boolean) => hammer.strike(origin + path, at, until)

const tell = (what: string, times: readonly number[]): void => {
  const at = (share: number) => percentile(times, share).toFixed(1)
  console.log(
    `${what.padEnd(48)} ${times.length} calls  p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)} ms`,
  )
}

const newCustomer = await call('POST', '/api/customers', { name: 'Blåbær & sønner AS', email: 'post@kunde.example' })
const customer = customerSchema.parse(await newCustomer.json())
const first = await write(customer.id, linesOfEach)
for (let copied = 1; copied < agreements; copied += 10) {
  const copies = Math.min(10, agreements - copied)
  await Promise.all(Array.from({ length: copies }, () => call('POST', `/api/agreements/${first}/copy`)))
}
const list = await (await call('GET', '/api/agreements')).text()
console.log(
  `${agreements} agreements × ${linesOfEach} lines: ${(list.length / 1_000).toFixed(0)} kB plain, asked for packed`,
)

await strike('/api/agreements', clients, forSeconds(2))
const before = kontor.used()
const alone = await strike('/api/agreements', 1, forSeconds(seconds / 2))
const after = kontor.used()
tell('GET /api/agreements, 1 client', alone)
const each = (part: 'server' | 'database') => ((after[part] - before[part]) / alone.length).toFixed(1)
console.log(`  processor time of each: server ${each('server')} ms, database ${each('database')} ms`)
tell(`GET /api/agreements, ${clients} clients`, await strike('/api/agreements', clients, forSeconds(seconds)))

const long = await write(customer.id, linesOfPdf)
const quiet = await strike(`/api/agreements/${first}/products`, 1, forSeconds(seconds / 2))
let done = false
const beside = strike(`/api/agreements/${first}/products`, 1, () => done)
const pdfs: number[] = []
for (let round = 0; round < 10; round += 1) {
  // Another text each time: the server keeps what it has drawn.
  await call('PUT', `/api/agreements/${long}`, { title: `Runde ${round}` })
  const began = performance.now()
  await (await call('GET', `/api/agreements/${long}/pdf`)).arrayBuffer()
  pdfs.push(performance.now() - began)
}
done = true
tell(`PDF of ${linesOfPdf} lines`, pdfs)
tell('another call, alone', quiet)
tell('another call, while PDFs are made', await beside)

/** Milliseconds until each of those who ask at once has an answer, and how many answers were no PDF. */
const atOnce = async () => {
  const began = performance.now()
  const answers = Array.from({ length: readersOfPdf }, async () => {
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
  const { times, refused } = await atOnce()
  tell(`that PDF, ${what}, ${readersOfPdf} at once`, times)
  console.log(`  refused: ${refused}; processor time of the server: ${(kontor.used().server - used).toFixed(0)} ms`)
}
hammer.close()
await kontor.stop()
