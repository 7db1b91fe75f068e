import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const toast = (page: Page, title: string, description: string | RegExp) =>
  expect(
    page
      .getByRole('region', { name: /Varsler/, includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
      .filter({ hasText: title }),
  ).toContainText(description)

const save = (page: Page) => page.getByRole('button', { name: /^Lagre/ })

test.beforeEach(async ({ kontor, page }) => {
  await kontor.sql('DELETE FROM email_settings')
  await openPanel(page, '/admin?tab=email')
  await expect(page.getByLabel('Avsendernavn')).toHaveValue('Eksempel AS')
})
test.afterAll(async ({ kontor }) => {
  await kontor.sql('DELETE FROM email_settings')
})

test('the settings are saved, and what is wrong is told at its field', async ({ page, admin }) => {
  await page.getByLabel('Avsenderadresse').fill('post')
  await page.getByLabel('Emne for webinar').fill('{message}')
  await save(page).click()
  await expect(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect(page.getByText(/^{message} finnes ikke i maler for webinar-påmelding/)).toBeVisible()
  await expect(page.getByLabel('Avsenderadresse')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Avsenderadresse').fill('hei@eksempel.example')
  await page.getByLabel('Emne for webinar').fill('Vi ses på {webinarName}')
  await save(page).click()
  await toast(page, 'Suksess', 'E-post innstillinger er oppdatert.')
  await expect(page.getByText('Ikke lagret')).toBeHidden()
  const stored: unknown = await (await admin.get('/api/email-settings')).json()
  expect(stored).toMatchObject({ fromEmail: 'hei@eksempel.example', webinarSubject: 'Vi ses på {webinarName}' })
})

test('a test mail goes out with what is typed and not saved, and shows what the mail server answered', async ({
  page,
  admin,
  smtp,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502/)
  const to = `test${Date.now()}@kunde.example`
  await page.getByRole('button', { name: 'Send testmelding' }).click()
  await expect(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await page.getByLabel('Send testmelding til').fill(to)
  await page.getByLabel('Avsendernavn').fill('Ulagret Avsender')
  await page.getByRole('button', { name: 'Send testmelding' }).dblclick()
  await expect(page.getByText(`E-postserveren tok imot testmeldingen til ${to}.`)).toBeVisible()
  await expect(page.getByText(/^Svaret var: 250/)).toBeVisible()
  const received = await smtp.waitFor((mail) => mail.to.includes(to))
  expect(received.mail.subject).toBe('Testmelding fra Ulagret Avsender')
  await expectAccessible(page)

  smtp.misbehave({ refuse: ([first]) => (first === to ? { code: 550, text: '5.1.1 Ukjent postkasse' } : undefined) })
  await page.getByLabel('Send testmelding til').press('Enter')
  await expect(page.getByRole('alert')).toContainText('550 5.1.1 Ukjent postkasse')
  const stored: unknown = await (await admin.get('/api/email-settings')).json()
  expect(stored).toMatchObject({ fromName: 'Eksempel AS' })
  const log: { to: string; type: string }[] = await (await admin.get('/api/email-logs')).json()
  expect(log.filter((mail) => mail.to === to).map(({ type }) => type)).toEqual(['test', 'test'])
})

test('typed settings are not lost to another tab without a question', async ({ page }) => {
  await page.getByLabel('Avsendernavn').fill('Halvferdig')
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  const question = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await question.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect(page.getByLabel('Avsendernavn')).toHaveValue('Halvferdig')
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  await question.getByRole('button', { name: 'Forkast' }).click()
  await expect(page.getByRole('heading', { name: /^Kontakthenvendelser/ })).toBeVisible()
})

test('of two who edit at once the second is told and decides', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/status of 409/)
  await admin.put('/api/email-settings', { data: { fromName: 'Den andres navn' } })
  await page.getByLabel('Emne for kontaktskjema').fill('Mitt emne')
  await save(page).click()
  await toast(page, 'Feil', 'Kunne ikke oppdatere e-post innstillinger')
  await expect(page.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Bruk denne: Avsendernavn' }).click()
  await page.getByRole('button', { name: 'Lagre likevel' }).click()
  await toast(page, 'Suksess', 'E-post innstillinger er oppdatert.')
  const stored: unknown = await (await admin.get('/api/email-settings')).json()
  expect(stored).toMatchObject({ fromName: 'Den andres navn', contactSubject: 'Mitt emne' })
})
