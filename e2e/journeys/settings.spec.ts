import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const openSettings = async (page: Page) => {
  await openPanel(page, '/admin?tab=settings')
  await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
}

const row = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

/** Enquiries of another year, each with one mail. */
const insertOld = (sql: (statement: string) => Promise<unknown>, count: number) =>
  sql(`WITH old AS (
         INSERT INTO contacts (name, email, subject, message, created_at)
         SELECT 'Gammel', 'gammel@kunde.example', 'general', 'Glemt', now() - interval '13 months'
         FROM generate_series(1, ${count}) RETURNING id, created_at)
       INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, type, delivery, related_id,
         message_id, created_at)
       SELECT 'gammel@kunde.example', 'post@eksempel.example', 'x', 'Takk', '<p>Glemt</p>', 'contact', 'sent', id,
         id || '@eksempel.example', created_at FROM old`)

for (const [width, scheme] of [
  [1440, 'light'],
  [768, 'dark'],
  [390, 'light'],
] as const) {
  test(`the settings hold conditions, users, privacy and the system, ${width} px wide, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await openSettings(page)
    await expect(page.getByText('systeminnstillinger og standardbetingelser for avtaler og kontrakter')).toBeVisible()
    for (const name of [/^Betingelser/, /^Salgsbrukere/, 'Personvern', 'System'])
      await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
}

test('the card of the system says how things are and leads to where they can be mended', async ({ page }) => {
  await openSettings(page)
  await expect(row(page, 'Versjon')).toContainText(/Kontor \d+\.\d+/)
  await expect(row(page, 'Database')).toContainText('følger med Kontor')
  await expect(row(page, 'E-post')).toContainText('E-poster sendes ikke')
  await expect(row(page, 'Sikkerhetskopi')).toContainText('Ingen sikkerhetskopi er tatt ennå.')
  await expect(row(page, 'Bakgrunnsjobber')).toContainText('Kjører')
  await page.getByRole('link', { name: 'Send test-e-post' }).click()
  await expect(page).toHaveURL(/tab=email$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Åpne E-post Logg' }).click()
  await expect(page).toHaveURL(/tab=email-logs$/)
})

test('a button tries whether the company register answers', async ({ page, register }) => {
  await openSettings(page)
  await expect(row(page, 'Enhetsregisteret')).toContainText('Ikke prøvd ennå')
  await page.getByRole('button', { name: 'Prøv oppslag' }).click()
  await expect(row(page, 'Enhetsregisteret')).toContainText(/Svarte på [\d\s]+ millisekunder/)
  register.misbehave({ status: 503 })
  await page.getByRole('button', { name: 'Prøv oppslag' }).click()
  await expect(row(page, 'Enhetsregisteret')).toContainText('Brønnøysundregistrene svarer ikke som de skal')
})

test('what is too old can be deleted at once, after a look at how much it is', async ({ page, kontor }) => {
  await insertOld((statement) => kontor.sql(statement), 2)
  await openSettings(page)
  const purge = row(page, 'Sletting etter 12 måneder')
  await expect(purge).toContainText('Klart til å slettes: 2 henvendelser og innholdet i 2 e-poster')
  await insertOld((statement) => kontor.sql(statement), 1)
  await page.getByRole('button', { name: 'Slett nå …' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('3 henvendelser og innholdet i 3 e-poster blir slettet nå.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await kontor.sql('SELECT FROM contacts')).toHaveLength(3)
  await page.getByRole('button', { name: 'Slett nå …' }).click()
  await dialog.getByRole('button', { name: 'Slett nå' }).dblclick()
  await expect(page.getByText('3 henvendelser og innholdet i 3 e-poster er slettet.').first()).toBeVisible()
  await expect(purge).toContainText('Ingenting er gammelt nok nå')
  await expect(purge).toContainText(/Slettet sist .+: 3 henvendelser og innholdet i 3 e-poster/)
  expect(await kontor.sql('SELECT FROM contacts')).toHaveLength(0)
})

test('the list of enquiries says when each is deleted', async ({ page, kontor }) => {
  await kontor.sql(`INSERT INTO contacts (name, email, subject, message, created_at) VALUES
    ('Snart Borte', 'snart@kunde.example', 'general', 'x', now() - interval '12 months' + interval '3 days'),
    ('Helt Ny', 'ny@kunde.example', 'general', 'x', now())`)
  await openPanel(page)
  await expect(page.getByRole('row', { name: /Snart Borte/ })).toContainText('om 3 dager')
  await expect(page.getByRole('row', { name: /Helt Ny/ })).toContainText(/om 36[56] dager/)
  await page.getByRole('button', { name: 'Les henvendelsen fra Snart Borte' }).click()
  await expect(page.getByRole('dialog')).toContainText(/\d{4} \(om 3 dager\)/)
  await kontor.sql('DELETE FROM contacts')
})

test('the sales users that cannot be fetched can be tried again', async ({ page, kontor, expectedErrors }) => {
  expectedErrors.push(/500/)
  await kontor.sql('ALTER TABLE users RENAME COLUMN created_at TO gone')
  await openPanel(page, '/admin?tab=settings')
  await expect(page.getByText('Kunne ikke hente salgsbrukerne')).toBeVisible()
  await kontor.sql('ALTER TABLE users RENAME COLUMN gone TO created_at')
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect(page.getByRole('heading', { name: 'Salgsbrukere (1)' })).toBeVisible()
})
