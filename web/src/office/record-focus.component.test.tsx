import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { hold } from '../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../testing/contacts.ts'
import { addCustomers, clearCustomers } from '../testing/customers.ts'
import { addLeads, clearLeads, expectCount } from '../testing/leads.ts'
import { expectToast, focus } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'
import { toast } from '../ui/toast-store.ts'

const record = (name: string) => page.getByRole('dialog', { name, exact: true })
const opener = (name: string) => page.getByRole('button', { name, exact: true })

const expectFocusIn = (sheet: Locator): Promise<void> =>
  expect.poll(() => sheet.query()?.contains(document.activeElement)).toBe(true)

/** Closes what is open by keyboard; the focus is then on the button of its row. */
const closeToRow = async (button: Locator): Promise<void> => {
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
}

const bakery = 'Eksempel Bakeri AS'

const openList = {
  lead: async () => {
    await addLeads([{ company_name: bakery }])
    await openOffice('/leads')
    return opener(`Åpne ${bakery}`)
  },
  customer: async () => {
    await addCustomers([{ name: bakery, email: 'post@bakeri.example' }])
    await openOffice('/admin?tab=customers')
    return opener(`Åpne ${bakery}`)
  },
  enquiry: async () => {
    await sendEnquiries([enquiry({ name: bakery })])
    await openOffice('/admin')
    return page.getByRole('button', { name: new RegExp(`^Les .*${bakery}`) })
  },
} as const

const kinds = [
  { kind: 'lead', table: 'leads', calls: /^\/api\/leads\/\d+$/, missing: 'Leadet finnes ikke' },
  { kind: 'customer', table: 'customers', calls: /^\/api\/customers\/\d+\/record$/, missing: 'Kunden finnes ikke' },
  { kind: 'enquiry', table: 'contacts', calls: /^\/api\/contacts\/[^/]+$/, missing: 'Henvendelsen finnes ikke' },
] as const

beforeEach(async () => {
  await logIn('admin')
  await clearLeads()
  await clearCustomers()
  await clearEnquiries()
})

for (const { kind, table, calls, missing } of kinds) {
  test(`${kind}: takes the focus while it loads and when it has loaded, and returns it to its row`, async () => {
    const button = await openList[kind]()
    const { release } = hold('GET', calls)
    await focus(button)
    await userEvent.keyboard('{Enter}')
    await expectFocusIn(page.getByRole('dialog'))
    release()
    await expect.element(record(bakery)).toBeVisible()
    await expectFocusIn(record(bakery))
    await closeToRow(button)
  })

  test(`${kind}: takes the focus also where it was deleted, and returns it to its row`, async () => {
    const button = await openList[kind]()
    await expect.element(button).toBeVisible()
    await commands.sql(`DELETE FROM ${table}`)
    await button.element().closest('td')?.click()
    await expect.element(record(missing)).toBeVisible()
    await expectFocusIn(record(missing))
    await closeToRow(button)
  })
}

test('a record at an unknown address takes the focus, and its button leads to the list', async () => {
  await openOffice('/leads/999999999')
  await expectFocusIn(record('Leadet finnes ikke'))
  await page.getByRole('button', { name: 'Til listen' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('Esc closes what is open and not the message above it, then the message', async () => {
  const button = await openList.lead()
  await expectCount(1)
  await focus(button)
  await userEvent.keyboard('{Enter}')
  await expectFocusIn(record(bakery))
  await page.getByRole('button', { name: 'Rediger', exact: true }).click()
  await expect.element(record('Rediger lead')).toBeVisible()
  toast({ title: 'Lead slettet vellykket', action: { label: 'Angre', run: () => undefined } })
  // A message stays while the pointer is on it.
  await userEvent.hover(page.getByText('Lead slettet vellykket'))
  await userEvent.keyboard('{Escape}')
  await expect.element(record('Rediger lead')).not.toBeInTheDocument()
  await expectFocusIn(record(bakery))
  await expectToast('Lead slettet vellykket', 'Angre')
  await closeToRow(button)
  await expectToast('Lead slettet vellykket', 'Angre')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Lead slettet vellykket')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('Esc in a message closes only that', async () => {
  await openList.lead()
  await expectCount(1)
  toast({ title: 'Status oppdatert vellykket', description: 'Kontaktet' })
  await expectToast('Status oppdatert vellykket', 'Kontaktet')
  await userEvent.keyboard('{F8}')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Kontaktet' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Status oppdatert vellykket')).not.toBeInTheDocument()
})
