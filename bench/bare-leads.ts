// What the list of leads is measured against: a bare `node:http` server that runs the same statements with `pg` for every call, and
// sends the same bytes.
import { once } from 'node:events'
import { createServer } from 'node:http'
import pg from 'pg'

interface Task {
  readonly statements: readonly { readonly text: string; readonly values: unknown[] }[]
  readonly body: string
}

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 10 })
let task: Task = { statements: [], body: '' }

const server = createServer(async (_request, answer) => {
  await Promise.all(task.statements.map(({ text, values }) => pool.query(text, values)))
  const body = Buffer.from(task.body)
  answer.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
})
process.on('message', (next: Task) => {
  task = next
  process.send?.({ taken: true })
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
if (address && typeof address === 'object') process.send?.({ ready: `http://127.0.0.1:${address.port}` })
process.once('SIGTERM', () => process.exit(0))
