// What the enquiries are measured against: a bare Fastify that inserts one row with `pg`, on an embedded PostgreSQL of the
// same kind and settings.
import Fastify from 'fastify'
import pg from 'pg'
import { connect } from '../server/src/platform/database/connect.ts'
import { runUntilStopped } from '../server/src/platform/lifecycle/lifecycle.ts'

const dataDir = process.argv[2] ?? ''

interface Enquiry {
  readonly name: string
  readonly email: string
  readonly company: string
  readonly subject: string
  readonly message: string
}

await runUntilStopped(async (lifecycle) => {
  const nothing = { databaseUrl: undefined, databaseOwnerUrl: undefined, smtpUrl: undefined }
  const { owner } = await connect({ ...nothing, dataDir }, lifecycle)
  const pool = new pg.Pool({ ...owner, max: 10 })
  lifecycle.onStop(() => pool.end())
  await pool.query(
    'CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text, email text, company text, subject text, message text, created_at timestamptz DEFAULT now())',
  )
  const app = Fastify()
  app.get('/', async () => ({ success: true }))
  app.post<{ Body: Enquiry }>('/api/contacts', async ({ body }) => {
    await pool.query('INSERT INTO bare (name, email, company, subject, message) VALUES ($1, $2, $3, $4, $5)', [
      body.name,
      body.email,
      body.company,
      body.subject,
      body.message,
    ])
    return { success: true }
  })
  lifecycle.onStop(() => app.close())
  const ready = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) })
  process.send?.({ ready })
})
