/**
 * `npm run chaos -- <minutes>`: causes random faults in two instances and around them while clients write, then compares the stored rows
 * with the clients' records.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { startAgreementClients } from './chaos-agreements.ts'
import type { MailFault } from './chaos-mail-server.ts'
import { type Rig, startRig } from './chaos-rig.ts'
import { findProblems, type MailRow, mailQuery, startWriters, until } from './writers.ts'

const minutes = Number(process.argv[2] ?? 2)
if (!(minutes > 0)) throw new Error('The minutes must be positive: npm run chaos -- 10')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const between = (from: number, to: number) => from + Math.random() * (to - from)
const someMs = (from: number, to: number) => pause(between(from, to))
/** The number of acknowledged writes before the next fault. */
const writesBetween = 6
/** Milliseconds within which the servers must recover from a fault. */
const limitMs = 600_000

const fillDisk = async ({ smallDisk }: Rig): Promise<void> => {
  if (!smallDisk) return
  const path = join(smallDisk, 'ballast')
  const file = openSync(path, 'w')
  const block = Buffer.alloc(1024 * 1024)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    await someMs(1_000, 4_000)
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

const disturbMailServer = async (rig: Rig, fault: MailFault): Promise<number> => {
  rig.disturbMailServer(fault)
  await someMs(300, 2_000)
  rig.disturbMailServer('none')
  return 0
}

interface Fault {
  readonly name: string
  /** The number of times that the fault occurs in each shuffled round. */
  readonly cards: number
  /** Returns the number of killed processes. All threads of a process count as one. */
  cause(rig: Rig): Promise<number>
}

const faults: readonly Fault[] = [
  { name: 'server killed', cards: 4, cause: (rig) => rig.killInstances([Math.floor(Math.random() * 2)]) },
  { name: 'both servers killed', cards: 1, cause: (rig) => rig.killInstances([0, 1]) },
  { name: 'database killed', cards: 12, cause: (rig) => rig.killDatabase() },
  {
    name: 'threads killed, clock moved',
    cards: 8,
    cause: async (rig) => ((await rig.killThreads()) > 0 ? 1 : 0),
  },
  { name: 'mail server killed', cards: 8, cause: (rig) => rig.killMailServer(between(300, 2_000)) },
  {
    name: 'database connections cut',
    cards: 2,
    cause: async ({ databaseProxy }) => {
      databaseProxy.cut()
      return 0
    },
  },
  {
    name: 'database connections frozen',
    cards: 2,
    cause: async ({ databaseProxy }) => {
      databaseProxy.freeze()
      await someMs(1_000, 9_000)
      databaseProxy.thaw()
      return 0
    },
  },
  {
    name: 'clients cut off',
    cards: 2,
    cause: async ({ clientProxy }) => {
      clientProxy.cut()
      return 0
    },
  },
  {
    name: 'mail server frozen',
    cards: 2,
    cause: async ({ smtpProxy }) => {
      smtpProxy.freeze()
      await someMs(1_000, 5_000)
      smtpProxy.thaw({ cut: true })
      return 0
    },
  },
  { name: 'mail server answers 451', cards: 2, cause: (rig) => disturbMailServer(rig, 'refuses') },
  { name: 'mail server drops connections', cards: 2, cause: (rig) => disturbMailServer(rig, 'drops') },
  {
    name: 'disk full',
    cards: 2,
    cause: async (rig) => {
      await fillDisk(rig)
      return 0
    },
  },
]

/** Returns every fault as often as its `cards`, in random order, so that no kind is left out by chance. */
const dealFaults = (possible: readonly Fault[]): Fault[] =>
  possible
    .flatMap((fault) => Array.from({ length: fault.cards }, () => ({ fault, order: Math.random() })))
    .sort((one, other) => one.order - other.order)
    .map(({ fault }) => fault)

const breakEverything = async (rig: Rig): Promise<void> => {
  if (!rig.smallDisk) console.log('The disk is never full: a small file system needs root on Linux.')
  const possible = faults.filter(({ name }) => rig.smallDisk || name !== 'disk full')
  const writers = startWriters(rig.address, 6, 300)
  const agreements = startAgreementClients(rig.address)
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

  const end = performance.now() + minutes * 60_000
  let [deck, kills]: [Fault[], number] = [[], 0]
  while (performance.now() < end) {
    const enough = writers.acknowledged.size + writesBetween
    await until(() => writers.acknowledged.size >= enough, 'writes are acknowledged again', limitMs)
    if (deck.length === 0) {
      deck = dealFaults(possible)
      console.log(`${kills} kills, ${writers.acknowledged.size} enquiries acknowledged`)
    }
    const fault = deck.pop()
    if (!fault) break
    const killed = await fault.cause(rig)
    kills += killed
    count(fault.name)
    for (const what of await rig.restartEnded()) count(`${what} ended by itself and was restarted`)
  }
  await rig.restarted()
  await Promise.all([writers.stop(), agreements.stop()])

  const pending = async () => {
    // Makes retries due now, since their delays can be hours.
    await rig.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'")
    const rows = await rig.query(`SELECT FROM email_logs WHERE delivery IN ('queued', 'retrying')`)
    return rows.length
  }
  await until(async () => (await pending()) === 0, 'all mails have an outcome', limitMs, 1_000)

  const stored = (await rig.query('SELECT message FROM contacts')).map(({ message }) => String(message))
  const mails = (await rig.query(mailQuery)) as unknown as MailRow[]
  const { problems, repeated } = findProblems(writers, stored, mails, rig.receivedMails())
  const answered = await rig.query(
    'SELECT agreement_id AS id, count(*)::int AS answers FROM agreement_answers GROUP BY 1',
  )
  const answeredIds = new Set(answered.map(({ id }) => String(id)))
  for (const sentence of agreements.rejected) console.error(sentence)
  const agreementProblems = {
    'rejected calls': agreements.rejected.length,
    'agreements with two answers': answered.filter(({ answers }) => Number(answers) > 1).length,
    'agreements whose two answers were both acknowledged': [...agreements.answers.values()].filter(
      (all) => all.length > 1,
    ).length,
    'acknowledged answers that are lost': [...agreements.answers.keys()].filter((id) => !answeredIds.has(id)).length,
  }
  const all = [...problems, ...Object.entries(agreementProblems).filter(([, number]) => number > 0)]

  console.log(
    `${minutes} minutes, ${[...counts.values()].reduce((sum, number) => sum + number, 0)} events, ${kills} of them kills:`,
  )
  for (const [what, number] of [...counts].toSorted()) console.log(`  ${number} × ${what}`)
  console.log(
    `${writers.acknowledged.size} enquiries acknowledged, ${writers.unknown.size} with an open outcome, ${stored.length} stored; ${agreements.answers.size} answers to agreements acknowledged, ${answered.length} stored; ${mails.length} mails, ${mails.filter(({ delivery }) => delivery === 'failed').length} failed, ${repeated} received twice`,
  )
  for (const [what, number] of all) console.error(`FAILED: ${number} ${what}`)
  process.exitCode = all.length > 0 ? 1 : 0
}

/** Aborted by Ctrl+C, so that the small file system is unmounted before the end. Aborts once, although the terminal and npm both send a signal. */
const closing = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => closing.abort())
const interruption = new Promise<never>((_resolve, reject) => {
  closing.signal.addEventListener('abort', () => reject(new Error('Interrupted')))
})
interruption.catch(() => undefined)

try {
  const rig = await startRig(minutes, closing)
  try {
    await Promise.race([breakEverything(rig), rig.failed, interruption])
  } finally {
    await rig.close()
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
process.exit()
