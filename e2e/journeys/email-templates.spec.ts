import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const toasts = (page: Page) =>
  page.getByRole('region', { name: /Varsler/, includeHidden: true }).getByRole('listitem', { includeHidden: true })

const toast = (page: Page, title: string, description: string | RegExp) =>
  expect(toasts(page).filter({ hasText: title })).toContainText(description)

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Whether one lies over the other. */
const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('One of them is not there')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const clear = async (admin: APIRequestContext): Promise<void> => {
  const rows: { id: string }[] = await (await admin.get('/api/email-templates')).json()
  for (const { id } of rows) expect((await admin.delete(`/api/email-templates/${id}`)).status()).toBe(204)
}

const add = async (admin: APIRequestContext, template: object = {}): Promise<void> => {
  const data = { type: 'contact', subject: 'Takk, {name}', content: '<p>Hei {name}!</p>', isActive: true, ...template }
  expect((await admin.post('/api/email-templates', { data })).status()).toBe(200)
}

const rowOf = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject })
const preview = (page: Page) => page.getByRole('dialog').frameLocator('iframe:not([aria-hidden])').locator('body')

test.beforeEach(async ({ admin }) => clear(admin))
test.afterAll(async ({ kontor }) => {
  await kontor.sql('DELETE FROM email_templates')
})

test('a template is written beside the mail that it becomes, and the next visitor gets it', async ({
  page,
  request,
  smtp,
}) => {
  await openPanel(page, '/admin?tab=email')
  await expect(page.getByText('Ingen maler ennå')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Ny mal' })
  await dialog.getByRole('textbox', { name: 'Emne' }).fill('Takk for sist, ')
  await dialog.getByRole('button', { name: 'Sett inn Navn {name}' }).click()
  await expect(dialog.getByText('Takk for sist, Kari Nordmann')).toBeVisible()
  const content = dialog.getByRole('textbox', { name: 'Innhold' })
  await content.fill('Hei på deg\n\nDu skrev:')
  await content.press('Home')
  await content.press('Control+Home')
  for (const _ of 'Hei ') await content.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Sett inn Bedrift {company}' }).click()
  await expect(content).toHaveValue('Hei {company}på deg\n\nDu skrev:')
  await expect(content).toBeFocused()
  await expect(preview(page)).toContainText('Hei Nordmann & Sønner ASpå deg')
  await expectAccessible(page)
  await content.fill('Hei {name} i {company|bedriften din}.\n\n{message}')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Suksess', 'E-post mal er opprettet.')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Takk for sist, {name}')).toContainText('I bruk')
  await expectAccessible(page)

  const to = `mal${Date.now()}@kunde.example`
  await sendEnquiries(request, [{ ...enquiry({ email: to, name: 'Ola <Nordmann>' }), company: '' }])
  const received = await smtp.waitFor((mail) => mail.to.includes(to))
  expect(received.mail.subject).toBe('Takk for sist, Ola <Nordmann>')
  expect(received.mail.text).toContain('Hei Ola <Nordmann> i bedriften din.')
})

test('what cannot be a mail is told at its field, before and after it is sent', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 400/)
  await openPanel(page, '/admin?tab=email')
  await page.getByRole('button', { name: 'Ny mal' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ny mal' })
  await dialog.getByRole('textbox', { name: 'Innhold' }).press('Control+Enter')
  await expect(dialog.getByText('Emne er påkrevd')).toBeVisible()
  await expect(dialog.getByText('Innhold er påkrevd')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Emne' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Emne' }).fill('Hei {navn}')
  await dialog.getByRole('textbox', { name: 'Innhold' }).fill('<p>Hei</p><script>alert(1)</script>')
  await expect(dialog.getByRole('status')).toContainText('Ukjent tagg: {navn}')
  await expect(preview(page)).toContainText('Hei')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(/^Ukjent tagg: {navn}/)).toHaveCount(2)
  await dialog.getByRole('textbox', { name: 'Emne' }).fill('Hei {name}')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await toast(page, 'Feil', 'Kunne ikke opprette e-post mal')
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const name of ['Avbryt', 'Lagre']) {
      expect(await overlap(toasts(page), dialog.getByRole('button', { name }))).toBe(false)
    }
  }
  await expect(dialog.getByText('<script> kan ikke stå i en e-post').first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Innhold' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Avbryt' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Forkaste endringene?' })).toBeVisible()
})

test('one of a type is in use: taking another into use shows at once', async ({ page, admin }) => {
  await add(admin, { subject: 'Første' })
  await add(admin, { subject: 'Andre', isActive: false, content: `<p>${'æ'.repeat(99)}</p><p>bc</p>` })
  await openPanel(page, '/admin?tab=email')
  await expect(page.getByText(`${'æ'.repeat(99)} …`)).toBeVisible()
  await page.getByRole('button', { name: 'Ta i bruk: Andre' }).click()
  await toast(page, 'Suksess', 'Malen er tatt i bruk.')
  await expect(rowOf(page, 'Andre').getByText('I bruk', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Første').getByText('Ikke i bruk')).toBeVisible()
  await page.getByRole('button', { name: 'Ta ut av bruk: Andre' }).click()
  await expect(page.getByText('Den innebygde teksten er i bruk')).toHaveCount(2)
})

test('a copy begins as the other one and out of use', async ({ page, admin }) => {
  await add(admin)
  await openPanel(page, '/admin?tab=email')
  await page.getByRole('button', { name: 'Kopier malen Takk, {name}' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kopier mal' })
  await expect(dialog.getByRole('checkbox', { name: /^I bruk/ })).not.toBeChecked()
  await dialog.getByRole('textbox', { name: 'Emne' }).fill('Kopien')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(rowOf(page, 'Kopien')).toContainText('Ikke i bruk')
  await expect(rowOf(page, 'Takk, {name}').getByText('I bruk', { exact: true })).toBeVisible()
})

test('of two who edit at once the second is told, sees what the first saved, and decides', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await add(admin)
  await openPanel(page, '/admin?tab=email')
  await page.getByRole('button', { name: 'Rediger malen Takk, {name}' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger mal' })
  const [{ id }]: [{ id: string }] = await (await admin.get('/api/email-templates')).json()
  await admin.put(`/api/email-templates/${id}`, { data: { content: '<p>Den andres ord</p>' } })
  await dialog.getByRole('textbox', { name: 'Emne' }).fill('Mitt emne')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await toast(page, 'Feil', 'Kunne ikke oppdatere e-post mal')
  await expect(dialog.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Bruk denne: Innhold' }).click()
  await dialog.getByRole('button', { name: 'Lagre likevel' }).click()
  await toast(page, 'Suksess', 'E-post mal er oppdatert.')
  await expect(rowOf(page, 'Mitt emne')).toContainText('Den andres ord')
})

test('is deleted after a question that says what follows', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/status of 500/)
  await add(admin)
  await openPanel(page, '/admin?tab=email')
  await page.route('**/api/email-templates/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await page.getByRole('button', { name: 'Slett malen Takk, {name}' }).click()
  const question = page.getByRole('alertdialog', { name: 'Slette malen?' })
  await expect(question).toContainText('kan ikke angres')
  await expect(question).toContainText('den innebygde teksten')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Slett' }).click()
  await toast(page, 'Feil', 'Kunne ikke slette e-post mal')
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Slett' }).click()
  await toast(page, 'Suksess', 'E-post mal er slettet.')
  await expect(page.getByText('Ingen maler ennå')).toBeVisible()
})

test('what cannot be fetched says so, and can be asked for again', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/status of 503/)
  await add(admin)
  const away = { status: 503, json: { error: 'Databasen er borte.' } }
  await page.route('**/api/email-templates', (route) => route.fulfill(away))
  await page.route('**/api/email-settings', (route) => route.fulfill(away))
  await openPanel(page, '/admin?tab=email')
  await expect(page.getByRole('alert')).toHaveText([/innstillingene.*Databasen er borte/, /malene.*Databasen er borte/])
  await expectAccessible(page)
  await page.unrouteAll()
  for (const _ of ['settings', 'templates']) await page.getByRole('button', { name: 'Prøv igjen' }).first().click()
  await expect(rowOf(page, 'Takk, {name}')).toBeVisible()
  await expect(page.getByLabel('Avsendernavn')).toBeVisible()
})
