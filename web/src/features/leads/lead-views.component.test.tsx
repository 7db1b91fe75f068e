import { createLeadView, listLeadViews, updateLeadView } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { clearLeads, expectCount, seedLeads } from '../../testing/leads.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { expectTexts, expectToast, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const head = (name: string) => page.getByRole('columnheader', { name })
const names = page.getByRole('main').css('[data-lead]')
const views = page.getByRole('dialog', { name: 'Lagrede visninger' })
const newName = views.getByLabelText('Lagre det som vises nå, som')
const viewsButton = page.getByRole('button', { name: /^Visninger/ })
const openColumns = () => pressAbove('Kolonner')
const openViews = () => viewsButton.click()
const sortByCity = () => page.getByRole('button', { name: 'Poststed' }).click()
const open = (query = '') => openOffice(`/leads${query}`, 'sales')

beforeEach(clearLeads)

test('shows all thirty-four columns, keeps head and names in view, and remembers the choice', async () => {
  await page.viewport(1280, 400)
  await seedLeads(10)
  const shown = () => page.getByRole('columnheader').elements().length
  localStorage.setItem('leadColumns', '["notes"]')
  await open()
  await expect.poll(shown).toBe(35)
  await openColumns()
  const picker = page.getByRole('dialog', { name: 'Kolonner som vises' })
  await picker.getByRole('checkbox', { name: 'Notater' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toBe(36)
  expect(localStorage.getItem('leadColumns')).toBe('[]')
  await expect.element(names.first()).toBeVisible()
  const x = () => names.first().element().getBoundingClientRect().x
  const before = x()
  const last = await head('Opprettet').findElement()
  last.scrollIntoView()
  await expect.element(head('Opprettet')).toBeInViewport()
  expect(x()).toBe(before)
  await expect.poll(pageWidth).toBeLessThanOrEqual(1280)
  const lowest = await names.last().findElement()
  lowest.scrollIntoView()
  await expect.element(head('Firmanavn')).toBeInViewport()
})

const chooseStatus = async (status: string) => {
  await page
    .getByRole('group', { name: 'Antall per status' })
    .getByRole('button', { name: new RegExp(`^${status} `) })
    .click()
}

test('a saved view restores filter, order and columns; it is named, updated, replaced, reset or deleted', async () => {
  const toggleNextStep = async () => {
    await openColumns()
    await page.getByRole('checkbox', { name: 'Neste steg', exact: true }).click()
    await userEvent.keyboard('{Escape}')
  }
  await seedLeads(8)
  await open('?status=Tilbud+sendt&sort=city%3Aasc')
  await expectCount(1)
  await openViews()
  await expect.element(views.getByText('Ingen visninger er lagret ennå.')).toBeVisible()
  await newName.fill('Tilbud etter sted')
  await userEvent.keyboard('{Enter}')
  await expect.element(views.getByRole('button', { name: 'Tilbud etter sted', exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewsButton).toMatchTextContent('Visninger Tilbud etter sted')
  await expect.element(viewsButton).not.toMatchTextContent('Endret')

  await sortByCity()
  await toggleNextStep()
  await expect.element(viewsButton).toMatchTextContent('Endret')
  await openViews()
  await newName.fill('tilbud etter STED')
  await expect.element(views.getByText('«Tilbud etter sted» finnes og blir erstattet.')).toBeVisible()
  await views.getByRole('button', { name: 'Lagre visning' }).dblClick()
  await expectTexts(views.getByRole('listitem'), ['tilbud etter STED'])
  expect(await call(listLeadViews, {})).toHaveLength(1)
  await userEvent.keyboard('{Escape}')

  localStorage.removeItem('leadColumns')
  await open('?q=oslo')
  await expect.element(head('Neste steg')).toBeVisible()
  await openViews()
  await views.getByRole('button', { name: 'tilbud etter STED', exact: true }).click()
  await expect.poll(shownUrl).toMatch(/^\/leads\?status=Tilbud\+sendt&sort=city%3Adesc&saved=\d+$/)
  await expectCount(1)
  await expect.element(head('Neste steg')).not.toBeInTheDocument()

  await chooseStatus('Kunde')
  await expect.element(viewsButton).toMatchTextContent('Endret')
  await openViews()
  await views.getByRole('button', { name: 'Tilbakestill' }).click()
  await expect.poll(shownUrl).toMatch(/^\/leads\?status=Tilbud\+sendt&sort=city%3Adesc&saved=\d+$/)
  await expect.element(viewsButton).not.toMatchTextContent('Endret')

  await chooseStatus('Kunde')
  await openViews()
  await views.getByRole('button', { name: 'Oppdater visningen' }).click()
  await expectToast('Visning oppdatert', 'tilbud etter STED')
  await expect.element(viewsButton).not.toMatchTextContent('Endret')
  const [stored] = await call(listLeadViews, {})
  expect(stored).toMatchObject({ status: 'Kunde' })

  // Another session of the same user saves first.
  await chooseStatus('Ny')
  const body = { name: 'tilbud etter STED', status: 'Kontaktet' } as const
  await call(updateLeadView, { params: { id: String(stored?.id) }, body })
  await openViews()
  await views.getByRole('button', { name: 'Oppdater visningen' }).click()
  await expect
    .element(views.getByRole('alert'))
    .toMatchTextContent('tilbud etter STED ble ikke oppdatert. Endret av en annen')
  expect(await call(listLeadViews, {})).toMatchObject([{ status: 'Kontaktet' }])
  await views.getByRole('button', { name: 'Slett visningen tilbud etter STED' }).click()
  await expect.element(views.getByText('Ingen visninger er lagret ennå.')).toBeVisible()
})

test('shares views with the others, who use but cannot change them', async () => {
  await seedLeads(8)
  await logIn('admin')
  await call(createLeadView, { body: { name: 'Kontorets', status: 'Tilbud sendt', is_shared: true } })
  await logIn('sales')
  await open()
  await openViews()
  const others = views.getByRole('list', { name: 'Delt av andre' })
  await expect.element(others).toMatchTextContent('Kontorets')
  await expect.element(others).toMatchTextContent('Administrator')
  await others.getByRole('button', { name: 'Kontorets' }).click()
  await expectCount(1)
  await chooseStatus('Kunde')
  await openViews()
  await expect.element(views.getByRole('button', { name: 'Tilbakestill' })).toBeVisible()
  await expect.element(views.getByRole('button', { name: 'Oppdater visningen' })).not.toBeInTheDocument()
  await expect.element(views.getByRole('button', { name: 'Slett visningen Kontorets' })).not.toBeInTheDocument()

  await newName.fill('Min')
  await views.getByLabelText('Del med alle').click()
  await views.getByRole('button', { name: 'Lagre visning' }).click()
  await expect.element(viewsButton).toMatchTextContent('Visninger Min')
  const share = views.getByRole('button', { name: 'Del visningen Min' })
  await expect.element(share).toHaveAttribute('aria-pressed', 'true')
  await share.click()
  await expect.element(share).toHaveAttribute('aria-pressed', 'false')
  expect(await call(listLeadViews, {})).toMatchObject([{ name: 'Kontorets' }, { name: 'Min', is_shared: false }])
})
