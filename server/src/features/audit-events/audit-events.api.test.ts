import { expect, test } from 'vitest'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()

const list = async (query = '') => (await admin('GET', `/api/audit-events${query}`)).json()

const sentences = async (query = ''): Promise<string[]> => {
  const { events } = await list(query)
  return events.map((event: { actor: string; action: string; kind: string; title: string | null }) =>
    [event.actor, event.action, event.kind, event.title].join(' '),
  )
}

test('lists events by page, the newest first, and who they name', async () => {
  for (const company_name of ['Fossekallen AS', 'Ærfuglen AS', 'Tjelden AS'])
    await sales('POST', '/api/leads', { company_name })
  const seller = kontor.config.salesUsername
  expect(await sentences('?kind=lead&size=2')).toEqual([
    `${seller} created lead Tjelden AS`,
    `${seller} created lead Ærfuglen AS`,
  ])
  expect(await sentences('?kind=lead&size=2&page=2')).toEqual([`${seller} created lead Fossekallen AS`])
  expect((await list('?kind=lead&size=2')).pagination).toEqual({ page: 1, size: 2, total: 3, pages: 2 })
  const { total, actors } = (await admin('GET', '/api/audit-events/summary')).json()
  expect(total).toBeGreaterThan(3)
  expect(actors).toEqual(expect.arrayContaining(['Administrator', 'Kontor', seller]))
})

test('filters by who, what, words and days', async () => {
  const customer = { name: 'Østgård Bygg', email: 'post@ostgard.example' }
  const { id, version } = (await admin('POST', '/api/customers', customer)).json()
  await admin('PUT', `/api/customers/${id}`, { ...customer, city: 'Hamar', version })
  expect(await sentences('?q=hamar')).toEqual(['Administrator updated customer Østgård Bygg'])
  expect(await sentences('?q=østgård%20bygg&action=created')).toEqual(['Administrator created customer Østgård Bygg'])
  expect(await sentences('?q=hamar&actor=Kontor')).toEqual([])
  expect(await sentences('?q=hamar&to=2020-01-01')).toEqual([])
  expect(await sentences('?q=hamar&from=2020-01-01&to=')).toHaveLength(1)
  expect(await sentences('?q=city')).toEqual([])
})

test('rejects unknown kinds and actions, and invalid days and pages', async () => {
  for (const [query, sentence] of [
    ['kind=annet', 'Ukjent slag'],
    ['action=annet', 'Ukjent hendelse'],
    ['from=2026-02-30', 'Ugyldig dato'],
    ['page=0', 'Ugyldig side'],
  ]) {
    const refused = await admin('GET', `/api/audit-events?${query}`)
    expect([refused.statusCode, refused.body], query).toEqual([400, expect.stringContaining(sentence ?? '')])
  }
})

test('exports the filtered events, and records the export', async () => {
  await admin('POST', '/api/products', { number: '=1+1', name: '=HYPERLINK("x")', type: 'Vare' })
  const csv = await admin('GET', '/api/audit-events/export?kind=product&format=csv')
  expect(csv.statusCode).toBe(200)
  expect(csv.headers['content-disposition']).toContain('hendelser.csv')
  expect(csv.body).toContain('Opprettet;Produkt')
  expect(csv.body).not.toMatch(/(^|;)=HYPERLINK/m)
  expect((await admin('GET', '/api/audit-events/export')).statusCode).toBe(200)
  expect((await sentences('?kind=export'))[1]).toBe('Administrator exported export Hendelser')
})

test('logins and failures name the account but never what was typed', async () => {
  const typed = 'mitt-hemmelige-passord'
  await kontor.call('POST', '/api/auth/login', { username: typed, password: 'feil' })
  await kontor.call('POST', '/api/auth/login', { username: kontor.config.salesUsername, password: typed })
  await kontor.call('POST', '/api/admin/login', { password: typed })
  await kontor.asSales()
  const { events } = await list('?kind=session&size=4')
  expect(events).toMatchObject([
    { action: 'login', actor: kontor.config.salesUsername, address: '127.0.0.1', after: { step: 'password' } },
    { action: 'login-failed', actor: 'Administrator' },
    { action: 'login-failed', actor: kontor.config.salesUsername },
    { action: 'login-failed', actor: 'Ukjent bruker', address: '127.0.0.1' },
  ])
  const { rows } = await pool.query('SELECT e::text FROM audit_events e')
  expect(JSON.stringify(rows)).not.toContain(typed)
})

test('keeps events as long as chosen, and the nightly purge deletes older ones', async () => {
  expect((await admin('GET', '/api/audit-events/retention')).json()).toEqual({ months: 24 })
  expect((await admin('PUT', '/api/audit-events/retention', { months: 5 })).statusCode).toBe(400)
  expect((await admin('PUT', '/api/audit-events/retention', { months: 121 })).statusCode).toBe(400)
  await pool.query(
    `INSERT INTO audit_events (actor, actor_kind, action, kind, title, at)
    SELECT 'Kari', 'user', 'created', 'webinar', 'alder ' || n, $1::timestamptz - make_interval(months => n) FROM unnest('{7,11,13,25}'::int[]) n`,
    [kontor.clock.now()],
  )
  await admin('POST', '/api/retention/purge')
  expect(await sentences('?q=alder')).toHaveLength(3)
  expect((await admin('PUT', '/api/audit-events/retention', { months: 12, known: 24 })).json()).toEqual({ months: 12 })
  const stale = await admin('PUT', '/api/audit-events/retention', { months: 18, known: 24 })
  expect([stale.statusCode, stale.json().current]).toEqual([409, { months: 12 }])
  await admin('POST', '/api/retention/purge')
  expect(await sentences('?q=alder')).toEqual(['Kari created webinar alder 7', 'Kari created webinar alder 11'])
  expect((await list('?kind=setting')).events).toMatchObject([{ entityId: 'audit_retention', after: { months: 12 } }])
})

test('erasing a person masks their values, also with hostile texts', async () => {
  const name = `Ola "Truls" O'Neil \\ %_`
  const other = { name: 'Liv', email: 'ola_505@kunde.example', subject: 'general', message: 'Hei', consent: true }
  await kontor.call('POST', '/api/contacts', { ...other, name, email: 'ola_50@kunde.example' })
  await kontor.call('POST', '/api/contacts', other)
  const report = (await admin('POST', '/api/privacy/erase', { email: 'ola_50@kunde.example' })).json()
  expect(report.erased).toContainEqual(expect.objectContaining({ kind: 'events', deleted: 0 }))
  const { rows } = await pool.query<{ e: string }>('SELECT e::text FROM audit_events e')
  const all = rows.map(({ e }) => e).join('\n')
  expect(all).not.toContain('ola_50@')
  expect(all).not.toContain('Truls')
  expect(all).toContain('ola_505@kunde.example')
  expect(await sentences('?kind=person')).toEqual(['Administrator erased person '])
})

test('a person gets the events about them, without the actors', async () => {
  const email = 'innsyn@kunde.example'
  await admin('POST', '/api/customers', { name: 'Innsyn AS', email })
  const { events } = (await admin('POST', '/api/privacy/export', { email })).json()
  expect(events).toMatchObject([{ action: 'exported' }, { action: 'created', kind: 'customer' }])
  expect(JSON.stringify(events)).not.toMatch(/Administrator|127\.0\.0\.1/)
})

test('two instances write to the same trail', async () => {
  const other = await startAnotherApp(kontor)
  const payload = { name: 'Siv', email: 'siv@kunde.example', subject: 'general', message: 'Hei', consent: true }
  const posted = await other.inject({ method: 'POST', url: '/api/contacts', payload })
  expect(posted.statusCode).toBe(200)
  expect(await sentences('?kind=contact&q=siv')).toEqual(['Besøkende created contact Siv'])
})
