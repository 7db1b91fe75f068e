import { beforeEach, expect, test } from 'vitest'
import { loadSite, type Site } from '../../platform/http/site.ts'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { createSiteBuild } from '../../testing/site-build.ts'
import { watchSite } from './site-texts.render.service.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const { db, pool } = kontor.database
const folder = await createSiteBuild()

beforeEach(async () => {
  await pool.query('TRUNCATE company, site_texts')
})

/** An instance's site, kept up to date. */
const startInstance = async (warnings: string[] = []) => {
  const site = await loadSite(folder, 'https://www.eksempel.example')
  const watch = await watchSite(db, site, { warn: (_, message) => warnings.push(message) })
  onCleanup(watch.stop)
  return { site, watch }
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

test('an instance that starts later shows the stored content from its first answer on', async () => {
  await admin('PUT', '/api/company', { name: 'Fjord AS' })
  expect(shown((await startInstance()).site)).toContain('Fjord AS')
})

test('renders nothing while nothing has changed', async () => {
  await admin('PUT', '/api/company', { name: 'Fjord AS' })
  const { site, watch } = await startInstance()
  const before = site.current()
  await watch.refresh()
  expect(site.current()).toBe(before)
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

test('a photo of the team is part of the site as long as somebody has it', async () => {
  const { rows } = await pool.query<{ id: string }>('INSERT INTO company_photos DEFAULT VALUES RETURNING id')
  const id = rows[0]?.id ?? ''
  await pool.query(`INSERT INTO company_photo_files VALUES ($1, 320, 'avif', 'photo')`, [id])
  const member = { name: 'Kari', role: { no: 'Leder', en: 'Head' }, photo: id, bookingUrl: null, email: 'k@x.example' }
  await admin('PUT', '/api/company', { team: [member] })
  const { site } = await startInstance()
  expect(site.current().files.get(`/photos/${id}-320.avif`)?.resource).toMatchObject({
    type: 'image/avif',
    plain: Buffer.from('photo'),
  })
})
