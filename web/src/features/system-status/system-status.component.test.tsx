import { updateAgreementSettings } from '@kontor/contract/agreements/agreements.endpoints'
import { changeAuditRetention } from '@kontor/contract/audit-events/audit-events.endpoints'
import { updateEmailSettings } from '@kontor/contract/emails/emails.endpoints'
import { updateLostReasons } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { countCalls, intercept, waitForAnswers } from '../../testing/calls.ts'
import { truncateTables } from '../../testing/database.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { followChanges, goTo, openOffice, shownUrl } from '../../testing/office.tsx'

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

test("shows the system's state, links to where it can be mended, and checks the register on request", async () => {
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

test('deletes data that is too old on request, after a question with its number', async () => {
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

/** Each form: its address, the path of its stored values, one of its fields, and a change by another administrator. */
const forms = [
  {
    at: 'email',
    path: /^\/api\/email-settings$/,
    label: /^Avsendernavn/,
    store: (fromName: string) => call(updateEmailSettings, { body: { fromName } }),
  },
  {
    at: 'settings&section=leads',
    path: /\/lost-reasons$/,
    label: /^Årsaker/,
    store: (reason: string) => call(updateLostReasons, { body: { reasons: [reason] } }),
  },
  {
    at: 'settings&section=avtaler',
    path: /^\/api\/agreement-settings$/,
    label: /^Be om kode/,
    store: (kroner: string) => call(updateAgreementSettings, { body: { codeAbove: Number(kroner) * 100 } }),
  },
  {
    at: 'settings&section=hendelser',
    path: /\/audit-events\/retention$/,
    label: /^Behold hendelser/,
    store: (months: string) => call(changeAuditRetention, { body: { months: Number(months) } }),
  },
]

test('settings show what others store until something is typed, which stays until it is taken back', async () => {
  onTestFinished(async () => {
    await commands.sql('DELETE FROM email_settings')
    await commands.sql(
      `DELETE FROM system_settings WHERE key IN ('lead_lost_reasons', 'agreements', 'audit_retention')`,
    )
  })
  followChanges()
  await openOffice('/admin?tab=customers')
  for (const { at, path, label, store } of forms) {
    goTo(`/admin?tab=${at}`)
    const field = page.getByRole('textbox', { name: label })
    await expect.element(field).toBeVisible()
    await store('24')
    await expect.element(field).toHaveValue('24')
    await field.fill('36')
    const fetches = countCalls('GET', path)
    await store('48')
    await expect.poll(() => countCalls('GET', path)).toBeGreaterThan(fetches)
    await waitForAnswers()
    await expect.element(field).toHaveValue('36')
    await field.fill('24')
    await expect.element(field).toHaveValue('48')
  }
})
