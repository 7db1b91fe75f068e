import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { hold } from '../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../testing/contacts.ts'
import { addCustomers, clearCustomers } from '../testing/customers.ts'
import { expectTexts, focus } from '../testing/locators.ts'
import { goTo, openOffice, shownUrl } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const tabs = ['Kontakter', 'Webinarer', 'Kunder', 'Produkter', 'Avtaler', 'E-post', 'E-post Logg', 'Innstillinger']
const tab = (name: string) => page.getByRole('tab', { name, exact: true })

/** Adds a mail that failed this long ago. */
const addFailedMail = (age: string) =>
  commands.sql(
    `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, text_content, type, delivery, message_id, created_at)
     VALUES ('kari@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Hei', '<p>Hei</p>', 'Hei', 'contact', 'failed',
       gen_random_uuid() || '@eksempel.example', now() - $1::interval)`,
    [age],
  )

beforeEach(async () => {
  await logIn('admin')
  await clearEnquiries()
  await clearCustomers()
  await commands.sql('DELETE FROM email_logs')
  await sendEnquiries([enquiry()])
})

test('has eight tabs with counts of new or failed items, and keeps the chosen tab in the URL', async () => {
  await addFailedMail('1 day')
  await addFailedMail('20 days')
  await openOffice('/admin')
  await expectTexts(page.getByRole('tab'), ['Kontakter1', ...tabs.slice(1, 6), 'E-post Logg1', 'Innstillinger'])
  await expect.element(tab('Kontakter')).toHaveAccessibleDescription('1 ny henvendelse')
  await expect.element(tab('E-post Logg')).toHaveAccessibleDescription('1 e-post feilet siste uke')
  await focus(tab('Kontakter'))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Webinarer')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('tabpanel', { name: 'Webinarer' })).toBeVisible()
  await tab('Innstillinger').click()
  await expect.element(page.getByRole('tabpanel', { name: 'Innstillinger' })).toBeVisible()
  await expect.poll(shownUrl).toMatch(/[?&]tab=settings/)
  history.back()
  await expect.element(tab('Webinarer')).toHaveAttribute('aria-selected', 'true')
  await commands.sql('DELETE FROM email_logs')
})

test('on a phone, counts that appear leave the page and the chosen tab in view', async () => {
  await page.viewport(390, 400)
  const counts = hold('GET', /^\/api\/contacts\/counts$/)
  await openOffice('/admin?tab=settings&section=bedriften')
  await expect.element(page.getByLabelText(/^Kort navn/)).toBeInTheDocument()
  window.scrollTo(0, 300)
  counts.release()
  await expectTexts(page.getByRole('tab'), ['Kontakter1', ...tabs.slice(1)])
  expect(window.scrollY).toBe(300)
  const right = (element: Element) => element.getBoundingClientRect().right
  const expectInView = () =>
    expect
      .poll(() => right(tab('Innstillinger').element()) - right(page.getByRole('tablist').element()))
      .toBeLessThan(1)
  await expectInView()
  await page.viewport(844, 390)
  await page.viewport(390, 844)
  await expectInView()
})

test('focuses the search with a slash, and keeps the search of each tab until the tab is pressed again', async () => {
  await addCustomers([{ name: 'Eksempel AS', email: 'post@eksempel.example' }])
  await openOffice('/admin?tab=contacts')
  const search = page.getByRole('searchbox')
  await page.getByRole('heading', { name: /^Kontakthenvendelser/ }).click()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('Ja/nei')
  await expect.element(search).toHaveValue('Ja/nei')
  await expect.poll(shownUrl).toBe('/admin?tab=contacts&q=Ja%2Fnei')
  await tab('Kunder').click()
  await expect.poll(shownUrl).toBe('/admin?tab=customers')
  await expect.element(search).toHaveValue('')
  await tab('Kontakter').click()
  await expect.poll(shownUrl).toBe('/admin?tab=contacts&q=Ja%2Fnei')
  await expect.element(search).toHaveValue('Ja/nei')
  history.back()
  await expect.poll(shownUrl).toBe('/admin?tab=customers')
  history.forward()
  await expect.element(search).toHaveValue('Ja/nei')
  await tab('Kontakter').click()
  await expect.poll(shownUrl).toBe('/admin?tab=contacts')
  await expect.element(search).toHaveValue('')
})

test('opens the list of records whose address has no id', async () => {
  await addCustomers([{ name: 'Eksempel AS', email: 'post@eksempel.example' }])
  await openOffice('/admin/kunder?q=ingen')
  await expect.element(tab('Kunder')).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('searchbox')).toHaveValue('ingen')
  await tab('Produkter').click()
  await expect.poll(shownUrl).toBe('/admin?tab=products')
  for (const [address, name] of [
    ['/admin/kontakter', 'Kontakter'],
    ['/admin/avtaler', 'Avtaler'],
  ] as const) {
    goTo(address)
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel', { name })).toBeVisible()
  }
})
