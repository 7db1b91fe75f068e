import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, errorAnswer, hold, intercept } from '../../testing/calls.ts'
import { addContactPerson, addCustomers } from '../../testing/customers.ts'
import { addLeads, clearLeads, expectCount } from '../../testing/leads.ts'
import { focus } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const searchPath = /^\/api\/search$/
const dialog = page.getByRole('dialog', { name: 'Søk i alt' })
const field = page.getByRole('combobox', { name: 'Søk i alt' })
const option = (name: string | RegExp) => dialog.getByRole('option', { name })

let lead = 0
let customer = 0

beforeEach(async () => {
  await clearLeads()
  await logIn('admin')
  const [first = 0] = await addLeads([
    { company_name: 'Nordfiktiv Teknologi AS', city: 'Oslo', phone: '22 33 44 55' },
    { company_name: 'Nordfiktiv Bygg AS', city: 'Bergen' },
  ])
  const [bakery = 0] = await addCustomers([{ name: 'Sandvik Bakeri AS', email: 'post@sandvik.example', city: 'Moss' }])
  await addContactPerson({ customerId: bakery, firstName: 'Kari', lastName: 'Lunde', email: 'kari@sandvik.example' })
  lead = first
  customer = bakery
})

/** Once the screen has settled, if the machine ever lets it be idle. */
const openByKeys = async () => {
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
}

const openPalette = async () => {
  await page.getByRole('button', { name: 'Søk', exact: true }).click()
  await expect.element(field).toHaveFocus()
}

test('opens with Ctrl + K, finds records by words in any order and opens one with Enter', async () => {
  await openOffice('/admin?tab=products')
  await expect.element(page.getByRole('heading', { name: /^Produkter/ })).toBeVisible()
  await openByKeys()
  await userEvent.keyboard('oslo nordfiktiv')
  await expect.element(option(/^Nordfiktiv Teknologi AS/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(dialog.getByText('1 treff')).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe(`/leads/${lead}`)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Nordfiktiv Teknologi AS' })).toBeVisible()
})

test('opens a contact person at its customer, found by the name of both', async () => {
  await openOffice('/admin')
  await openPalette()
  await userEvent.keyboard('bakeri kari')
  await expect.element(dialog.getByRole('group', { name: 'Kontaktpersoner' })).toBeVisible()
  await option(/^Kari Lunde/).click()
  await expect.poll(shownUrl).toBe(`/admin/kunder/${customer}`)
})

test('moves the highlight with the arrows, through groups and around the end', async () => {
  await openOffice('/leads')
  await expectCount(2)
  await openPalette()
  await userEvent.keyboard('nordfiktiv')
  await expect.element(option(/^Nordfiktiv Bygg AS/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option(/^Nordfiktiv Teknologi AS/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option(/^Nordfiktiv Bygg AS/)).toHaveAttribute('aria-selected', 'true')
})

test('runs a command by its words', async () => {
  await openOffice('/admin')
  await openPalette()
  await userEvent.keyboard('kunde ny')
  await expect.element(option('Ny kunde')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe('/admin?tab=customers')
  await expect.element(page.getByRole('dialog', { name: 'Ny kunde' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await openPalette()
  await userEvent.keyboard('innst')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe('/admin?tab=settings')
})

test('offers sales users only leads and the actions they may use', async () => {
  await openOffice('/leads', 'sales')
  await expectCount(2)
  await openPalette()
  await expect.element(option('Nytt lead')).toBeVisible()
  await expect.element(option('Kunder')).not.toBeInTheDocument()
  await userEvent.keyboard('sandvik')
  await expect.element(dialog.getByText('Ingen treff på «sandvik».')).toBeVisible()
})

test('returns the focus on close, and has it when opened again at once', async () => {
  await openOffice('/admin?tab=customers')
  const search = page.getByRole('searchbox', { name: 'Søk i kunder' })
  await focus(search)
  await openByKeys()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(search).toHaveFocus()
  await openByKeys()
  // The focus hasn't returned from the first dialog when the second one opens.
  await userEvent.keyboard('{Escape}{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('kari')
  await expect.element(field).toHaveValue('kari')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveFocus()
})

test('opens by its button on a phone, closes with its own, and returns the focus', async () => {
  await page.viewport(390, 780)
  await openOffice('/leads')
  await expectCount(2)
  const opener = page.getByRole('banner').getByRole('button', { name: /^Søk/ })
  await opener.click()
  await expect.element(field).toHaveFocus()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Lukk' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('stays closed over another dialog, and opens over a record', async () => {
  await openOffice('/leads')
  await expectCount(2)
  await userEvent.keyboard('n')
  const form = page.getByRole('dialog', { name: 'Nytt lead' })
  await expect.element(form).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Åpne Nordfiktiv Bygg AS' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Nordfiktiv Bygg AS' })).toBeVisible()
  await openByKeys()
  await userEvent.keyboard('teknologi')
  await expect.element(option(/^Nordfiktiv Teknologi AS/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe(`/leads/${lead}`)
})

test('opens the best result when Enter was pressed before it arrived', async () => {
  await openOffice('/leads')
  await expectCount(2)
  const { release } = hold('GET', searchPath)
  await openPalette()
  await field.fill('22334455')
  await expect.element(dialog.getByText('Søker …')).toBeVisible()
  await expect.poll(() => countCalls('GET', searchPath)).toBe(1)
  await userEvent.keyboard('{Enter}')
  release()
  await expect.poll(shownUrl).toBe(`/leads/${lead}`)
})

const click = new MouseEvent('click', { bubbles: true })

test.each([
  // As a tap does: without a pointer that moves over it first.
  ['clicked', async () => (await option(/^Nordfiktiv Teknologi AS/).findElement()).dispatchEvent(click)],
  [
    'moved to',
    async () => {
      await userEvent.keyboard('{ArrowDown}')
      await expect.element(option(/^Nordfiktiv Teknologi AS/)).toHaveAttribute('aria-selected', 'true')
      await userEvent.keyboard('{Enter}')
    },
  ],
])('opens the result that was %s while newer results load', async (_, choose) => {
  await openOffice('/leads')
  await expectCount(2)
  await openPalette()
  await userEvent.keyboard('nordfiktiv')
  await expect.element(dialog.getByText('2 treff')).toBeVisible()
  const { release } = hold('GET', searchPath)
  await userEvent.keyboard(' as')
  await expect.element(option(/^Nordfiktiv Bygg AS/)).toHaveAttribute('aria-selected', 'true')
  await choose()
  await expect.poll(shownUrl).toBe(`/leads/${lead}`)
  release()
})

test('Tab and Shift + Tab leave the field without choosing anything', async () => {
  await openOffice('/leads')
  await expectCount(2)
  await openPalette()
  await userEvent.keyboard('nordfiktiv')
  await expect.element(dialog.getByText('2 treff')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(dialog.getByRole('button', { name: 'Lukk' })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Tab}')
  await expect.element(dialog.getByRole('button', { name: 'Lukk' })).toHaveFocus()
  expect(shownUrl()).toBe('/leads')
})

test('keeps the newer results when older ones arrive later', async () => {
  await openOffice('/leads')
  await expectCount(2)
  const { promise, resolve } = Promise.withResolvers<void>()
  intercept('GET', searchPath, async (request, forward) => {
    if (new URL(request.url).searchParams.get('q') === 'bergen') await promise
    return forward()
  })
  await openPalette()
  await field.fill('bergen')
  await expect.poll(() => countCalls('GET', searchPath)).toBe(1)
  await field.fill('oslo')
  await expect.element(option(/^Nordfiktiv Teknologi AS/)).toBeVisible()
  resolve()
  await field.fill('nordfiktiv as')
  await expect.element(dialog.getByText('2 treff')).toBeVisible()
})

test('explains a failure and tries again', async () => {
  await openOffice('/leads')
  await expectCount(2)
  const stop = intercept('GET', searchPath, () => errorAnswer(503, 'Databasen svarer ikke.'))
  await openPalette()
  await userEvent.keyboard('oslo')
  await expect.element(dialog.getByText('Søket virket ikke. Databasen svarer ikke.')).toBeVisible()
  await expectAccessible()
  stop()
  await dialog.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(option(/^Nordfiktiv Teknologi AS/)).toBeVisible()
})

test('lists the records opened last without a search', async () => {
  await openOffice('/admin')
  await openPalette()
  await userEvent.keyboard('teknologi')
  await option(/^Nordfiktiv Teknologi AS/).click()
  await expect.element(page.getByRole('dialog', { name: 'Nordfiktiv Teknologi AS' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Lukk' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await openPalette()
  await expect.element(dialog.getByRole('group', { name: 'Sist åpnet' })).toMatchTextContent('Nordfiktiv Teknologi AS')
})
