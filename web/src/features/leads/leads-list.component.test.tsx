import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { intercept } from '../../testing/calls.ts'
import { clearLeads, expectCount, failCalls, leadsPath, seedLeads, statusOf } from '../../testing/leads.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const names = page.getByRole('main').css('[data-lead]')
const chosen = page.getByText(/^\d+ valgt$/)
const choose = (index: number) => page.getByRole('row').nth(index).getByRole('checkbox').click()
const next = page.getByRole('button', { name: 'Neste', exact: true })
const byName = page.getByRole('button', { name: 'Firmanavn', exact: true })
const counts = page.getByRole('group', { name: 'Antall per status' })
const search = page.getByRole('searchbox')
const open = (query = '') => openOffice(`/leads${query}`, 'sales')

beforeEach(clearLeads)

test('takes the filters from the URL, clears them by one button, and counts and filters by status', async () => {
  await seedLeads(24)
  await open('?sort=company_name%3Adesc&status=Kontaktet&q=%C3%A5sg%C3%A5rd')
  await expect.element(search).toHaveValue('åsgård')
  await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Kontaktet')
  await page.getByRole('button', { name: 'Nullstill filtre' }).first().click()
  await expect.poll(shownUrl).toBe('/leads?sort=company_name%3Adesc')
  await expect.element(search).toHaveValue('')
  await expectCount(24)

  await expect.element(counts.getByRole('button', { name: 'Alle 24' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabelText('Bransje').fill('akva')
  await expect.element(counts.getByRole('button', { name: 'Alle 8' })).toBeVisible()
  await counts.getByRole('button', { name: 'Kunde 1' }).click()
  await expectCount(1)
  await expect.element(counts.getByRole('button', { name: 'Alle 8' })).toBeVisible()
  await counts.getByRole('button', { name: 'Kunde 1' }).click()
  await expectCount(8)
})

test('leads back from a missing page; another page, order, filter or search clears the selection', async () => {
  await seedLeads(52)
  await open('?page=9')
  await expect.element(page.getByRole('heading', { name: 'Side 9 finnes ikke' })).toBeVisible()
  await page.getByRole('button', { name: 'Gå til siste side' }).click()
  await expect.poll(shownUrl).toBe('/leads?page=2')
  await expect.element(page.getByText('Viser 2 av 52 leads')).toBeVisible()
  await choose(1)
  await expect.element(chosen).toHaveTextContent('1 valgt')
  await page.getByRole('button', { name: 'Forrige', exact: true }).click()
  await expect.poll(shownUrl).toBe('/leads')
  await expect.element(page.getByText('Viser 50 av 52 leads')).toBeVisible()
  await expect.element(chosen).not.toBeInTheDocument()

  // Another column starts at the first page, ascending; the same one reverses its order and keeps the page.
  await next.click()
  await expect.element(page.getByText('Side 2 av 2')).toBeVisible()
  await choose(2)
  await expect.element(chosen).toBeVisible()
  await byName.click()
  await expect.poll(shownUrl).toBe('/leads?sort=company_name%3Aasc')
  await expect.element(chosen).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Firmanavn' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(page.getByRole('columnheader').nth(3)).toMatchTextContent('Neste steg')
  await expect.element(page.getByText('Side 1 av 2')).toBeVisible()
  await expect.element(names.first()).toMatchTextContent(/^Blåfjell/)
  await next.click()
  await expect.element(names.first()).toMatchTextContent(/^Åsgård/)
  await byName.click()
  await expect.poll(shownUrl).toContain('sort=company_name%3Adesc')
  expect(shownUrl()).toContain('page=2')

  await expect.element(names.first()).toMatchTextContent(/^Blåfjell/)
  await choose(1)
  await expect.element(chosen).toBeVisible()
  await counts.getByRole('button', { name: /^Kontaktet/ }).click()
  await expect.poll(shownUrl).toContain('status=Kontaktet')
  await expect.poll(shownUrl).not.toContain('page=')
  await expect.element(chosen).not.toBeInTheDocument()
  await expectCount(7)

  await choose(1)
  await expect.element(chosen).toBeVisible()
  await search.fill('åsgård')
  await expect.poll(shownUrl).toContain('q=')
  await expect.element(chosen).not.toBeInTheDocument()
})

test('shows a skeleton, loads on the next try after a failure, and is worked through by keyboard', async () => {
  await seedLeads(8)
  const mayFail = Promise.withResolvers<void>()
  const reconnect = intercept('GET', leadsPath, async () => {
    await mayFail.promise
    throw new TypeError('Failed to fetch')
  })
  await open()
  await expect.element(page.getByRole('status').filter({ hasText: 'Henter leads …' })).toBeInTheDocument()
  mayFail.resolve()
  await expect.element(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
  reconnect()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expectCount(8)

  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('button', { name: 'Åpne Østby Eksempel 1 AS' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown} s')
  await expect.element(chosen).toHaveTextContent('1 valgt')
  await expect.element(page.getByRole('checkbox', { name: 'Velg Åsgård Eksempel 2 AS' })).toBeChecked()
  await expect.element(page.getByRole('option', { name: 'Ny' })).toHaveFocus()
  await userEvent.keyboard('t')
  await expect.element(page.getByRole('option', { name: 'Tilbud sendt' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(statusOf('Åsgård Eksempel 2 AS')).toHaveTextContent('Tilbud sendt')
  await expectToast('Status oppdatert vellykket', 'Tilbud sendt')

  // A failed search keeps what was typed, and the focus.
  const reconnectAgain = failCalls('GET', leadsPath)
  await search.click()
  // In one go: a pause between keys would send a search for each part.
  await search.fill('åsgård')
  await expect.element(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('åsgård')
  reconnectAgain()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expectCount(2)
})

test('fits narrow windows: the table scrolls in its box; pager, bulk actions and status stay in view', async () => {
  await seedLeads(64)
  await page.viewport(768, 900)
  await commands.emulateMedia({ colorScheme: 'dark' })
  // "Forfalt", for screen readers, is placed absolutely.
  await commands.sql(`UPDATE leads SET next_step = 'Ringe', next_step_at = '2026-01-05'`, [])
  await open('?sort=next_step_at%3Aasc')
  await expect.element(page.getByRole('table').getByText('Forfalt').first()).toBeInTheDocument()
  // Here the search has a line of its own.
  expect(search.element().getBoundingClientRect().left).toBeLessThan(100)
  await expect.poll(() => next.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(900)
  // In dark mode, an empty checkbox of the browser's looks disabled.
  const box = page.getByRole('row').nth(1).getByRole('checkbox')
  await expect.element(box).toHaveStyle({ appearance: 'none' })
  await choose(1)
  await expect.element(box).toHaveStyle({ appearance: 'auto' })

  await page.viewport(390, 844)
  await next.click()
  await expect.element(page.getByText('Side 2 av 2')).toBeInTheDocument()
  await expect.element(names.first()).toBeInViewport()
  await expect.element(page.getByRole('combobox', { name: 'Sorter etter' })).toBeInViewport()
  await page.viewport(360, 844)
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  for (const part of [chosen, page.getByRole('button', { name: 'Slett valgte' })])
    await expect.element(part).toBeInViewport({ ratio: 1 })

  await open('?status=Kunde')
  await expect.element(page.getByRole('button', { name: 'Kunde 8' })).toBeInViewport({ ratio: 1 })
})
