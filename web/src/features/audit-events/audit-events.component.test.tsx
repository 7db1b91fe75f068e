import type { AuditEvent } from '@kontor/contract/audit-events/audit-events.schema'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const listPath = /^\/api\/audit-events$/
const retentionPath = /^\/api\/audit-events\/retention$/

const changed: AuditEvent = {
  id: 2,
  at: '2026-03-24T09:30:00.000Z',
  actor: 'Kari',
  actorKind: 'user',
  address: '192.0.2.7',
  action: 'updated',
  kind: 'customer',
  entityId: '17',
  title: 'Fjellheim AS',
  before: { city: 'Hamar', phone: '22 33 44 55' },
  after: { city: 'Ålesund', phone: '23 33 44 55' },
}

const purged: AuditEvent = {
  ...changed,
  id: 1,
  actor: 'Kontor',
  actorKind: 'system',
  address: null,
  action: 'purged',
  kind: 'contact',
  entityId: null,
  title: null,
  before: null,
  after: { deleted: 3 },
}

/** Responds with these events; returns the received queries. */
const showEvents = (events: readonly AuditEvent[], total = events.length): URLSearchParams[] => {
  const asked: URLSearchParams[] = []
  intercept('GET', listPath, ({ url }) => {
    const query = new URL(url).searchParams
    asked.push(query)
    const number = Number(query.get('page') ?? 1)
    return Response.json({ events, pagination: { page: number, size: 50, total, pages: Math.ceil(total / 50) } })
  })
  intercept('GET', /^\/api\/audit-events\/summary$/, () => Response.json({ total, actors: ['Kari', 'Kontor'] }))
  return asked
}

const open = (query = '') => openOffice(`/admin?tab=settings&section=hendelser${query}`)

const section = page.getByRole('region', { name: 'Hendelser' })
const items = section.getByRole('list', { name: /^Hendelser/ }).getByRole('listitem')

const choose = async (filter: string, option: string): Promise<void> => {
  await section.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('lists who did what with the values before and after, filters in the URL, and pages from the first', async () => {
  const asked = showEvents([changed, purged], 120)
  await open()
  await expect.element(items.nth(0)).toMatchTextContent('Kari endret kunden Fjellheim AS')
  await expect.element(items.nth(1)).toMatchTextContent('Kontor slettet henvendelser etter frist')
  await items.nth(0).getByText('Kari', { exact: true }).click()
  await expect.element(items.nth(0)).toMatchTextContent('fra 192.0.2.7')
  const row = items.nth(0).getByRole('row').filter({ hasText: 'Ålesund' })
  await expect.element(row.getByRole('cell').nth(0)).toMatchTextContent('Hamar')
  await expect.element(row.getByRole('cell').nth(1)).toMatchTextContent('Ålesund')
  await expect
    .element(items.nth(0).getByRole('link', { name: 'Åpne' }))
    .toHaveAttribute('href', expect.stringContaining('/admin/kunder/17'))

  const pages = section.getByRole('navigation', { name: 'Sider' })
  await pages.getByRole('button', { name: 'Neste' }).click()
  await expect.element(pages).toMatchTextContent('51–100 av 120')
  expect(shownUrl()).toContain('page=2')
  await choose('Filtrer på hvem', 'Kari')
  await expect.poll(() => Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ actor: 'Kari', page: '1' })
  await choose('Filtrer på hendelse', 'Innlogging sperret')
  await choose('Filtrer på hva det gjelder', 'Papirkurv')
  await expect
    .poll(() => Object.fromEntries(asked.at(-1) ?? []))
    .toMatchObject({ actor: 'Kari', action: 'login-blocked', kind: 'trash' })
  expect(shownUrl()).toContain('actor=Kari')
  showEvents([])
  await choose('Filtrer på hvem', 'Kontor')
  await expect.element(section.getByText('Ingen hendelser passer til søket og filtrene.')).toBeVisible()
  await section.getByRole('button', { name: 'Nullstill filtre' }).last().click()
  await expect.poll(shownUrl).not.toContain('actor=')
})

test('shows why the retention could not be fetched; exports the filtered events, or all', async () => {
  showEvents([changed])
  const stop = intercept('GET', retentionPath, () => errorAnswer(400, 'Databasen svarer ikke.'))
  await open('&kind=customer')
  const problem = section.getByRole('alert').filter({ hasText: 'Kunne ikke hente hvor lenge hendelser beholdes' })
  await expect.element(problem).toMatchTextContent('Databasen svarer ikke.')
  stop()
  const before = countCalls('GET', retentionPath)
  await problem.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(section.getByLabelText('Behold hendelser i (måneder)')).toHaveValue('24')
  expect(countCalls('GET', retentionPath)).toBe(before + 1)

  await section.getByRole('button', { name: 'Eksporter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Eksporter hendelser' })
  const address = async () =>
    new URL(
      (await dialog.getByRole('link', { name: 'Eksporter' }).findElement()).getAttribute('href') ?? '',
      location.href,
    )
  await dialog.getByRole('radio', { name: /Som vist/ }).click()
  expect((await address()).pathname).toBe('/api/audit-events/export')
  expect((await address()).searchParams.get('kind')).toBe('customer')
  await dialog.getByRole('radio', { name: /^Alt/ }).click()
  await expect.poll(async () => (await address()).searchParams.get('kind')).toBeNull()
})
