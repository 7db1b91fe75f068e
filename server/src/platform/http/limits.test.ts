import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { clearTables, createTestDatabase } from '../../testing/database.ts'
import { loadConfig } from '../config/config.ts'
import { createJobs } from '../jobs/pg-boss-jobs.ts'
import { limitForms, publicFormLimit } from './form-limit.ts'
import { deleteEndedFormPosts } from './form-posts.queries.ts'
import { createServer } from './server.ts'

const config = loadConfig({ LOG_LEVEL: 'silent', PUBLIC_FORM_LIMIT: '3', TRUST_PROXY: 'on' })
const database = await createTestDatabase()
const log = { warn: () => {}, error: () => {} }
let now = new Date('2026-03-24T09:00:00.000Z')
const clock = { now: () => now }

const startInstance = async (): Promise<FastifyInstance> => {
  const app = createServer(config)
  const jobs = createJobs({ pool: database.pool, worker: 'off', log })
  await limitForms(app, { database, clock, jobs })
  app.post('/api/one', publicFormLimit({ config }), async () => ({ ok: true }))
  app.post('/api/other', publicFormLimit({ config }), async () => ({ ok: true }))
  app.post('/api/unlimited', async () => ({ ok: true }))
  await app.ready()
  afterAll(() => app.close())
  return app
}

const app = await startInstance()

const post = (url: string, address: string, instance = app) =>
  instance.inject({ method: 'POST', url, headers: { 'x-forwarded-for': address }, payload: {} })

const statuses = async (url: string, ...addresses: string[]) => {
  const found: number[] = []
  for (const address of addresses) found.push((await post(url, address)).statusCode)
  return found
}

const storedPosts = async () => (await database.pool.query('SELECT posts FROM form_posts ORDER BY posts')).rows

describe('the public forms', () => {
  it('accept PUBLIC_FORM_LIMIT posts per address across all forms, and then answer 429 with Retry-After', async () => {
    expect(await statuses('/api/one', '192.0.2.1', '192.0.2.1')).toEqual([200, 200])
    expect(await statuses('/api/other', '192.0.2.1', '192.0.2.1')).toEqual([200, 429])
    now = new Date('2026-03-24T09:00:08.000Z')
    const refused = await post('/api/one', '192.0.2.1')
    expect(refused.json()).toEqual({ error: 'For mange forsøk. Vent litt og prøv igjen.' })
    expect(refused.headers['retry-after']).toBe('592')
  })

  it('do not limit other addresses or other routes', async () => {
    expect(await statuses('/api/one', '192.0.2.2', '::ffff:192.0.2.3')).toEqual([200, 200])
    expect(await statuses('/api/unlimited', ...Array<string>(10).fill('192.0.2.1'))).toEqual(Array(10).fill(200))
  })

  it('count IPv6 addresses of one /64 as one', async () => {
    const neighbours = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8::4']
    expect(await statuses('/api/one', ...neighbours, '2001:db8:0:1::1')).toEqual([200, 200, 200, 429, 200])
  })

  it('share the limit between instances, also when posts arrive at once', async () => {
    const instances = [app, await startInstance(), await startInstance()]
    const posts = instances.flatMap((instance) =>
      Array.from({ length: 5 }, () => post('/api/one', '192.0.2.9', instance)),
    )
    const answers = (await Promise.all(posts)).map(({ statusCode }) => statusCode)
    expect(answers.filter((status) => status === 200)).toHaveLength(3)
    expect(answers.filter((status) => status === 429)).toHaveLength(12)
  })

  it('stop counting an address over its limit, and accept it again after ten minutes', async () => {
    await clearTables(database.pool, 'form_posts')
    expect(await statuses('/api/one', ...Array<string>(6).fill('192.0.2.10'))).toEqual([200, 200, 200, 429, 429, 429])
    expect(await storedPosts()).toEqual([{ posts: 4 }])
    now = new Date(now.getTime() + 10 * 60_000)
    expect(await statuses('/api/one', '192.0.2.10')).toEqual([200])
    expect(await storedPosts()).toEqual([{ posts: 1 }])
  })

  it('store no address, and delete what has ended', async () => {
    await post('/api/one', '192.0.2.11')
    expect(JSON.stringify((await database.pool.query('SELECT * FROM form_posts')).rows)).not.toContain('192.0.2')
    await deleteEndedFormPosts(database.db, new Date(now.getTime() + 10 * 60_000))
    expect(await storedPosts()).toEqual([])
  })
})
