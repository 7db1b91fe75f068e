// Open change streams: the server's memory with 200 of them, its idle CPU time, and the delay until the last one gets a change. `node
// changes.ts [streams] [seconds]`
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMemory } from './memory.ts'
import { adminCookie, startServer } from './processes.ts'

const count = Number(process.argv[2] ?? 200)
const seconds = Number(process.argv[3] ?? 60)

/** Maximum number of streams per session. */
const perSession = 5

const server = await startServer()
const leaving = new AbortController()

/** Opens a stream. Calls `heard` with the time of each received change. */
const openStream = async (cookie: string, heard: () => void): Promise<void> => {
  const { body, status } = await fetch(`${server.origin}/api/changes`, { headers: { cookie }, signal: leaving.signal })
  if (status !== 200 || !body) throw new Error(`/api/changes answered ${status}`)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('event: ready')) text += (await reader.read()).value ?? ''
  const readOn = async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      if (value.includes('event: change')) heard()
    }
  }
  readOn().catch(() => undefined)
}

/** The server also polls and runs jobs, so only the difference between few and many streams is caused by the streams. */
const reportRest = async (what: string): Promise<void> => {
  const before = server.used()
  await sleep(seconds * 1_000)
  const after = server.used()
  const [own, database] = [after.server - before.server, after.database - before.database]
  console.log(`${what} at rest for ${seconds} s: server ${own} ms, database ${database} ms of processor time`)
}

const cookies: string[] = []
for (let index = 0; index < Math.ceil(count / perSession); index += 1) cookies.push(await adminCookie(server.origin))
let heardBy = 0
let allHeard = Promise.withResolvers<void>()
const heard = () => {
  heardBy += 1
  if (heardBy === count) allHeard.resolve()
}
// The first stream opens the connection that listens.
await openStream(cookies[0] ?? '', heard)
await sleep(5_000)
await reportRest('1 stream')
const before = residentMemory(server.pid)
for (let index = 1; index < count; index += 1) {
  await openStream(cookies[Math.floor(index / perSession)] ?? '', heard)
}
await sleep(5_000)
const cost = residentMemory(server.pid) - before
console.log(`${count} streams: ${cost.toFixed(1)} MB, of ${before.toFixed(0)} MB before`)

await reportRest(`${count} streams`)

const delays: number[] = []
for (let round = 0; round < 20; round += 1) {
  heardBy = 0
  allHeard = Promise.withResolvers()
  const start = performance.now()
  await fetch(`${server.origin}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookies[0] ?? '' },
    body: JSON.stringify({ company_name: `Eksempel ${round} AS` }),
  })
  await allHeard.promise
  delays.push(performance.now() - start)
}
delays.sort((a, b) => a - b)
console.log(
  `from a new lead's request to the last stream: median ${delays[10]?.toFixed(0)} ms, worst ${delays.at(-1)?.toFixed(0)} ms`,
)
leaving.abort()
await server.stop()
