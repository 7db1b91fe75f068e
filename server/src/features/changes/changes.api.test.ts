import type { RecordChange } from '@kontor/contract/shared/records'
import { describe, expect, it } from 'vitest'
import { listenerName } from '../../platform/database/listen.ts'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { cookieOf, listenLocally, type ReceivedEvent, readEvents } from '../../testing/event-reader.ts'
import { addUser } from '../../testing/users.ts'

const kontor = await startTestApp({ worker: 'off' })
const { call, database } = kontor
const other = await startAnotherApp(kontor)
const [here, there] = [await listenLocally(kontor.app), await listenLocally(other)]

const { adminPassword, salesUsername, salesPassword } = kontor.config
const logInAsAdmin = async () => cookieOf(await call('POST', '/api/admin/login', { password: adminPassword }))
const logInAsSales = async () =>
  cookieOf(await call('POST', '/api/auth/login', { username: salesUsername, password: salesPassword }))
const asSales = await kontor.asSales()

const changesOf = ({ event, data }: ReceivedEvent): readonly RecordChange[] =>
  event === 'change' ? (data as RecordChange[]) : []

const names =
  (kind: string, id: string | number | null) =>
  (event: ReceivedEvent): boolean =>
    changesOf(event).some(
      (change) => change.kind === kind && (id === null ? change.ids === null : change.ids?.includes(`${id}`)),
    )

const is = (name: string) => (event: ReceivedEvent) => event.event === name

const follow = async (cookie: string, address = here) => {
  const stream = await readEvents(address, '/api/changes', cookie)
  await stream.until(is('ready'))
  return stream
}

const createLead = async (company_name: string): Promise<number> =>
  (await asSales('POST', '/api/leads', { company_name })).json().id

describe('following changes', () => {
  it('streams ids and kinds only, unbuffered and uncached', async () => {
    const stream = await follow(await logInAsSales())
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.headers.get('content-encoding')).toBeNull()
    const id = await createLead('Hemmelig Navn AS')
    const { data } = await stream.until(names('lead', id))
    expect(JSON.stringify(data)).not.toContain('Hemmelig')
    for (const change of data as object[]) expect(Object.keys(change)).toEqual(['kind', 'ids'])
  })

  it('reports what another instance has created, changed and deleted', async () => {
    const stream = await follow(await logInAsAdmin(), there)
    const id = await createLead('Her AS')
    await stream.until(names('lead', id))
    const person = { name: 'Kari', email: 'kari@kunde.example' }
    const customer = await (await kontor.asAdmin())('POST', '/api/customers', person)
    await stream.until(names('customer', customer.json().id))
    const deleted = await createLead('Borte AS')
    await stream.until(names('lead', deleted))
    const seen = stream.events.length
    await asSales('DELETE', `/api/leads/${deleted}`)
    await stream.until((event) => stream.events.indexOf(event) >= seen && names('lead', deleted)(event))
  })

  it("hides from sales users what they can't open", async () => {
    const [admin, sales] = [await follow(await logInAsAdmin()), await follow(await logInAsSales())]
    await database.pool.query(`INSERT INTO products (number, name) VALUES ('1', 'Time')`)
    await admin.until((event) => changesOf(event).some(({ kind }) => kind === 'product'))
    await sales.until(names('lead', await createLead('Synlig AS')))
    expect(sales.events.flatMap(changesOf).map(({ kind }) => kind)).not.toContain('product')
  })

  it("reports many changes at once without ids, and a child's as its parent's", async () => {
    const stream = await follow(await logInAsAdmin())
    await database.pool.query(`INSERT INTO leads (company_name) SELECT 'Mange ' || n FROM generate_series(1, 3000) n`)
    await stream.until(names('lead', null))
    const { rows } = await database.pool.query<{ id: number }>(
      `WITH customer AS (INSERT INTO customers (name, email) VALUES ('Ås', 'as@kunde.example') RETURNING id)
       INSERT INTO contact_persons (customer_id, first_name, last_name, email) SELECT id, 'Ola', 'Nordmann', 'ola@kunde.example' FROM customer RETURNING customer_id AS id`,
    )
    await stream.until(names('customer', rows[0]?.id ?? ''))
  })

  it("reports an agreement's change to sales users as a change of the lead, if the lead shows it", async () => {
    const [admin, sales] = [await follow(await logInAsAdmin()), await follow(await logInAsSales())]
    const lead = await createLead('Tilbud AS')
    const asAdmin = await kontor.asAdmin()
    const customer = { name: 'Tilbud AS', email: 'post@tilbud.example' }
    const { id: customerId } = (await asAdmin('POST', '/api/customers', customer)).json()
    await database.pool.query('UPDATE leads SET customer_id = $2 WHERE id = $1', [lead, customerId])
    // The change of a later lead shows that all earlier changes have arrived.
    const settle = async () => sales.until(names('lead', await createLead('Skille AS')))
    const heardOf = async (change: () => Promise<unknown>): Promise<boolean> => {
      await settle()
      const before = sales.events.length
      await change()
      await settle()
      return sales.events.slice(before).some(names('lead', lead))
    }
    let agreement = ''
    const create = async () => {
      const created = await asAdmin('POST', '/api/agreements', { title: 'Tilbud', customerId })
      agreement = created.json().agreement.id
    }
    const line = { description: 'Time', quantity: 1, unitPrice: 100_000, vatRate: 25 }
    expect(await heardOf(create)).toBe(true)
    expect(await heardOf(() => asAdmin('POST', `/api/agreements/${agreement}/products`, line))).toBe(false)
    expect(await heardOf(() => asAdmin('PUT', `/api/agreements/${agreement}`, { title: 'Nytt tilbud' }))).toBe(true)
    const answer = `INSERT INTO agreement_events (agreement_id, kind, actor, at) VALUES ($1, 'answered', 'customer', now())`
    expect(await heardOf(() => database.pool.query(answer, [agreement]))).toBe(true)
    expect(await heardOf(() => asAdmin('DELETE', `/api/agreements/${agreement}`))).toBe(true)
    await admin.until(names('agreement', agreement))
    expect(sales.events.flatMap(changesOf).map(({ kind }) => kind)).not.toContain('agreement')
  })

  it('replays what a client has missed, and reports how far back it goes', async () => {
    const earlier = await follow(await logInAsSales())
    const id = await createLead('Nettopp AS')
    await earlier.until(names('lead', id))
    const late = await readEvents(here, '/api/changes?missed=20000', await logInAsSales())
    await late.until(names('lead', id))
    const { data } = await late.until(is('ready'))
    expect(data).toEqual({ covers: expect.any(Number) })
  })

  it('resets its streams when its database connection breaks', async () => {
    const streams = [await follow(await logInAsSales()), await follow(await logInAsSales(), there)]
    const byName = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = $1`
    await database.pool.query(byName, [listenerName])
    for (const stream of streams) {
      await stream.until(is('lost'))
      await stream.until(is('reset'))
    }
    const id = await createLead('Etterpå AS')
    for (const stream of streams) await stream.until(names('lead', id))
  })
})

describe('who may follow', () => {
  it('answers a HEAD without a stream, and rejects a negative period', async () => {
    expect((await asSales('HEAD', '/api/changes')).statusCode).toBe(200)
    expect((await asSales('GET', '/api/changes?missed=-1')).statusCode).toBe(400)
  })

  it('ends with the session, also when another instance ends it', async () => {
    const cookie = await logInAsAdmin()
    const stream = await follow(cookie, there)
    await call('POST', '/api/admin/logout', undefined, { cookie })
    await stream.ended
    await expect(readEvents(there, '/api/changes', cookie)).rejects.toThrow('401')
  })

  it('ends when the user is deactivated, but not for others', async () => {
    const login = { username: 'midlertidig', password: 'et-langt-og-rart-passord' }
    await addUser(kontor, login)
    const stream = await follow(cookieOf(await call('POST', '/api/auth/login', login)))
    const stays = await follow(await logInAsSales())
    await database.pool.query(`UPDATE users SET is_active = false WHERE username = 'midlertidig'`)
    await stream.ended
    await stays.until(names('lead', await createLead('Videre AS')))
  })

  it.each([
    ['the shared password is switched off', 'shared_password_off', true],
    ['its role needs a second factor', 'second_factor_policy', { sales: false, admin: true }],
  ])('ends when %s', async (_what, key, value) => {
    const stream = await follow(await logInAsAdmin())
    const stays = await follow(await logInAsSales())
    await database.pool.query('INSERT INTO system_settings (key, value) VALUES ($1, $2)', [key, JSON.stringify(value)])
    await stream.ended
    await database.pool.query('DELETE FROM system_settings WHERE key = $1', [key])
    await stays.until(names('lead', await createLead('Uberørt AS')))
  })

  it('keeps the newest five streams of a session', async () => {
    const cookie = await logInAsSales()
    const oldest = await follow(cookie)
    const newer = await Promise.all([1, 2, 3, 4, 5].map(() => follow(cookie)))
    await oldest.ended
    const id = await createLead('Fem AS')
    for (const stream of newer) await stream.until(names('lead', id))
  })

  it('ends when the server stops, and accepts no new streams', async () => {
    const third = await startAnotherApp(kontor)
    const address = await listenLocally(third)
    const cookie = await logInAsSales()
    const stream = await follow(cookie, address)
    third.eventStreams.endAll()
    await stream.ended
    await expect(readEvents(address, '/api/changes', cookie)).rejects.toThrow('503')
  })
})
