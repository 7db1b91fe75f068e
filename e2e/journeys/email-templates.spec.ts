import type { Page } from '@playwright/test'
import { enquiry, expectToast, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const rowOf = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject })
const preview = (page: Page) => page.getByRole('dialog').frameLocator('iframe:not([aria-hidden])').locator('body')

test.beforeEach(async ({ kontor }) => {
  await kontor.sql('DELETE FROM email_templates')
})
test.afterEach(async ({ kontor }) => {
  await kontor.sql('DELETE FROM email_templates')
})

test('previews a template while it is written, and sends it to the next visitor', async ({ page, request, smtp }) => {
  await openPanel(page, '/admin?tab=email')
  await expect(page.getByText('Ingen maler ennå')).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Ny mal' })
  await dialog.getByRole('textbox', { name: 'Emne' }).fill('Takk for sist, ')
  await dialog.getByRole('button', { name: 'Sett inn tagg i emnet' }).click()
  await page.getByRole('menuitem', { name: 'Navn {name}' }).click()
  await expect(dialog.getByText('Takk for sist, Kari Nordmann')).toBeVisible()
  const content = dialog.getByRole('textbox', { name: 'Innhold' })
  await content.click()
  await expect(content).toBeFocused()
  await page.keyboard.type('Hei {name} i ')
  await dialog.getByRole('button', { name: 'Sett inn tagg i innholdet' }).click()
  await page.getByRole('menuitem', { name: 'Bedrift {company}' }).click()
  await expect(content).toHaveText('Hei Navn i Bedrift')
  await expect(content).toBeFocused()
  await expect(preview(page)).toContainText('Hei Kari Nordmann i Nordmann & Sønner AS')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('{company|bedriften din}.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('{message}')
  await expect(content).toContainText('Melding')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Suksess', 'E-post mal er opprettet.')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Takk for sist, {name}')).toContainText('I bruk')

  const to = `mal${Date.now()}@kunde.example`
  await sendEnquiries(request, [{ ...enquiry({ email: to, name: 'Ola <Nordmann>' }), company: '' }])
  const received = await smtp.waitFor((mail) => mail.to.includes(to))
  expect(received.mail.subject).toBe('Takk for sist, Ola <Nordmann>')
  expect(received.mail.text).toContain('Hei Ola <Nordmann> i bedriften din.')
})
