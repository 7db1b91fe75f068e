/** `npm run failover-drill -- <rounds>`: alternately kills and freezes a PostgreSQL primary under load, and promotes its standby. */
import { generateKeyPairSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runStatements, serverRole } from '../server/src/testing/postgres-server.ts'
import { startKontor } from '../stand-ins/kontor.ts'
import { startSmtp } from '../stand-ins/smtp.ts'
import { startTcpProxy } from '../stand-ins/tcp-proxy.ts'
import { addStandby, promote, signalAll, startCluster } from './cluster.ts'
import { adminCookie } from './processes.ts'
import { findProblems, type MailRow, mailQuery, startWriters, until } from './writers.ts'

const rounds = Number(process.argv[2] ?? 4)
if (!(rounds > 0)) throw new Error('The number of rounds must be positive: npm run failover-drill -- 10')
/** Milliseconds from the fault, including the promotion, within which writes must be acknowledged again. */
const limitMs = 10_000
/** Milliseconds that the drill waits before the promotion: a cluster manager takes as long to notice a fault. */
const detectionMs = 1_000

const smtp = await startSmtp()
const cluster = await startCluster()
let { primary, standby } = cluster
const proxy = await startTcpProxy([{ port: primary.port }])
const kontor = await startKontor({
  DATABASE_URL: `postgres://${serverRole}@127.0.0.1:${proxy.port}/kontor`,
  SMTP_URL: smtp.url,
  EVIDENCE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  LOG_LEVEL: 'fatal',
})
const cookie = await adminCookie(kontor.url)
const writers = startWriters(kontor.url, 8)
const outages: { readonly fault: string; readonly ms: number }[] = []
let lostSessions = 0

for (let round = 0; round < rounds; round++) {
  const fault = round % 2 === 0 ? 'killed' : 'frozen'
  const enough = writers.acknowledged.size + 100
  await until(() => writers.acknowledged.size > enough, 'writes are acknowledged')
  const start = performance.now()
  if (fault === 'killed') signalAll(primary, 'SIGKILL')
  else {
    proxy.freeze()
    signalAll(primary, 'SIGSTOP')
  }
  await new Promise((resolve) => setTimeout(resolve, detectionMs))
  await promote(standby)
  const promoted = performance.now()
  proxy.setTargets([{ port: standby.port }])
  // Forwards new connections. Old connections stay open and silent, as if their host was frozen.
  proxy.thaw()
  await until(() => writers.lastAcknowledged() > promoted, 'writes continue after the promotion')
  outages.push({ fault, ms: writers.lastAcknowledged() - start })
  // Kills the old primary, as a cluster manager does, so that there are never two primaries.
  signalAll(primary, 'SIGKILL')
  await primary.ended
  const old = primary.folder
  primary = standby
  standby = await addStandby(primary, old)
  const check = await fetch(`${kontor.url}/api/company`, { headers: { cookie } })
  if (check.status !== 200) lostSessions++
  console.log(
    `${round + 1}/${rounds} ${fault}: writes after ${(outages.at(-1)?.ms ?? 0).toFixed(0)} ms, ${(promoted - start).toFixed(0)} ms of them until the promotion; ${writers.acknowledged.size} acknowledged`,
  )
}

await writers.stop()
const query = (statement: string) => runStatements(primary.port, [statement], 'kontor')
const pending = `SELECT count(*)::int AS n FROM email_logs WHERE delivery IN ('queued', 'retrying')`
await until(async () => (await query(pending))[0]?.n === 0, 'all mails have an outcome', 600_000)
const stored = (await query('SELECT message FROM contacts')).map(({ message }) => String(message))
const mails = (await query(mailQuery)) as unknown as MailRow[]
const received = smtp.mails.map(({ mail }) => mail.messageId ?? '')
const { problems, repeated } = findProblems(writers, stored, mails, received)
const late = outages.filter(({ ms }) => ms > limitMs)
const longest = (fault: string) => Math.max(0, ...outages.filter((one) => one.fault === fault).map(({ ms }) => ms))

console.log(
  `${rounds} failovers: ${writers.acknowledged.size} writes acknowledged, ${writers.unknown.size} with an open outcome; ${received.length} mails received, ${repeated} of them twice`,
)
console.log(`Longest outage: killed ${longest('killed').toFixed(0)} ms, frozen ${longest('frozen').toFixed(0)} ms`)
for (const [what, count] of problems) console.error(`FAILED: ${count} ${what}`)
if (late.length > 0) console.error(`FAILED: ${late.length} outages longer than ${limitMs} ms`)
if (lostSessions > 0) console.error(`FAILED: ${lostSessions} times the session was lost`)
process.exitCode = problems.length > 0 || late.length > 0 || lostSessions > 0 ? 1 : 0

await kontor.stop()
for (const server of [primary, standby]) signalAll(server, 'SIGKILL')
await Promise.all([proxy.close(), smtp.close(), primary.ended, standby.ended])
rmSync(join(cluster.folder), { recursive: true, force: true })
