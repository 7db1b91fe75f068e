import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadSite, type Site } from '../../platform/pages/built-site.ts'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { clearTables } from '../../testing/database.ts'
import { createSiteBuild } from '../../testing/site-build.ts'
import { watchSite } from './site-editing.render.service.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const { db, pool } = kontor.database
const folder = await createSiteBuild()

beforeEach(async () => {
  await clearTables(pool, 'company', 'site_texts')
})

/** An instance's site, kept up to date. */
const startInstance = async (warnings: string[] = []) => {
  const site = await loadSite(folder, 'https://www.eksempel.example')
  const watch = await watchSite(db, site, { warn: (_, message) => warnings.push(message) })
  onCleanup(watch.stop)
  return { site, watch }
}

/** Returns the cookies of an administrator's session. */
const logInTo = async (app: FastifyInstance): Promise<Record<string, string>> => {
  const payload = { password: kontor.config.adminPassword }
  const { cookies } = await app.inject({ method: 'POST', url: '/api/admin/login', payload })
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

const shown = (site: Site, language: 'no' | 'en' = 'no'): string =>
  site.current().pages.get('/')?.[language].resource.plain.toString() ?? ''

const expectShown = (site: Site, text: string) => expect.poll(() => shown(site)).toContain(text)

test('every instance shows a change, whichever of them stored it', async () => {
  const [one, two] = [await startInstance(), await startInstance()]
  expect([shown(one.site), shown(two.site)]).toEqual(Array(2).fill('<title>delivered home no</title>'))
  await admin('PUT', '/api/company', { name: 'Fjord AS' })
  for (const { site } of [one, two]) await expectShown(site, 'Fjord AS')
  const changes = [{ id: 'home.title', language: 'no', text: 'Ny tittel' }]
  await admin('PUT', '/api/site-texts', { changes })
  for (const { site } of [one, two]) await expectShown(site, 'Fjord AS home no Ny tittel')
})

test('the instance that stores a change shows it at once, without waiting for its next look', async () => {
  const { site, watch } = await startInstance()
  let asked = 0
  const app = await startAnotherApp(kontor, site, () => {
    asked += 1
    watch.refreshSoon()
  })
  const cookies = await logInTo(app)
  const put = (url: string, payload: object) => app.inject({ method: 'PUT', url, cookies, payload })
  await put('/api/company', { name: 'Fjord AS' })
  expect(asked).toBe(1)
  await expectShown(site, 'Fjord AS')
  await put('/api/site-texts', { changes: [{ id: 'home.title', language: 'no', text: 'Ny tittel' }] })
  expect(asked).toBe(2)
  await put('/api/company', { name: 'Fjell AS', version: 1 })
  expect(asked).toBe(2)
  await expectShown(site, 'Fjord AS home no Ny tittel')
})

test('keeps the site while the database or the renderer fails, reports it once, and recovers', async () => {
  const warnings: string[] = []
  const { site } = await startInstance(warnings)
  await admin('PUT', '/api/company', { name: 'Fjord AS' })
  await expectShown(site, 'Fjord AS')
  await admin('PUT', '/api/company', { name: 'Velt AS' })
  await expect.poll(() => warnings).toEqual(['The site could not be brought up to date'])
  expect(shown(site)).toContain('Fjord AS')
  await admin('PUT', '/api/company', { name: 'Fjell AS' })
  await expectShown(site, 'Fjell AS')
  expect(warnings).toHaveLength(1)
})

test('a later instance shows stored content and photos from its first answer on, rendered once', async () => {
  const { rows } = await pool.query<{ id: string }>('INSERT INTO company_photos DEFAULT VALUES RETURNING id')
  const id = rows[0]?.id ?? ''
  await pool.query(`INSERT INTO company_photo_files VALUES ($1, 320, 'avif', 'photo')`, [id])
  const member = { name: 'Kari', role: { no: 'Leder', en: 'Head' }, photo: id, bookingUrl: null, email: 'k@x.example' }
  await admin('PUT', '/api/company', { name: 'Fjord AS', team: [member] })
  const { site, watch } = await startInstance()
  expect(shown(site)).toContain('Fjord AS')
  const first = site.current()
  expect(first.files.get(`/photos/${id}-320.avif`)?.resource).toMatchObject({
    type: 'image/avif',
    plain: Buffer.from('photo'),
  })
  await watch.refresh()
  expect(site.current()).toBe(first)
})

describe('the preview', async () => {
  const site = await loadSite(folder, 'https://www.eksempel.example')
  const app = await startAnotherApp(kontor, site)
  const url = '/api/site-texts/preview'
  const texts = JSON.stringify({ 'home.title': 'Utkast <b>' })
  const payload = { page: 'home', language: 'no', texts }
  const cookies = await logInTo(app)
  const preview = (body: object) => app.inject({ method: 'POST', url, cookies, payload: body })

  test('is the page with unsaved texts and the stored facts, without the right to run scripts', async () => {
    await admin('PUT', '/api/company', { name: 'Fjord AS' })
    const answer = await preview(payload)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toBe('<title>Fjord AS home no Utkast <b></title>')
    const policy = answer.headers['content-security-policy']
    expect(policy).toContain("default-src 'none'; style-src 'sha256-home'")
    expect(policy).toContain('sandbox allow-same-origin')
    expect(policy).not.toContain('script')
    expect(shown(site)).toBe('<title>delivered home no</title>')
    expect((await admin('GET', '/api/site-texts')).json().texts).toEqual({ no: {}, en: {} })
  })

  test('accepts a form post', async () => {
    const answer = await app.inject({
      method: 'POST',
      url,
      cookies,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(payload).toString(),
    })
    expect(answer.body).toContain('Utkast <b>')
  })

  test('of an unknown page is 404, of an invalid text 400', async () => {
    expect((await preview({ ...payload, page: 'nowhere' })).statusCode).toBe(404)
    expect((await preview({ ...payload, texts: '{' })).statusCode).toBe(400)
  })
})
