import { expectAccessible } from '../harness/axe.ts'
import { enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const mail = {
  id: 'en',
  to: 'kari@kunde.example',
  from: 'post@eksempel.example',
  subject: 'Takk for din henvendelse',
  type: 'contact',
  status: 'sent',
  delivery: 'sent',
  attempts: 1,
  errorMessage: null,
  relatedId: null,
  sentAt: '2024-03-24T09:00:05.000Z',
  createdAt: '2024-03-24T09:00:00.000Z',
}

test('the newest mail stands first, with who, what, how it went and when', async ({ page, request, smtp }) => {
  const to = `siste${Date.now()}@kunde.example`
  await sendEnquiries(request, [enquiry(), enquiry({ name: 'Siste Mann', email: to })])
  await smtp.waitFor((received) => received.to.includes(to))
  await openPanel(page, '/admin?tab=email-logs')
  const rows = page.getByRole('table').locator('tbody tr[data-index]')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Mottaker',
    'Emne',
    'Type',
    'Status',
    'Dato',
    'Avsender',
    'Handlinger',
  ])
  await expect(rows.filter({ hasText: to })).toContainText('Takk for din henvendelse')
  const newest = await rows.first().textContent()
  expect(newest).toMatch(/siste|kontoret@eksempel\.example/)
  await expect(rows.first()).toContainText('Kontakt')
  await expect(rows.first()).toContainText('nå nettopp')
  await expect(rows.first()).toContainText('post@eksempel.example')
})

test('a mail that was only stored is nowhere said to be sent', async ({ page }) => {
  const stored = { ...mail, delivery: 'stored', status: 'other' }
  await page.route('**/api/email-logs', (route) => route.fulfill({ json: [stored] }))
  await page.route('**/api/email-logs/en', (route) => route.fulfill({ json: { ...stored, htmlContent: null } }))
  await openPanel(page, '/admin?tab=email-logs')
  await page.getByRole('button', { name: /^Se e-post/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('term')).toHaveText(['Til', 'Fra', 'Emne', 'Type', 'Status', 'Lagret'])
})

test('every way a mail can go has its own words', async ({ page }) => {
  const mails = [
    { ...mail, id: '1', delivery: 'queued', status: 'other', sentAt: null },
    { ...mail, id: '2', delivery: 'retrying', status: 'other', sentAt: null, errorMessage: '451 Prøv senere' },
    { ...mail, id: '3', delivery: 'stored', status: 'other' },
    { ...mail, id: '4' },
    { ...mail, id: '5', delivery: 'failed', status: 'failed', sentAt: null, errorMessage: '550 Ukjent mottaker' },
  ]
  await page.route('**/api/email-logs', (route) => route.fulfill({ json: mails }))
  await openPanel(page, '/admin?tab=email-logs')
  const rows = page.getByRole('table').locator('tbody tr[data-index]')
  for (const [index, text] of ['I kø', 'Prøver igjen', 'Lagret, ikke sendt', 'Sendt', 'Feilet'].entries()) {
    await expect(rows.nth(index)).toContainText(text)
  }
  await expect(rows.nth(1)).toContainText('451 Prøv senere')
  await expect(rows.nth(4)).toContainText('550 Ukjent mottaker')
  await expectAccessible(page)
})

test('a mail whose content was not kept says so', async ({ page }) => {
  await page.route('**/api/email-logs', (route) => route.fulfill({ json: [mail] }))
  await page.route('**/api/email-logs/en', (route) => route.fulfill({ json: { ...mail, htmlContent: null } }))
  await openPanel(page, '/admin?tab=email-logs')
  await page.getByRole('button', { name: /^Se e-post/ }).click()
  const dialog = page.getByRole('dialog', { name: 'E-post' })
  await expect(dialog).toContainText('Innholdet er ikke tilgjengelig')
  await expect(dialog).toContainText('24. mars 2024')
  await expectAccessible(page)
})

test('an empty log and one that cannot be fetched say so', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 503/)
  await page.route('**/api/email-logs', (route) =>
    route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } }),
  )
  await openPanel(page, '/admin?tab=email-logs')
  await expect(page.getByRole('alert')).toContainText('Databasen er borte.')
  await expectAccessible(page)
  await page.unrouteAll()
  await page.route('**/api/email-logs', (route) => route.fulfill({ json: [] }))
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect(page.getByText('Ingen e-post ennå')).toBeVisible()
  await expectAccessible(page)
})
