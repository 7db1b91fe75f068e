import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()

beforeEach(async () => {
  await pool.query('DELETE FROM lead_views')
})

const view = {
  name: 'Mine i Oslo',
  q: 'oslo',
  status: 'Ny',
  industry: '',
  due: 'overdue',
  owner: 'me',
  sort: 'city:asc',
  columns: ['status', 'city'],
}

describe('saved views', () => {
  it('belong to the user who saved them: GET, POST, PUT and DELETE of /api/leads/views', async () => {
    const saved = (await asSales('POST', '/api/leads/views', view)).json()
    expect(saved).toEqual({ ...view, id: saved.id, is_shared: false, shared_by: null, version: 1 })
    expect((await asSales('GET', '/api/leads/views')).json()).toEqual([saved])
    expect((await asAdmin('GET', '/api/leads/views')).json()).toEqual([])
    const changed = { name: 'Alle' }
    expect((await asAdmin('PUT', `/api/leads/views/${saved.id}`, changed)).statusCode).toBe(404)
    const emptied = { q: '', status: '', industry: '', due: '', owner: '', sort: 'created_at:desc', columns: null }
    expect((await asSales('PUT', `/api/leads/views/${saved.id}`, changed)).json()).toEqual({
      ...saved,
      ...changed,
      ...emptied,
      version: 2,
    })
    expect((await asAdmin('DELETE', `/api/leads/views/${saved.id}`)).statusCode).toBe(404)
    expect((await asSales('DELETE', `/api/leads/views/${saved.id}`)).statusCode).toBe(204)
    expect((await asSales('GET', '/api/leads/views')).json()).toEqual([])
  })

  it('can be shared: others use them, and only their owner changes, unshares and deletes them', async () => {
    const saved = (await asSales('POST', '/api/leads/views', { ...view, is_shared: true })).json()
    expect(saved).toMatchObject({ is_shared: true, shared_by: null })
    const [shared] = (await asAdmin('GET', '/api/leads/views')).json()
    expect(shared).toEqual({ ...saved, shared_by: 'salg' })
    const path = `/api/leads/views/${saved.id}`
    for (const refused of [await asAdmin('PUT', path, { name: 'Min' }), await asAdmin('DELETE', path)]) {
      expect(refused.statusCode).toBe(403)
      expect(refused.json().error).toBe('Visningen er salg sin. Lagre den som din egen for å endre den.')
    }
    // Another user may use the name, too.
    const own = (await asAdmin('POST', '/api/leads/views', { ...view, is_shared: true })).json()
    expect((await asSales('GET', '/api/leads/views')).json()).toMatchObject([
      { id: saved.id, shared_by: null },
      { id: own.id, shared_by: 'Administrator' },
    ])
    // An absent value keeps the stored one.
    expect((await asSales('PUT', path, { name: 'Annet navn' })).json()).toMatchObject({ is_shared: true })
    expect((await asSales('PUT', path, { name: 'Annet navn', is_shared: false })).json()).toMatchObject({
      is_shared: false,
    })
    expect((await asAdmin('GET', '/api/leads/views')).json()).toHaveLength(1)
    expect((await asAdmin('DELETE', path)).statusCode).toBe(404)
  })

  it('reject a change or deletion of a version that is no longer the newest', async () => {
    const { id, version } = (await asSales('POST', '/api/leads/views', view)).json()
    const path = `/api/leads/views/${id}`
    expect((await asSales('PUT', path, { ...view, name: 'Først', version })).json().version).toBe(2)
    const late = await asSales('PUT', path, { ...view, name: 'Sist', version })
    expect(late.statusCode).toBe(409)
    expect(late.json().current).toMatchObject({ name: 'Først', version: 2 })
    expect((await asSales('DELETE', `${path}?version=${version}`)).statusCode).toBe(409)
    expect((await asSales('DELETE', `${path}?version=2`)).statusCode).toBe(204)
  })

  it('have unique names, also when saved concurrently', async () => {
    for (const caller of [asSales, asAdmin]) {
      const answers = await Promise.all([
        caller('POST', '/api/leads/views', view),
        caller('POST', '/api/leads/views', view),
      ])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      const refused = answers.find(({ statusCode }) => statusCode === 409)
      expect(refused?.json().fields).toEqual({ name: 'Du har allerede en visning med dette navnet.' })
    }
  })

  it('reject what the list would reject, and more than fifty', async () => {
    const bad = { name: '', status: 'Vunnet', sort: 'x', columns: ['passord'], is_shared: 'ja' }
    const { fields } = (await asSales('POST', '/api/leads/views', bad)).json()
    expect(Object.keys(fields).toSorted()).toEqual(['columns.0', 'is_shared', 'name', 'sort', 'status'])
    await asSales('POST', '/api/leads/views', { name: 'Første' })
    await pool.query(`INSERT INTO lead_views (user_id, name, q, status, industry, sort)
      SELECT user_id, 'Nr. ' || n, '', '', '', 'id:asc' FROM lead_views, generate_series(2, 49) AS n`)
    expect((await asSales('POST', '/api/leads/views', { name: 'Siste' })).statusCode).toBe(200)
    expect((await asSales('POST', '/api/leads/views', view)).statusCode).toBe(409)
  })

  it('are deleted with their sales user', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `WITH ola AS (INSERT INTO users (username, password_hash) VALUES ('ola', 'x') RETURNING id)
       INSERT INTO lead_views (user_id, name, q, status, industry, sort)
       SELECT id, 'x', '', '', '', 'id:asc' FROM ola RETURNING user_id AS id`,
    )
    expect((await asAdmin('DELETE', `/api/users/${rows[0]?.id}`)).statusCode).toBe(204)
    expect((await pool.query('SELECT FROM lead_views')).rowCount).toBe(0)
  })
})
