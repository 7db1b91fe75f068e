import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { backUp } from '../../backup.ts'
import { restore } from '../../restore.ts'
import { insertBigRows } from '../../testing/big-rows.ts'
import { createDataDir, createPreparedDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { quickStart, startServerProcess } from '../../testing/server-process.ts'
import { StartFailure } from '../lifecycle/start-failure.ts'

type CommandResult = { code: number | null; output: string }

/** With Node's compile cache a start takes a third less CPU time. */
const { PATH, NODE_COMPILE_CACHE } = process.env

const start = (command: 'backup' | 'restore', env: Record<string, string>, ...files: string[]) => {
  const entry = fileURLToPath(new URL(`../../${command}.ts`, import.meta.url))
  const { promise: ended, resolve } = Promise.withResolvers<CommandResult>()
  const child = execFile(
    process.execPath,
    [...quickStart, entry, ...files],
    { cwd: '/', env: { PATH, NODE_COMPILE_CACHE, ...env } },
    (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
  )
  return { child, ended }
}

const run = (...args: Parameters<typeof start>): Promise<CommandResult> => start(...args).ended

/** Runs a command's work in this process and returns what it printed. */
const runHere = async (work: typeof backUp, env: Record<string, string>, file: string): Promise<string> => {
  const printed: string[] = []
  const print = vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text))
  const stops: (() => Promise<unknown>)[] = []
  try {
    await work(
      {
        signal: new AbortController().signal,
        onStop: (step) => stops.push(step),
        onForcedExit: () => {},
        finish: () => {},
        fail: (error) => expect.unreachable(String(error)),
      },
      [file],
      env,
    )
  } finally {
    for (const stop of stops.reverse()) await stop()
    print.mockRestore()
  }
  return printed.join('\n')
}

/** The single sentence with which a command fails. */
const refusalOf = async (...args: Parameters<typeof runHere>): Promise<string> => {
  const failure = await runHere(...args).catch((error: unknown) => error)
  if (!(failure instanceof StartFailure)) throw new Error(`Not refused in a sentence: ${failure}`)
  expect(failure.sentences).toHaveLength(1)
  expect(failure.message).not.toContain('\n')
  return failure.message
}

/** Waits for a file whose name contains `part`. */
const waitForFile = (folder: string, part: string) =>
  expect.poll(() => readdirSync(folder).some((name) => name.includes(part)), { interval: 10 }).toBe(true)

const post = async (url: string, body: object): Promise<number> => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

const storedMails = async (dataDir: string): Promise<string[]> => {
  const outbox = join(dataDir, 'outbox')
  return existsSync(outbox) ? (await readdir(outbox)).filter((name) => name.endsWith('.eml')) : []
}

const password = 'administratorens-passord'
const enquiry = { name: 'Kåre Ødegård', email: 'kare@kunde.example', subject: 'general', message: 'Hei' }

test('backs up a running server, which continues from that state when restored into a new folder', async () => {
  const dataDir = await createPreparedDataDir()
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password, WORKER: 'off' }
  const first = startServerProcess({ env })
  expect(await post(`${await first.ready}/api/contacts`, enquiry)).toBe(200)
  const file = join(dirname(dataDir), 'kontor.tar.gz')
  const backup = await run('backup', env, file)
  expect(backup).toEqual({ code: 0, output: expect.stringMatching(/ rows of \d+ tables and 0 stored mails, as of /) })
  expect(await post(`${await first.ready}/api/contacts`, enquiry)).toBe(200)
  await first.stop()

  const newDir = createDataDir()
  const restored = await run('restore', { DATA_DIR: newDir }, file)
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('2 mails were still to be sent') })

  const second = startServerProcess({ env: { DATA_DIR: newDir } })
  const address = await second.ready
  expect(await post(`${address}/api/admin/login`, { password })).toBe(200)
  await expect.poll(() => storedMails(newDir)).toHaveLength(2)

  expect(await refusalOf(restore, { DATA_DIR: newDir }, file)).toContain('already runs on this data folder')
  await second.stop()
  expect(await refusalOf(restore, { DATA_DIR: newDir }, file)).toMatch(/holds mails already|The database is not empty/)
}, 240_000)

test('backs up a stopped server and stops its database afterwards', async () => {
  const dataDir = await createPreparedDataDir()
  const outbox = join(dataDir, 'outbox')
  mkdirSync(outbox)
  for (const name of ['1.eml', '2.eml']) writeFileSync(join(outbox, name), 'Hei')
  expect(await runHere(backUp, { DATA_DIR: dataDir }, join(dirname(dataDir), 'kontor.tar.gz'))).toContain(
    'and 2 stored mails',
  )
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('backs up and restores the database of DATABASE_URL and records the backup in it', async () => {
  const [source, target] = [await createTestDatabase(), await createTestDatabase({ empty: true })]
  await insertSampleRows(source.db)
  const dataDir = createDataDir()
  const file = join(dirname(dataDir), 'kontor.tar.gz')
  expect(await runHere(backUp, { DATA_DIR: dataDir, DATABASE_URL: source.url }, file)).toContain(file)
  const lastBackup = await source.pool.query(`SELECT value FROM system_settings WHERE key = 'last_backup'`)
  expect(lastBackup.rows).toEqual([{ value: { createdAt: expect.any(String), rows: expect.any(Number), mails: 0 } }])

  await runHere(restore, { DATA_DIR: dataDir, DATABASE_URL: target.url }, file)
  expect((await target.pool.query('SELECT FROM leads')).rowCount).toBe(3)
  const jobs = await target.pool.query(
    `SELECT data ->> 'mailId' AS mail FROM pgboss.job WHERE name = 'mail' ORDER BY 1`,
  )
  expect(jobs.rows).toEqual([{ mail: 'queued' }, { mail: 'reply' }, { mail: 'retrying' }])
})

test('reports each failure in one sentence', async () => {
  expect(await run('backup', {})).toEqual({ code: 1, output: expect.stringMatching(/^Name the file[^\n]+\n$/) })

  const dataDir = createDataDir()
  const { url } = await createTestDatabase()
  const env = { DATA_DIR: dataDir, DATABASE_URL: url }
  expect(await refusalOf(restore, env, '')).toContain('Name the backup')
  expect(await refusalOf(backUp, { DATA_DIR: dataDir }, '/nowhere/x')).toContain('There is no database in')
  expect(await refusalOf(backUp, env, '/nowhere/x')).toContain(
    'could not be written to /nowhere/x: there is no such folder',
  )
  expect(await refusalOf(restore, env, '/nowhere/x')).toContain('There is no file /nowhere/x')
  expect(await refusalOf(restore, env, fileURLToPath(import.meta.url))).toContain('is no whole backup of Kontor')
})

test('fails and leaves no file when the backup is interrupted', async () => {
  const { url, pool } = await createTestDatabase()
  await insertBigRows(pool, { rows: 3000, repeated: 1000 })
  const dataDir = createDataDir()
  const file = join(dirname(dataDir), 'kontor.tar.gz')
  const running = start('backup', { DATA_DIR: dataDir, DATABASE_URL: url }, file)
  await waitForFile(dirname(dataDir), '.partial')
  running.child.kill('SIGINT')
  expect(await running.ended).toEqual({ code: 1, output: 'The backup was interrupted; no file was made.\n' })
  expect(readdirSync(dirname(dataDir)).filter((name) => name.includes('kontor'))).toEqual([])
}, 60_000)
