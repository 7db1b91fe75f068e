import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { startServerProcess } from '../../testing/server-process.ts'

type Ended = { code: number | null; output: string }

const start = (command: 'backup' | 'restore', env: Record<string, string>, ...files: string[]) => {
  const entry = fileURLToPath(new URL(`../../${command}.ts`, import.meta.url))
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  const child = execFile(process.execPath, [entry, ...files], { cwd: '/', env }, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode, output: stdout + stderr }),
  )
  return { child, ended }
}

const run = (...args: Parameters<typeof start>): Promise<Ended> => start(...args).ended

/** Waits until a file whose name holds `part` stands in the folder. */
const appears = (folder: string, part: string) =>
  expect
    .poll(() => readdirSync(folder).some((name) => name.includes(part)), { interval: 10, timeout: 20_000 })
    .toBe(true)

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

test('a server is backed up while it runs, restored into a new folder, and goes on where it was', async () => {
  const dataDir = createDataDir()
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: password, WORKER: 'off' }
  const first = startServerProcess({ env })
  expect(await post(`${await first.ready}/api/contacts`, enquiry)).toBe(200)
  const file = join(dirname(dataDir), 'kontor.tar.gz')
  const backup = await run('backup', env, file)
  expect(backup).toEqual({ code: 0, output: expect.stringMatching(/ rows of \d+ tables and 0 stored mails, as of /) })
  expect(await post(`${await first.ready}/api/contacts`, enquiry)).toBe(200)
  await first.stop()

  const newDir = createDataDir()
  const restore = await run('restore', { DATA_DIR: newDir }, file)
  expect(restore).toEqual({ code: 0, output: expect.stringContaining('2 mails were still to be sent') })

  const second = startServerProcess({ env: { DATA_DIR: newDir } })
  const address = await second.ready
  expect(await post(`${address}/api/admin/login`, { password })).toBe(200)
  await expect.poll(() => storedMails(newDir), { timeout: 15_000 }).toHaveLength(2)

  expect(await run('restore', { DATA_DIR: newDir }, file)).toEqual({
    code: 1,
    output: expect.stringContaining('already runs on this data folder'),
  })
  await second.stop()
  expect(await run('restore', { DATA_DIR: newDir }, file)).toEqual({
    code: 1,
    output: expect.stringMatching(/holds mails already|The database is not empty/),
  })
}, 90_000)

test('a server that does not run is backed up as well, and its database is stopped afterwards', async () => {
  const dataDir = createDataDir()
  const server = startServerProcess({ env: { DATA_DIR: dataDir } })
  expect(await post(`${await server.ready}/api/contacts`, enquiry)).toBe(200)
  await expect.poll(() => storedMails(dataDir), { timeout: 15_000 }).toHaveLength(2)
  await server.stop()
  const backup = await run('backup', { DATA_DIR: dataDir }, join(dirname(dataDir), 'kontor.tar.gz'))
  expect(backup).toEqual({ code: 0, output: expect.stringContaining('and 2 stored mails') })
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
}, 60_000)

test('a database of DATABASE_URL is backed up and restored in the same way, and remembers its backup', async () => {
  const [source, target] = [await createTestDatabase(), await createTestDatabase({ empty: true })]
  await insertSampleRows(source.db)
  const dataDir = createDataDir()
  const file = join(dirname(dataDir), 'kontor.tar.gz')
  const backup = await run('backup', { DATA_DIR: dataDir, DATABASE_URL: source.url }, file)
  expect(backup).toEqual({ code: 0, output: expect.stringContaining(file) })
  const remembered = await source.pool.query(`SELECT value FROM system_settings WHERE key = 'last_backup'`)
  expect(remembered.rows).toEqual([{ value: { createdAt: expect.any(String), rows: expect.any(Number), mails: 0 } }])

  expect((await run('restore', { DATA_DIR: dataDir, DATABASE_URL: target.url }, file)).code).toBe(0)
  expect((await target.pool.query('SELECT FROM leads')).rowCount).toBe(3)
  const jobs = await target.pool.query(
    `SELECT data ->> 'mailId' AS mail FROM pgboss.job WHERE name = 'mail' ORDER BY 1`,
  )
  expect(jobs.rows).toEqual([{ mail: 'queued' }, { mail: 'retrying' }])
})

test('what cannot be done is said in one sentence', async () => {
  const dataDir = createDataDir()
  const { url } = await createTestDatabase()
  const env = { DATA_DIR: dataDir, DATABASE_URL: url }
  const sentenceOf = async (...args: Parameters<typeof run>) => {
    const { code, output } = await run(...args)
    expect(code).toBe(1)
    expect(output).toMatch(/^[^\n]+\n$/)
    return output
  }
  expect(await sentenceOf('backup', env)).toContain('Name the file')
  expect(await sentenceOf('restore', env)).toContain('Name the backup')
  expect(await sentenceOf('backup', { DATA_DIR: dataDir }, '/nowhere/x')).toContain('There is no database in')
  expect(await sentenceOf('backup', env, '/nowhere/x')).toContain(
    'could not be written to /nowhere/x: there is no such folder',
  )
  expect(await sentenceOf('restore', env, '/nowhere/x')).toContain('There is no file /nowhere/x')
  expect(await sentenceOf('restore', env, fileURLToPath(import.meta.url))).toContain('is no whole backup of Kontor')
})

test('an interrupted backup fails and leaves no file', async () => {
  const { url, pool } = await createTestDatabase()
  await pool.query(`INSERT INTO contacts (name, email, subject, message)
    SELECT 'x', 'x', 'x', repeat(md5(n::text), 1000) FROM generate_series(1, 3000) n`)
  const dataDir = createDataDir()
  const file = join(dirname(dataDir), 'kontor.tar.gz')
  const running = start('backup', { DATA_DIR: dataDir, DATABASE_URL: url }, file)
  await appears(dirname(dataDir), '.partial')
  running.child.kill('SIGINT')
  expect(await running.ended).toEqual({ code: 1, output: 'The backup was interrupted; no file was made.\n' })
  expect(readdirSync(dirname(dataDir)).filter((name) => name.includes('kontor'))).toEqual([])
}, 60_000)
