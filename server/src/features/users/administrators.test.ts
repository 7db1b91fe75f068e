import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../platform/session/passwords.ts'
import { setMorningMail } from '../../testing/address-code.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { addUser } from '../../testing/users.ts'
import { customers } from '../customers/customers.table.ts'
import { replaceAdminPassword } from './users.queries.ts'

const kontor = await startTestApp({ worker: 'off' })
const asAdmin = await kontor.asAdmin()
const password = 'et-passord-av-rett-lengde'

let names = 0

const add = (role: 'admin' | 'sales' = 'admin') => addUser(kontor, { username: `bruker-${++names}`, password, role })

type Caller = TestApp['call']

/** Logs in at `url`; the result calls with that session. */
const logIn = async (username: string, url = '/api/admin/login'): Promise<Caller> => {
  const answer = await kontor.call('POST', url, { username, password })
  expect(answer.statusCode).toBe(200)
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return (method, path, body) => kontor.call(method, path, body, { cookie })
}

const statusOf = async (call: Caller, url = '/api/users') => (await call('GET', url)).statusCode

describe('a named administrator', () => {
  it('logs in to the panel and to the leads, with the rights of the administrator', async () => {
    const { username } = await add()
    for (const url of ['/api/admin/login', '/api/auth/login']) {
      const call = await logIn(username, url)
      expect(await statusOf(call)).toBe(200)
      expect((await call('GET', '/api/auth/session')).json()).toEqual({
        user: { username, role: 'admin', named: true },
      })
    }
  })

  it('gets one sentence for a wrong password and an unknown name', async () => {
    const { username } = await add()
    for (const typed of [
      { username, password: 'et-galt-passord' },
      { username: 'ingen', password },
    ]) {
      const answer = await kontor.call('POST', '/api/admin/login', typed)
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'Feil brukernavn eller passord'])
    }
    const empty = await kontor.call('POST', '/api/admin/login', { username: ' ', password })
    expect([empty.statusCode, empty.json().fields]).toEqual([400, { username: 'Fyll inn brukernavn' }])
  })

  it('keeps sales users out of the panel', async () => {
    const { username } = await add('sales')
    const answer = await kontor.call('POST', '/api/admin/login', { username, password })
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'Brukeren er ikke administrator. Logg inn i leads.'])
    expect(answer.cookies).toEqual([])
  })

  it('appears by name where changes are recorded', async () => {
    const { username } = await add()
    const call = await logIn(username)
    const lead = (await call('POST', '/api/leads', { company_name: 'Navngitt AS' })).json()
    const note = (await call('POST', `/api/leads/${lead.id}/notes`, { text: 'Ringte' })).json()
    expect(note).toMatchObject({ author: username, is_own: true })
    await call('PUT', `/api/leads/${lead.id}`, { status: 'Kontaktet' })
    const seenByShared = (await asAdmin('GET', `/api/leads/${lead.id}/timeline`)).json()
    expect(seenByShared).toContainEqual(expect.objectContaining({ id: note.id, author: username, is_own: false }))
    expect(seenByShared).toContainEqual(expect.objectContaining({ kind: 'status', author: username }))
    await call('DELETE', `/api/leads/${lead.id}`)
    const trash = (await call('GET', '/api/trash?kind=leads')).json()
    expect(trash).toContainEqual(expect.objectContaining({ title: 'Navngitt AS', deletedBy: username }))

    const [customer] = await kontor.database.db
      .insert(customers)
      .values({ name: 'Loggført AS', email: 'post@kunde.example' })
      .returning()
    const created = await call('POST', '/api/agreements', { customerId: customer?.id, title: 'Rådgivning' })
    const { id } = created.json().agreement
    await asAdmin('PUT', `/api/agreements/${id}`, { title: 'Rådgivning 2027' })
    // The office has another name.
    expect((await call('GET', `/api/agreements/${id}/events`)).json()).toMatchObject([
      { kind: 'created', actor: 'admin', author: username },
      { kind: 'changed', actor: 'admin', author: null },
    ])
  })

  it('owns leads, and has a morning mail and a password of their own', async () => {
    const { id, username } = await add()
    const call = await logIn(username)
    const lead = await call('POST', '/api/leads', { company_name: 'Eid AS', owner_id: id })
    expect(lead.json()).toMatchObject({ owner: username })
    const own = (await call('GET', '/api/leads?owner=me')).json().leads
    expect(own.map(({ company_name }: { company_name: string }) => company_name)).toEqual(['Eid AS'])
    const mail = { email: 'leder@bedrift.example', enabled: true }
    expect((await setMorningMail(kontor, call, mail)).json()).toEqual(mail)
    const change = { currentPassword: password, newPassword: 'fjorten-blå-elger-i-tåka' }
    expect((await call('PUT', '/api/users/me/password', change)).statusCode).toBe(200)
    expect(await statusOf(call)).toBe(401)
  })

  it('changes the shared password without becoming the shared administrator', async () => {
    const other = await startTestApp({ worker: 'off', adminPassword: undefined })
    await replaceAdminPassword(other.database.db, await hashPassword(password))
    await other.database.pool.query(`UPDATE users SET role = 'admin'`)
    const named = await other.asSales()
    const change = { currentPassword: password, newPassword: 'fjorten-blå-elger-i-tåka' }
    expect((await named('PUT', '/api/admin/password', change)).statusCode).toBe(200)
    expect((await named('GET', '/api/auth/session')).json().user).toMatchObject({ named: true })
    expect((await other.call('POST', '/api/admin/login', { password: change.newPassword })).statusCode).toBe(200)
  })

  it.each([
    ['deactivate', 'PUT', { isActive: false }, 'Du kan ikke deaktivere din egen bruker.'],
    ['demote', 'PUT', { role: 'sales' }, 'Du kan ikke ta fra deg selv rollen som administrator.'],
    ['delete', 'DELETE', undefined, 'Du kan ikke slette din egen bruker.'],
    [
      'set the password of',
      'PUT',
      { password: 'fjorten-blå-elger-i-tåka' },
      'Ditt eget passord bytter du med «Bytt passord», som spør etter det nåværende.',
    ],
  ] as const)('can’t %s themselves, but others', async (_what, method, body, sentence) => {
    const [own, other] = [await add(), await add()]
    const call = await logIn(own.username)
    const refused = await call(method, `/api/users/${own.id}`, body)
    expect([refused.statusCode, refused.json().error]).toEqual([409, sentence])
    expect((await call(method, `/api/users/${other.id}`, body)).statusCode).toBeLessThan(300)
    expect(await statusOf(call)).toBe(200)
  })
})

describe('two administrators who remove each other at once', () => {
  it.each([
    ['PUT', { role: 'sales' }],
    ['DELETE', undefined],
  ] as const)('don’t both succeed: %s', async (method, body) => {
    const users = [await add(), await add()] as const
    const [one, other] = await Promise.all(users.map(({ username }) => logIn(username)))
    const answers = await Promise.all([
      one?.(method, `/api/users/${users[1].id}`, body),
      other?.(method, `/api/users/${users[0].id}`, body),
    ])
    const refused = answers.filter((answer) => answer && [401, 403].includes(answer.statusCode))
    expect(refused).toHaveLength(1)
    const left = (await asAdmin('GET', '/api/users')).json()
    const administrators = left.filter(({ id, role }: { id: number; role: string }) =>
      users.some((user) => user.id === id && role === 'admin'),
    )
    expect(administrators).toHaveLength(1)
  })
})

describe('the role of a user', () => {
  it('is that of a sales user unless given', async () => {
    const answer = await asAdmin('POST', '/api/users', { username: 'uten-rolle', password })
    expect(answer.json()).toMatchObject({ role: 'sales' })
    const invalid = await asAdmin('POST', '/api/users', { username: 'feil-rolle', password, role: 'eier' })
    expect([invalid.statusCode, invalid.json().fields]).toEqual([400, { role: 'Ukjent rolle' }])
  })

  it.each([
    ['sales', 'admin'],
    ['admin', 'sales'],
  ] as const)('ends the sessions when it changes from %s to %s, and stays without the field', async (from, to) => {
    const { id, username } = await add(from)
    const call = await logIn(username, '/api/auth/login')
    expect((await asAdmin('PUT', `/api/users/${id}`, { username, role: from })).json()).toMatchObject({ role: from })
    expect((await asAdmin('PUT', `/api/users/${id}`, { username })).json()).toMatchObject({ role: from })
    expect(await statusOf(call, '/api/auth/session')).toBe(200)
    await asAdmin('PUT', `/api/users/${id}`, { role: to })
    expect(await statusOf(call, '/api/auth/session')).toBe(401)
    await asAdmin('PUT', `/api/users/${id}`, { role: from })
    expect(await statusOf(call, '/api/auth/session')).toBe(401)
  })
})
