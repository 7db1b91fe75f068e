import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDataDir } from '../../testing/data-dir.ts'
import { readEvents } from '../../testing/event-reader.ts'
import {
  createServerFolder,
  findFreePort,
  giveToDatabaseUser,
  makeServersFolder,
  runStatements,
  serverRole,
  startPostgresServer,
} from '../../testing/postgres-server.ts'
import { logInTo, startServerProcess } from '../../testing/server-process.ts'
import { databaseUser } from '../embedded/os-user.ts'
import { checkOwnServer } from './own-server.ts'
import { prepareDatabase } from './rights.ts'

const folder = makeServersFolder()
const openssl = (args: string): void => {
  execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' })
}

const newKey = '-nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1'

/** Makes an authority. */
const makeAuthority = (name: string): void =>
  openssl(`req -x509 ${newKey} -keyout ${name}-ca.key -out ${name}-ca.pem -subj /CN=${name}`)

makeAuthority('ours')
makeAuthority('other')
// A certificate for `localhost`, signed by ours.
openssl(`req ${newKey} -keyout ours.key -out ours.csr -subj /CN=localhost`)
writeFileSync(join(folder, 'names.cnf'), 'subjectAltName=DNS:localhost\n')
openssl('x509 -req -in ours.csr -CA ours-ca.pem -CAkey ours-ca.key -CAcreateserial -extfile names.cnf -out ours.pem')
chmodSync(join(folder, 'ours.key'), 0o600)
for (const file of ['ours.key', 'ours.pem']) giveToDatabaseUser(join(folder, file))
createServerFolder(join(folder, 'cluster'))
appendFileSync(join(folder, 'cluster/postgresql.conf'), 'ssl = on\n')
const server = await startPostgresServer(join(folder, 'cluster'), await findFreePort(), [
  `ssl_cert_file=${join(folder, 'ours.pem')}`,
  `ssl_key_file=${join(folder, 'ours.key')}`,
])
await runStatements(server.port, ['CREATE DATABASE kontor'])
afterAll(async () => {
  server.kill('SIGINT')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
})

const tlsUrl = (host: string, authority: string) =>
  `postgres://${serverRole}@${host}:${server.port}/kontor?sslmode=verify-full&sslrootcert=${join(folder, authority)}`

test('sslmode=verify-full encrypts, with an authority of its own', async () => {
  const { runtime } = await checkOwnServer(tlsUrl('localhost', 'ours-ca.pem'))
  const client = new pg.Client(runtime)
  await client.connect()
  const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
  await client.end()
  expect(rows).toEqual([{ ssl: true }])
})

test.each([
  ['an unknown authority', () => tlsUrl('localhost', 'other-ca.pem'), /shows a certificate that isn't trusted \(\w+\)/],
  ['a certificate for another name', () => tlsUrl('127.0.0.1', 'ours-ca.pem'), /shows a certificate for another name/],
])('sslmode=verify-full rejects %s in one sentence', async (_, url, sentence) => {
  await expect(checkOwnServer(url())).rejects.toThrow(sentence)
})

test('sslmode=verify-full rejects a server without TLS in one sentence', async () => {
  await runStatements(server.port, ['ALTER SYSTEM SET ssl = off', 'SELECT pg_reload_conf()'])
  await expect.poll(async () => (await runStatements(server.port, ['SHOW ssl']))[0]).toEqual({ ssl: 'off' })
  await expect(checkOwnServer(tlsUrl('localhost', 'ours-ca.pem'))).rejects.toThrow(/offers no TLS/)
})

const [ownerRole, appRole] = ['kontor_owner', 'kontor_app']

/** Starts PgBouncer in transaction mode, with three connections for all clients; returns its port, or undefined if it isn't installed. */
const startPgBouncer = async (): Promise<number | undefined> => {
  if (spawnSync('pgbouncer', ['--version']).error) return undefined
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\nkontor = host=127.0.0.1 port=${server.port} dbname=kontor\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${join(folder, 'users.txt')}\n` +
      'pool_mode = transaction\ndefault_pool_size = 3\n',
  )
  writeFileSync(join(folder, 'users.txt'), `"${appRole}" ""\n`)
  const child = spawn('pgbouncer', [file], { ...databaseUser(), stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => /process up/.test(text) && resolve())
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}`)))
  })
  return port
}

test('migrations, concurrent writes, jobs and live changes work with two roles behind PgBouncer', async () => {
  const urlAs = (role: string, port = server.port) => `postgres://${role}@127.0.0.1:${port}/kontor`
  await runStatements(server.port, [
    ...[`CREATE ROLE ${ownerRole} LOGIN`, `CREATE ROLE ${appRole} LOGIN`, `GRANT ${appRole} TO ${ownerRole}`],
    `ALTER DATABASE kontor OWNER TO ${ownerRole}`,
  ])
  const kontor = startServerProcess({
    env: {
      DATABASE_URL: urlAs(appRole, await startPgBouncer()),
      DATABASE_DIRECT_URL: urlAs(appRole),
      DATABASE_OWNER_URL: urlAs(ownerRole),
      DATA_DIR: createDataDir(),
      ADMIN_PASSWORD: 'et langt passord',
    },
  })
  const address = await kontor.ready
  const send = (path: string, body: object, cookie = '') =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })
  const cookie = await logInTo(address, 'et langt passord')
  const stream = await readEvents(address, '/api/changes', cookie)
  await stream.until(({ event }) => event === 'ready')

  const person = (n: number) => ({ name: 'Kari', email: `kari-${n}@kunde.example` })
  const enquiry = (n: number) => ({ ...person(n), subject: 'general', message: `Hei ${n}` })
  const posts = await Promise.all(Array.from({ length: 12 }, (_, n) => send('/api/contacts', enquiry(n))))
  expect(posts.filter(({ status }) => status !== 200)).toEqual([])
  await stream.until(({ event, data }) => event === 'change' && JSON.stringify(data).includes('contact'))
  expect((await send('/api/customers', person(0), cookie)).status).toBe(200)

  const read = (statement: string) => runStatements(server.port, [statement], 'kontor')
  await expect
    .poll(() => read('SELECT delivery, count(*)::int AS mails FROM email_logs GROUP BY 1'), { timeout: 60_000 })
    .toEqual([{ delivery: 'stored', mails: 24 }])
  stream.close()
  expect(await kontor.stop(), kontor.output()).toBe(0)

  // One role creates the tables; the server uses the other.
  const may = (table: string, right: string) => `has_table_privilege('${appRole}', '${table}', '${right}')`
  expect(
    await read(`SELECT ${may('contacts', 'INSERT')} AS writes, ${may('contacts', 'TRUNCATE')} AS empties,
      ${may('agreement_answers', 'UPDATE')} AS changes, has_schema_privilege('${appRole}', 'public', 'CREATE') AS makes,
      (SELECT relowner::regrole::text FROM pg_class WHERE oid = 'pgboss.job'::regclass) AS queue`),
  ).toEqual([{ writes: true, empties: false, changes: false, makes: false, queue: appRole }])
  // A server without the owner's URL starts as long as there is nothing to migrate.
  await prepareDatabase(await checkOwnServer(urlAs(appRole)), {})
}, 240_000)
