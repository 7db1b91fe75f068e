import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { intercept } from '../../testing/calls.ts'
import { truncateTables } from '../../testing/database.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const row = (label: string) =>
  page
    .getByRole('main')
    .css('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })

const openSettings = async () => {
  await openOffice('/admin?tab=settings&section=system')
  await expect.element(page.getByText(/PostgreSQL \d+/)).toBeVisible()
}

/** Inserts enquiries that are due for deletion, each with one mail. */
const insertOld = (count: number) =>
  commands.sql(`WITH old AS (
      INSERT INTO contacts (name, email, subject, message, created_at)
      SELECT 'Gammel', 'gammel@kunde.example', 'general', 'Glemt', now() - interval '13 months'
      FROM generate_series(1, ${count}) RETURNING id, created_at)
    INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, type, delivery, related_id,
      message_id, created_at)
    SELECT 'gammel@kunde.example', 'post@eksempel.example', 'x', 'Takk', '<p>Glemt</p>', 'contact', 'sent', id,
      id || '@eksempel.example', created_at FROM old`)

beforeEach(async () => {
  await truncateTables('contacts, email_logs')
})

test('shows the state of the system, links to where it can be mended, and asks the company register on request', async () => {
  await openSettings()
  await expect.element(row('Versjon')).toMatchTextContent(/Kontor \d+\.\d+/)
  await expect.element(row('Database')).toMatchTextContent('følger med Kontor')
  await expect.element(row('E-post')).toMatchTextContent(/Sendes gjennom \S+:\d+/)
  await expect.element(row('Sikkerhetskopi')).toMatchTextContent('Ingen sikkerhetskopi er tatt ennå.')
  await expect.element(row('Faste oppgaver')).toMatchTextContent('Kjører')
  await expect.element(row('Besøkende')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Åpne E-post Logg' }))
    .toHaveAttribute('href', '/admin?tab=email-logs')
  const ask = page.getByRole('button', { name: 'Prøv oppslag' })
  await expect.element(row('Enhetsregisteret')).toMatchTextContent('Ikke prøvd ennå')
  await ask.click()
  await expect.element(row('Enhetsregisteret')).toMatchTextContent('Svarer nå')
  await commands.setRegister({ status: 503 })
  await ask.click()
  await expect.element(row('Enhetsregisteret')).toMatchTextContent('Brønnøysundregistrene svarer ikke som de skal')
  await page.getByRole('link', { name: 'Send test-e-post' }).click()
  await expect.poll(() => shownUrl()).toMatch(/tab=email$/)
})

test('warns that no mails are sent without a mail server, and of a proxy that is not trusted', async () => {
  intercept('GET', /^\/api\/system$/, async (_, forward) => {
    const status = await (await forward()).json()
    const mails = { ok: true, value: { ...status.mails.value, server: null } }
    return Response.json({ ...status, mails, untrustedProxy: true })
  })
  await openSettings()
  await expect.element(row('E-post')).toMatchTextContent('E-poster sendes ikke')
  await expect.element(row('Besøkende')).toMatchTextContent('Sett TRUST_PROXY=on hvis proxyen er deres egen.')
})

test('deletes what is too old on request, after a question with the number', async () => {
  await insertOld(2)
  await openSettings()
  const purge = row('Sletting etter 12 måneder')
  await expect.element(purge).toMatchTextContent('Klart til å slettes: 2 henvendelser og innholdet i 2 e-poster')
  await insertOld(1)
  const ask = page.getByRole('button', { name: 'Slett nå …' })
  await ask.click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toMatchTextContent('3 henvendelser og innholdet i 3 e-poster blir slettet nå.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await commands.sql('SELECT id FROM contacts')).toHaveLength(3)
  await ask.click()
  await dialog.getByRole('button', { name: 'Slett nå' }).dblClick()
  await expect.element(page.getByText('3 henvendelser og innholdet i 3 e-poster er slettet.').first()).toBeVisible()
  await expect.element(purge).toMatchTextContent('Ingenting er gammelt nok nå')
  await expect.element(purge).toMatchTextContent(/Slettet sist .+: 3 henvendelser og innholdet i 3 e-poster/)
  expect(await commands.sql('SELECT id FROM contacts')).toEqual([])
})

test('the list of enquiries says when each is deleted, if asked to', async () => {
  await commands.sql(`INSERT INTO contacts (name, email, subject, message, created_at) VALUES
    ('Snart Borte', 'snart@kunde.example', 'general', 'x', now() + interval '3 days' - interval '12 months'),
    ('Helt Ny', 'ny@kunde.example', 'general', 'x', now())`)
  await openOffice('/admin')
  await pressAbove('Kolonner')
  await page.getByRole('checkbox', { name: 'Slettes' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('row', { name: /Snart Borte/ })).toMatchTextContent('om 3 dager')
  await expect.element(page.getByRole('row', { name: /Helt Ny/ })).toMatchTextContent(/om 36[56] dager/)
  await page.getByRole('button', { name: 'Les henvendelsen fra Snart Borte' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/\d{4} \(om 3 dager\)/)
})
