import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countCalls, errorAnswer, intercept } from '../../testing/calls.ts'
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

/** Opens the palette by keys, once the browser is idle or, on a busy machine, after 10 s. */
const openByKeys = async () => {
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
}

const openPalette = async () => {
  await page.getByRole('button', { name: 'Søk', exact: true }).click()
  await expect.element(field).toHaveFocus()
}

const closeRecord = async (name: string) => {
  await expect.element(page.getByRole('dialog', { name })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}

test('finds records, contact persons and commands by words in any order, and opens them', async () => {
  await openOffice('/admin?tab=products')
  await expect.element(page.getByRole('heading', { name: /^Produkter/ })).toBeVisible()
  await openByKeys()
  await userEvent.keyboard('oslo nordfiktiv')
  await expect.element(option(/^Nordfiktiv Teknologi AS/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(dialog.getByText('1 treff')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe(`/leads/${lead}`)
  await closeRecord('Nordfiktiv Teknologi AS')

  // Without a search, it lists what was opened last.
  await openPalette()
  await expect.element(dialog.getByRole('group', { name: 'Sist åpnet' })).toMatchTextContent('Nordfiktiv Teknologi AS')
  await userEvent.keyboard('bakeri kari')
  await expect.element(dialog.getByRole('group', { name: 'Kontaktpersoner' })).toBeVisible()
  await option(/^Kari Lunde/).click()
  await expect.poll(shownUrl).toBe(`/admin/kunder/${customer}`)
  await closeRecord('Sandvik Bakeri AS')

  await openPalette()
  await userEvent.keyboard('kunde ny')
  await expect.element(option('Ny kunde')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe('/admin?tab=customers')
  await closeRecord('Ny kunde')
  await openPalette()
  await userEvent.keyboard('innst')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe('/admin?tab=settings')
})

test('moves the highlight with the arrows, leaves the field with Tab, and explains a failure', async () => {
  await openOffice('/leads')
  await expectCount(2)
  await openPalette()
  await userEvent.keyboard('nordfiktiv')
  for (const name of [/^Nordfiktiv Bygg AS/, /^Nordfiktiv Teknologi AS/, /^Nordfiktiv Bygg AS/]) {
    await expect.element(option(name)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
  }
  const close = dialog.getByRole('button', { name: 'Lukk' })
  await userEvent.keyboard('{Tab}')
  await expect.element(close).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(close).toHaveFocus()
  expect(shownUrl()).toBe('/leads')

  const stop = intercept('GET', searchPath, () => errorAnswer(503, 'Databasen svarer ikke.'))
  await field.fill('oslo')
  await expect.element(dialog.getByText('Søket virket ikke. Databasen svarer ikke.')).toBeVisible()
  stop()
  await dialog.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(option(/^Nordfiktiv Teknologi AS/)).toBeVisible()
})

// A tap clicks without a pointer that moves over it first.
const click = new MouseEvent('click', { bubbles: true })

test('opens what was chosen before newer results arrived, and shows no older results instead of newer ones', async () => {
  const technology = option(/^Nordfiktiv Teknologi AS/)
  let mayArrive = Promise.withResolvers<void>()
  let held = 'bergen'
  intercept('GET', searchPath, async (request, forward) => {
    if (new URL(request.url).searchParams.get('q') === held) await mayArrive.promise
    return forward()
  })
  await openOffice('/leads')
  await expectCount(2)
  await openPalette()
  await field.fill('bergen')
  await expect.poll(() => countCalls('GET', searchPath)).toBe(1)
  await field.fill('oslo')
  await expect.element(technology).toBeVisible()
  mayArrive.resolve()

  for (const [newer, choose] of [
    ['nordfiktiv as', async () => (await technology.findElement()).dispatchEvent(click)],
    [
      'as nordfiktiv',
      async () => {
        await userEvent.keyboard('{ArrowDown}')
        await expect.element(technology).toHaveAttribute('aria-selected', 'true')
        await userEvent.keyboard('{Enter}')
      },
    ],
  ] as const) {
    await field.fill('nordfiktiv')
    await expect.element(dialog.getByText('2 treff')).toBeVisible()
    held = newer
    mayArrive = Promise.withResolvers<void>()
    await field.fill(newer)
    await expect.element(option(/^Nordfiktiv Bygg AS/)).toHaveAttribute('aria-selected', 'true')
    await choose()
    await expect.poll(shownUrl).toBe(`/leads/${lead}`)
    mayArrive.resolve()
    await closeRecord('Nordfiktiv Teknologi AS')
    await openPalette()
  }

  // The best result, where Enter was pressed before any arrived.
  held = '22334455'
  mayArrive = Promise.withResolvers<void>()
  await field.fill(held)
  await expect.element(dialog.getByText('Søker …')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  mayArrive.resolve()
  await expect.poll(shownUrl).toBe(`/leads/${lead}`)
  await closeRecord('Nordfiktiv Teknologi AS')

  // The highlighted older result isn't opened either.
  await openPalette()
  await field.fill('bergen')
  await expect.element(option(/^Nordfiktiv Bygg AS/)).toBeVisible()
  held = 'oslo'
  mayArrive = Promise.withResolvers<void>()
  await field.fill(held)
  await userEvent.keyboard('{Enter}')
  mayArrive.resolve()
  await expect.poll(shownUrl).toBe(`/leads/${lead}`)
})

test('offers sales users only leads and their actions; opens over a record, but not over a form', async () => {
  await openOffice('/leads', 'sales')
  await expectCount(2)
  await openPalette()
  await expect.element(option('Nytt lead')).toBeVisible()
  await expect.element(option('Kunder')).not.toBeInTheDocument()
  await userEvent.keyboard('sandvik')
  await expect.element(dialog.getByText('Ingen treff på «sandvik».')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

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

test('returns the focus on close, also on a phone, and has it when opened again at once', async () => {
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

  await page.viewport(390, 780)
  const opener = page.getByRole('banner').getByRole('button', { name: /^Søk/ })
  await opener.click()
  await expect.element(field).toHaveFocus()
  await dialog.getByRole('button', { name: 'Lukk' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
