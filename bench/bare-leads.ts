// A bare `node:http` server, to which bench/leads.ts compares Kontor's list of leads. Reads a page and its total with two plain statements
// over `pg`, without sessions, checks or compression.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { leadFieldNames } from '@kontor/contract/leads/leads.fields'
import { parseSort } from '@kontor/contract/shared/sorting'
import pg from 'pg'

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 10 })
// Reads `owner_id` in place of `owner`, since the owner's name is in another table.
const columns = [
  'id',
  ...leadFieldNames.filter((field) => field !== 'owner'),
  'owner_id',
  'last_touched_at',
  'customer_id',
  'version',
].join(', ')
const size = 50

const readPage = async (query: URLSearchParams) => {
  const values: string[] = []
  const conditions: string[] = []
  const [q, status] = [query.get('q'), query.get('status')]
  for (const word of q?.toLowerCase().split(' ') ?? []) conditions.push(`search_text LIKE $${values.push(`%${word}%`)}`)
  if (status) conditions.push(`status = $${values.push(status)}`)
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const { id, desc } = parseSort(query.get('sort') ?? '', leadFieldNames) ?? { id: 'created_at', desc: true }
  const way = desc ? 'DESC' : 'ASC'
  const page = Number(query.get('page') ?? 1)
  const [rows, count] = await Promise.all([
    pool.query(
      `SELECT ${columns} FROM leads ${where} ORDER BY ${id} ${way}, id ${way} LIMIT ${size} OFFSET ${(page - 1) * size}`,
      values,
    ),
    pool.query(`SELECT count(*)::int AS total FROM leads ${where}`, values),
  ])
  return { leads: rows.rows, pagination: { page, size, total: count.rows[0].total } }
}

const server = createServer(async (request, answer) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const body = Buffer.from(JSON.stringify(await readPage(searchParams)))
  answer.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
if (address && typeof address === 'object') process.send?.({ ready: `http://127.0.0.1:${address.port}` })
process.once('SIGTERM', () => process.exit(0))
