// `npm run refusals -w bench [-- <seconds>]`, after `npm run build`: how long another visitor waits while 20 connections from one address
// get refusals, compared with 20 connections that get the home page. Refusals must be cheap: the goal is a wait of at most 3 times as long.
// Figures: README.md.
import { once } from 'node:events'
import { Agent, type ClientRequest, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from './processes.ts'

const connections = 20
const seconds = Number(process.argv[2] ?? 5)
const goal = 3

const kontor = await startServer({ PUBLIC_FORM_LIMIT: '30' })
const { port } = kontor

interface Call extends Pick<RequestOptions, 'method' | 'path'> {
  readonly type?: string
  readonly body?: string
}

const send = async ({ method = 'GET', path, type, body = '' }: Call, agent: Agent): Promise<number> => {
  const headers = type ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {}
  const sent: ClientRequest = request({ host: '127.0.0.1', port, method, path, agent, headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  for await (const _ of answer);
  return answer.statusCode
}

/** The median wait of another visitor, in milliseconds, while `connections` repeat a call. */
const waitDuring = async (call: Call): Promise<{ p50: number; statuses: string; perSecond: number }> => {
  const flood = new Agent({ keepAlive: true, maxSockets: connections })
  const other = new Agent({ keepAlive: true })
  const end = performance.now() + seconds * 1_000
  const statuses = new Set<number>()
  let calls = 0
  const flooding = Array.from({ length: connections }, async () => {
    for (; performance.now() < end; calls += 1) statuses.add(await send(call, flood))
  })
  const waits: number[] = []
  while (performance.now() < end) {
    const began = performance.now()
    await send({ path: '/api/login-ways' }, other)
    waits.push(performance.now() - began)
    await sleep(20)
  }
  await Promise.all(flooding)
  flood.destroy()
  other.destroy()
  const p50 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Number.NaN
  return { p50, statuses: [...statuses].join(' '), perSecond: calls / seconds }
}

const form = { method: 'POST', path: '/', type: 'application/x-www-form-urlencoded' }
const reports = Array(50).fill({
  type: 'csp-violation',
  body: { effectiveDirective: 'x'.repeat(100) },
  y: 'z'.repeat(150),
})
const refusals: Readonly<Record<string, Call>> = {
  'POST / beyond the limit': { ...form, body: 'name=&email=x&subject=x&message=x' },
  'POST / beyond the limit, 100 kB': { ...form, body: `message=${'x'.repeat(100_000)}` },
  'an agreement without scripts, unknown link': { path: '/agreement-response/x?plain' },
  'POST /api/csp-reports of 19 kB': {
    method: 'POST',
    path: '/api/csp-reports',
    type: 'application/json',
    body: JSON.stringify(reports),
  },
}

const home = await waitDuring({ path: '/' })
console.log(`GET /: others wait ${home.p50.toFixed(1)} ms, ${home.perSecond.toFixed(0)} a second`)
// Uses up the address's limit before measuring.
for (let posts = 0; posts < 31; posts++) await send(refusals['POST / beyond the limit'] ?? form, new Agent())
for (const [what, call] of Object.entries(refusals)) {
  const { p50, statuses, perSecond } = await waitDuring(call)
  const ratio = p50 / home.p50
  console.log(
    `${what} (${statuses}): others wait ${p50.toFixed(1)} ms, ${perSecond.toFixed(0)} a second, ratio ${ratio.toFixed(2)}${ratio > goal ? `, goal ${goal} missed` : ''}`,
  )
}
await kontor.stop()
