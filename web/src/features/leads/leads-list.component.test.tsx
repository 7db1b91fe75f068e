import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { intercept } from '../../testing/calls.ts'
import { clearLeads, expectCount, failCalls, leadsPath, rowOf, seedLeads } from '../../testing/leads.ts'
import { expectToast, focus, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const names = page.getByRole('main').css('[data-lead]')
const chosen = page.getByText(/^\d+ valgt$/)
const choose = (index: number) => page.getByRole('row').nth(index).getByRole('checkbox').click()
const next = page.getByRole('button', { name: 'Neste', exact: true })
const byName = page.getByRole('button', { name: 'Firmanavn', exact: true })
const counts = page.getByRole('group', { name: 'Antall per status' })
const search = page.getByRole('searchbox')
const open = (query = '') => openOffice(`/leads${query}`, 'sales')

beforeEach(async () => {
  await clearLeads()
  await seedLeads(120)
})

test('shows the newest fifty; another page, order, filter or search clears the selection', async () => {
  await open()
  await expectCount(120)
  await expect.element(page.getByText('Viser 50 av 120 leads')).toBeVisible()
  await expect.element(names.first()).toHaveTextContent('Østby Eksempel 1 AS')
  await choose(1)
  await expect.element(chosen).toHaveTextContent('1 valgt')
  await next.click()
  await expect.poll(() => shownUrl()).toBe('/leads?page=2')
  await expect.element(page.getByText('Side 2 av 3')).toBeVisible()
  await expect.element(chosen).not.toBeInTheDocument()

  await choose(2)
  await expect.element(chosen).toBeVisible()
  // Another column starts at the first page, ascending; the same one reverses its order and keeps the page.
  await byName.click()
  await expect.poll(() => shownUrl()).toBe('/leads?sort=company_name%3Aasc')
  await expect.element(chosen).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Firmanavn' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(page.getByText('Side 1 av 3')).toBeVisible()
  await expect.element(names.first()).toMatchTextContent(/^Blåfjell/)
  await next.click()
  await expect.poll(() => shownUrl()).toContain('page=2')
  await byName.click()
  await expect.poll(() => shownUrl()).toContain('sort=company_name%3Adesc')
  expect(shownUrl()).toContain('page=2')

  await expect.element(names.first()).toMatchTextContent(/^(?!Blåfjell)/)
  await choose(1)
  await expect.element(chosen).toBeVisible()
  await counts.getByRole('button', { name: /^Kontaktet/ }).click()
  await expect.poll(() => shownUrl()).toContain('status=Kontaktet')
  await expect.poll(() => shownUrl()).not.toContain('page=')
  await expect.element(chosen).not.toBeInTheDocument()
  await expectCount(15)

  await choose(1)
  await expect.element(chosen).toBeVisible()
  await search.fill('åsgård')
  await expect.poll(() => shownUrl()).toContain('q=')
  await expect.element(chosen).not.toBeInTheDocument()
})

test('takes search, status and order from the URL; one button clears the filters and keeps the order', async () => {
  await open('?sort=company_name%3Adesc&status=Kontaktet&q=%C3%A5sg%C3%A5rd')
  await expect.element(search).toHaveValue('åsgård')
  await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Kontaktet')
  await page.getByRole('button', { name: 'Nullstill filtre' }).first().click()
  await expect.poll(() => shownUrl()).toBe('/leads?sort=company_name%3Adesc')
  await expect.element(search).toHaveValue('')
  await expectCount(120)
})

test('counts per status under search and industry; a click on one shows only those', async () => {
  await open()
  await expect.element(counts.getByRole('button', { name: 'Alle 120' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabelText('Bransje').fill('akva')
  await expect.element(counts.getByRole('button', { name: 'Alle 40' })).toBeVisible()
  await counts.getByRole('button', { name: 'Kunde 5' }).click()
  await expectCount(5)
  await expect.element(counts.getByRole('button', { name: 'Alle 40' })).toBeVisible()
  await counts.getByRole('button', { name: 'Kunde 5' }).click()
  await expectCount(40)
})

test('works from the keyboard alone: arrows, Space, s, e and Enter act on the focused row', async () => {
  await open()
  await expectCount(120)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('button', { name: 'Åpne Østby Eksempel 1 AS' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard(' ')
  await expect.element(chosen).toHaveTextContent('1 valgt')
  await expect.element(page.getByRole('checkbox', { name: 'Velg Åsgård Eksempel 2 AS' })).toBeChecked()
  await userEvent.keyboard('s')
  await expect.element(page.getByRole('option', { name: 'Ny' })).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('t')
  await expect.element(page.getByRole('option', { name: 'Tilbud sendt' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(rowOf('Åsgård Eksempel 2 AS').getByRole('button', { name: /^Status/ }))
    .toHaveTextContent('Tilbud sendt')
  await expectToast('Status oppdatert vellykket', 'Tilbud sendt')
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('e')
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await expect.element(form.getByLabelText(/^Firmanavn/)).toHaveValue('Blåfjell Eksempel 3 AS')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await focus(page.getByRole('button', { name: 'Åpne Blåfjell Eksempel 3 AS' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Blåfjell Eksempel 3 AS' })).toBeVisible()
})

test('says that a page beyond the last one is missing and leads back', async () => {
  await open('?page=9')
  await expect.element(page.getByRole('heading', { name: 'Side 9 finnes ikke' })).toBeVisible()
  await page.getByRole('button', { name: 'Gå til siste side' }).click()
  await expect.poll(() => shownUrl()).toBe('/leads?page=3')
  await expect.element(page.getByText('Viser 20 av 120 leads')).toBeVisible()
})

test('on a phone, begins another page at its first row and keeps the bulk actions in view', async () => {
  await page.viewport(390, 844)
  await open()
  await next.click()
  await expect.element(page.getByText('Side 2 av 3')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Åpne Blåfjell Eksempel 51 AS' })).toBeInViewport()
  await expect.element(page.getByRole('combobox', { name: 'Sorter etter' })).toBeInViewport()
  await page.viewport(360, 844)
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  for (const part of [chosen, page.getByRole('button', { name: 'Slett valgte' })])
    await expect.element(part).toBeInViewport({ ratio: 1 })
})

test('on a phone, scrolls the bar of statuses to the one of the URL', async () => {
  await page.viewport(360, 844)
  await open('?status=Kunde')
  await expect.element(page.getByRole('button', { name: 'Kunde 15' })).toBeInViewport({ ratio: 1 })
})

test('shows its shape while it loads, says where that failed, and loads on the next try', async () => {
  const mayFail = Promise.withResolvers<void>()
  const reconnect = intercept('GET', leadsPath, async () => {
    await mayFail.promise
    throw new TypeError('Failed to fetch')
  })
  await open()
  await expect.element(page.getByRole('status').filter({ hasText: 'Henter leads …' })).toBeInTheDocument()
  await expectAccessible()
  mayFail.resolve()
  await expect.element(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
  await expectAccessible()
  reconnect()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expectCount(120)

  // A failed search keeps what was typed, and the focus.
  const reconnectAgain = failCalls('GET', leadsPath)
  await search.click()
  // In one go: a pause between keys would send a search for each part.
  await search.fill('åsgård')
  await expect.element(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('åsgård')
  await expectAccessible()
  reconnectAgain()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expectCount(30)
})

test('the table scrolls sideways in its box, the page never', async () => {
  await page.viewport(768, 900)
  // "Forfalt", for screen readers, is placed absolutely.
  await commands.sql(`UPDATE leads SET next_step = 'Ringe', next_step_at = '2026-01-05'`, [])
  await open('?sort=next_step_at%3Aasc')
  await expect.element(page.getByRole('table').getByText('Forfalt').first()).toBeInTheDocument()
  expect(pageWidth()).toBe(768)
})

test('shows the pager below the list also where the search has a line of its own', async () => {
  await page.viewport(768, 900)
  await open()
  await expectCount(120)
  await expect.element(next).toBeVisible()
  expect(search.element().getBoundingClientRect().left).toBeLessThan(100)
  await expect.poll(() => next.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(900)
})

test('does not show empty checkboxes as disabled in dark mode', async () => {
  await commands.emulateMedia({ colorScheme: 'dark' })
  await open()
  await expectCount(120)
  const box = page.getByRole('row').nth(1).getByRole('checkbox')
  await expect.element(box).toHaveStyle({ appearance: 'none' })
  await choose(1)
  await expect.element(box).toHaveStyle({ appearance: 'auto' })
})
