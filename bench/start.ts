// `npm run start-up -w bench [-- <rounds>]`: how long a second `npm start` takes until `/readyz` returns 200, compared to
// a bare Fastify + pg on the same kind of embedded database; then the idle memory of server and database. Linux only.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './processes.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
const restSeconds = 15
const root = fileURLToPath(new URL('..', import.meta.url))

/** Resident memory with shared pages counted once, in bytes; 0 if the process has ended. */
const memoryOf = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

interface Process {
  readonly pid: number
  readonly command: string
}

const listProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
      } catch {
        return []
      }
    })

const parentOf = (pid: number): number => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

const descendsFrom = (pid: number, ancestor: number): boolean => {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === ancestor) return true
  return false
}

/** Memory in MB of `npm start` without npm itself, and of the database on `dataDir`. */
const memoryAtRest = (started: ChildProcess, dataDir: string): { server: number; database: number } => {
  const all = listProcesses()
  const postmaster = all.find(({ command }) => command.includes(`-D ${dataDir}`))?.pid ?? -1
  const sum = (of: readonly Process[]) => of.reduce((total, { pid }) => total + memoryOf(pid), 0) / 1_000_000
  return {
    server: sum(all.filter(({ pid, command }) => command.includes('main.ts') && descendsFrom(pid, started.pid ?? -1))),
    database: sum(all.filter(({ pid }) => descendsFrom(pid, postmaster))),
  }
}

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts a server and waits until `path` responds; `took` is in milliseconds. */
const startAndTime = async (command: readonly string[], env: Record<string, string>, path: string) => {
  const port = String(await freePort())
  const began = performance.now()
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, PORT: port, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended before it was ready`)
    await sleep(10)
  }
  return { child, took: performance.now() - began }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const folders = [mkdtempSync(join(tmpdir(), 'kontor-bench-')), mkdtempSync(join(tmpdir(), 'kontor-bench-'))] as const
const [dataDir, bareDir] = folders
const startKontor = () => startAndTime(['npm', 'start', '--silent'], { DATA_DIR: dataDir }, '/readyz')
const startBare = () => startAndTime([process.execPath, 'bench/bare-server.ts', bareDir], {}, '/')

await stop((await startKontor()).child)
await stop((await startBare()).child)
const times = { kontor: [] as number[], bare: [] as number[] }
let memory = { server: Number.NaN, database: Number.NaN }
for (let round = 1; round <= rounds; round += 1) {
  const kontor = await startKontor()
  times.kontor.push(kontor.took)
  if (round === rounds) {
    await sleep(restSeconds * 1_000)
    memory = memoryAtRest(kontor.child, dataDir)
  }
  await stop(kontor.child)
  const bare = await startBare()
  times.bare.push(bare.took)
  await stop(bare.child)
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true })

const ratios = times.kontor.map((took, round) => took / (times.bare[round] ?? Number.NaN))
console.log(`second npm start to ready      ${median(times.kontor).toFixed(0)} ms (median of ${rounds})`)
console.log(`bare Fastify + pg to ready     ${median(times.bare).toFixed(0)} ms, ratio ${median(ratios).toFixed(2)}`)
console.log(
  `memory ${restSeconds} s after the start  server ${memory.server.toFixed(0)} MB, database ${memory.database.toFixed(0)} MB, together ${(memory.server + memory.database).toFixed(0)} MB`,
)
