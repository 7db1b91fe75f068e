import { listLeadViews } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { clearLeads, expectCount, seedLeads } from '../../testing/leads.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectTexts, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const head = (name: string) => page.getByRole('columnheader', { name })
const names = page.getByRole('main').css('[data-lead]')
const views = page.getByRole('dialog', { name: 'Lagrede visninger' })
const newName = views.getByLabelText('Lagre det som vises nå, som')
const openColumns = () => chooseFromMenu('Kolonner')
const openViews = () => page.getByRole('button', { name: 'Visninger' }).click()
const sortByCity = () => page.getByRole('button', { name: 'Poststed' }).click()
const open = (query = '') => openOffice(`/leads${query}`, 'sales')

beforeEach(async () => {
  await clearLeads()
  await seedLeads(25)
})

test('shows all thirty-four columns; head and names stay in view, and the choice is kept for the next visit', async () => {
  await open()
  await expectCount(25)
  await openColumns()
  const boxes = page.getByRole('dialog', { name: 'Kolonner som vises' }).getByRole('checkbox')
  await expect.poll(() => boxes.elements().length).toBeGreaterThan(20)
  for (const box of boxes.elements()) {
    if (box instanceof HTMLInputElement && !box.checked) box.click()
  }
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('columnheader').elements().length).toBe(36)
  await open()
  await expect.poll(() => page.getByRole('columnheader').elements().length).toBe(36)
  await expectAccessible()
  await expect.element(names.first()).toBeVisible()
  const x = () => names.first().element().getBoundingClientRect().x
  const before = x()
  const last = await head('Opprettet').findElement()
  last.scrollIntoView()
  await expect.element(head('Opprettet')).toBeInViewport()
  expect(x()).toBe(before)
  expect(pageWidth()).toBeLessThanOrEqual(1280)
  const lowest = await names.last().findElement()
  lowest.scrollIntoView()
  await expect.element(head('Firmanavn')).toBeInViewport()
  await openColumns()
  await page.getByRole('button', { name: 'Standardvalg' }).click()
  await expect.element(head('Org.nr')).not.toBeInTheDocument()
})

test('a saved view brings back filter, order and columns; saving under the same name replaces it', async () => {
  await open()
  await expectCount(25)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Tilbud sendt' }).click()
  await sortByCity()
  await openViews()
  await expect.element(views.getByText('Ingen visninger er lagret ennå.')).toBeVisible()
  await newName.fill('Tilbud etter sted')
  await userEvent.keyboard('{Enter}')
  await expect.element(views.getByRole('button', { name: 'Tilbud etter sted', exact: true })).toBeVisible()
  await expectAccessible()

  await open()
  await openViews()
  await views.getByRole('button', { name: 'Tilbud etter sted', exact: true }).click()
  await expect.poll(() => shownUrl()).toBe('/leads?status=Tilbud+sendt&sort=city%3Aasc')
  await expectCount(3)

  await sortByCity()
  await openColumns()
  await page.getByRole('checkbox', { name: 'Neste steg', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await openViews()
  await newName.fill('tilbud etter STED')
  await expect.element(views.getByText('«Tilbud etter sted» finnes og blir erstattet.')).toBeVisible()
  await views.getByRole('button', { name: 'Lagre visning' }).dblClick()
  await expectTexts(views.getByRole('listitem'), ['tilbud etter STED'])
  expect(await call(listLeadViews, {})).toHaveLength(1)

  localStorage.removeItem('leadColumns')
  await open('?q=oslo')
  await expect.element(head('Neste steg')).toBeVisible()
  await openViews()
  await views.getByRole('button', { name: 'tilbud etter STED', exact: true }).click()
  await expect.poll(() => shownUrl()).toBe('/leads?status=Tilbud+sendt&sort=city%3Adesc')
  await expect.element(head('Neste steg')).not.toBeInTheDocument()
  await openViews()
  await views.getByRole('button', { name: 'Slett visningen tilbud etter STED' }).click()
  await expect.element(views.getByText('Ingen visninger er lagret ennå.')).toBeVisible()
})
