import { beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { hold } from '../testing/calls.ts'
import { addLeads, clearLeads, leadPath } from '../testing/leads.ts'
import { expectToast, focus } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'
import { toast } from '../ui/toast/toast-store.ts'

const bakery = 'Eksempel Bakeri AS'
const record = (name: string) => page.getByRole('dialog', { name, exact: true })
const opener = page.getByRole('button', { name: `Åpne ${bakery}`, exact: true })

const expectFocusIn = (sheet: Locator): Promise<void> =>
  expect.poll(() => sheet.query()?.contains(document.activeElement)).toBe(true)

/** Closes the record by keyboard; expects the focus on the button of its row. */
const closeToRow = async (): Promise<void> => {
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
}

beforeEach(async () => {
  await logIn('admin')
  await clearLeads()
  await addLeads([{ company_name: bakery }])
})

test('a record takes the focus while it loads, when loaded and when missing, and returns it to its row', async () => {
  await openOffice('/leads/999999999')
  await expectFocusIn(record('Leadet finnes ikke'))
  await page.getByRole('button', { name: 'Til listen' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()

  const { release } = hold('GET', leadPath)
  await focus(opener)
  await userEvent.keyboard('{Enter}')
  await expectFocusIn(page.getByRole('dialog'))
  release()
  await expect.element(record(bakery)).toBeVisible()
  await expectFocusIn(record(bakery))
  await closeToRow()
})

test('Esc closes an open dialog before the message above it; with the focus in the message, only that', async () => {
  await openOffice('/leads')
  await focus(opener)
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
  await closeToRow()
  await expectToast('Lead slettet vellykket', 'Angre')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Lead slettet vellykket')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  toast({ title: 'Status oppdatert vellykket', description: 'Kontaktet' })
  await expectToast('Status oppdatert vellykket', 'Kontaktet')
  await userEvent.keyboard('{F8}')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Kontaktet' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Status oppdatert vellykket')).not.toBeInTheDocument()
})
