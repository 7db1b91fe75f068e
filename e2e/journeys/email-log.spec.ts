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
  resendOf: null,
  hasContent: true,
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
  await page.route('**/api/email-logs/en', (route) =>
    route.fulfill({ json: { ...stored, htmlContent: null, tries: [] } }),
  )
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
  await page.route('**/api/email-logs/en', (route) =>
    route.fulfill({ json: { ...mail, htmlContent: null, tries: [] } }),
  )
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

test('is searched, filtered and sorted, and the address remembers it', async ({ page }) => {
  const mails = [
    { ...mail, id: '1', to: 'kari@kunde.example', createdAt: '2024-03-24T09:00:00.000Z' },
    { ...mail, id: '2', to: 'ola@kunde.example', type: 'webinar', createdAt: '2024-03-25T09:00:00.000Z' },
    {
      ...mail,
      ...{ id: '3', to: 'ase@kunde.example', delivery: 'failed', status: 'failed', sentAt: null },
      ...{ errorMessage: '550 Ukjent mottaker', createdAt: '2024-03-26T09:00:00.000Z' },
    },
  ]
  await page.route('**/api/email-logs', (route) => route.fulfill({ json: mails }))
  await openPanel(page, '/admin?tab=email-logs')
  const rows = page.getByRole('table').locator('tbody tr[data-index]')
  await expect(page.getByText('Viser 3 av 3 e-poster')).toBeVisible()
  await expect(rows.first()).toContainText('ase@')
  await page.getByRole('button', { name: /^Mottaker/ }).click()
  await page.getByRole('button', { name: /^Mottaker/ }).click()
  await expect(rows.first()).toContainText('ola@')
  await page.getByRole('searchbox').fill('ukjent')
  await expect(page.getByText('Viser 1 av 3 e-poster')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Filtrer på type' }).click()
  await page.getByRole('option', { name: 'Webinar' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('ola@')
  await page.getByRole('combobox', { name: 'Filtrer på status' }).click()
  await page.getByRole('option', { name: 'Feilet' }).click()
  await expect(page.getByText('Ingen resultater funnet')).toBeVisible()
  expect(new URL(page.url()).searchParams.toString()).toContain('type=webinar&delivery=failed')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nullstill filtre' }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a failed mail shows what the mail server said at each try, and is sent again', async ({
  page,
  request,
  smtp,
}) => {
  const to = `feiler${Date.now()}@kunde.example`
  smtp.misbehave({ refuse: ([first]) => (first === to ? { code: 550, text: '5.1.1 Ukjent postkasse' } : undefined) })
  await sendEnquiries(request, [enquiry({ email: to })])
  await openPanel(page, '/admin?tab=email-logs')
  const refresh = page.getByRole('button', { name: 'Oppdater' })
  await expect(async () => {
    await refresh.click()
    await expect(page.getByRole('row').filter({ hasText: to })).toContainText('Feilet', { timeout: 1_000 })
  }).toPass()
  smtp.misbehave({})
  await page.getByRole('button', { name: `Se e-post til ${to}: Takk for din henvendelse` }).click()
  const dialog = page.getByRole('dialog', { name: 'E-post' })
  await expect(dialog.getByText('1 forsøk på å levere')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('Ukjent postkasse')
  await expect(dialog.getByTitle('E-postens innhold')).toHaveAttribute('sandbox', '')
  await expectAccessible(page)
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/resend') && asked.push(request.url()))
  await dialog.getByRole('button', { name: 'Send på nytt' }).dblclick()
  await expect(dialog.getByText('Lagt i køen. Den nye står øverst i loggen.')).toBeVisible()
  expect(asked).toHaveLength(1)
  await smtp.waitFor((received) => received.to.includes(to))
  await dialog.getByRole('button', { name: 'Lukk' }).click()
  await refresh.click()
  await expect(page.getByRole('row').filter({ hasText: to })).toHaveCount(2)
  await page
    .getByRole('row')
    .filter({ hasText: 'Sendt på nytt' })
    .getByRole('button', { name: /^Se e-post/ })
    .click()
  await dialog.getByText('Ny utsending av e-posten fra').getByRole('button').click()
  await expect(dialog.getByText('1 forsøk på å levere')).toBeVisible()
  await expect(dialog).toContainText('550')
})

test('what has no content any more, or is still on its way, is not sent again', async ({ page }) => {
  const mails = [
    { ...mail, id: 'tom', hasContent: false },
    { ...mail, id: 'vei', delivery: 'retrying', status: 'other', sentAt: null, errorMessage: '451 Senere' },
  ]
  await page.route('**/api/email-logs', (route) => route.fulfill({ json: mails }))
  for (const row of mails) {
    const htmlContent = row.hasContent ? '<p>Hei</p>' : null
    await page.route(`**/api/email-logs/${row.id}`, (route) =>
      route.fulfill({ json: { ...row, htmlContent, tries: [] } }),
    )
  }
  await page.route('**/api/email-logs/*/preview', (route) => route.fulfill({ contentType: 'text/html', body: 'Hei' }))
  await openPanel(page, '/admin?tab=email-logs')
  for (const why of [/Innholdet finnes ikke lenger/, /fortsatt på vei/]) {
    await page
      .getByRole('button', { name: /^Se e-post/ })
      .nth(why.source.startsWith('Inn') ? 0 : 1)
      .click()
    const dialog = page.getByRole('dialog', { name: 'E-post' })
    await expect(dialog.getByText(why)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Send på nytt' })).toBeDisabled()
    await page.keyboard.press('Escape')
  }
})

test('the log comes in pages of a hundred, and another filter begins at the first again', async ({ page, kontor }) => {
  await kontor.sql('DELETE FROM email_logs')
  await kontor.sql(`
    INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, text_content, type, delivery, message_id, created_at)
    SELECT 'person' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Mail ' || n, '<p>Hei</p>', 'Hei',
      (ARRAY['contact', 'webinar'])[1 + n % 2], 'sent', 'side' || n || '@eksempel.example', now() - make_interval(mins => n)
    FROM generate_series(1, 250) AS n`)
  await openPanel(page, '/admin?tab=email-logs')
  const pages = page.getByRole('navigation', { name: 'Sider' })
  await expect(pages).toContainText('Side 1 av 3')
  await pages.getByRole('button', { name: 'Neste' }).click()
  await pages.getByRole('button', { name: 'Neste' }).click()
  await expect(pages).toContainText('Side 3 av 3')
  await expect(page).toHaveURL(/page=3/)
  await expect(page.getByText('person201@kunde.example')).toBeVisible()
  await page.getByRole('combobox', { name: 'Filtrer på type' }).click()
  await page.getByRole('option', { name: 'Webinar' }).click()
  await expect(pages).toContainText('Side 1 av 2')
  await expect(page).not.toHaveURL(/page=/)
  await kontor.sql('DELETE FROM email_logs')
})
