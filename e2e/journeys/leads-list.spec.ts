import { sales } from '../../stand-ins/kontor.ts'
import { expectFitsAndAccessible } from '../harness/axe.ts'
import { addLeads, clearLeads, openLeads, seedLeads } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

test('an expired session asks for the password on top, keeps the list and continues what was saved', async ({
  page,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await clearLeads(kontor)
  await seedLeads(kontor, 60)
  // Nothing to check for duplicates, so no call is in flight when the session ends.
  await kontor.sql('UPDATE leads SET org_no = NULL, email = NULL')
  await openLeads(page, '/leads?page=2')
  await expect(page.getByText('Viser 10 av 60 leads')).toBeVisible()
  const renewal = page.getByRole('dialog', { name: 'Logg inn igjen' })
  const logInAgain = async () => {
    await renewal.getByLabel('Password').fill(sales.password)
    await renewal.getByRole('button', { name: 'Login' }).click()
    await expect(renewal).toBeHidden()
  }
  await page.request.post('/api/auth/logout')
  await logInAgain()
  await expect(page).toHaveURL('/leads?page=2')
  await expect(page.getByText('Viser 10 av 60 leads')).toBeVisible()

  const name = 'Blåfjell Eksempel 51 AS'
  const enquiries = page.waitForResponse(/\/api\/leads\/\d+\/enquiries$/)
  await page.getByRole('button', { name: `Rediger ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger lead' })
  await expect(dialog.getByText('Statusen er ikke endret ennå.')).toBeAttached()
  await enquiries
  await dialog.getByLabel('Notater').fill('Lang samtale')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await logInAgain()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Viser 10 av 60 leads')).toBeVisible()

  const step = page.getByRole('textbox', { name: `Neste steg for ${name}` })
  await page.getByRole('button', { name: `Endre neste steg for ${name}` }).click()
  await step.fill('Ringe')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await logInAgain()
  await expect(step).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Ringe')
  expect(await kontor.sql('SELECT notes, next_step FROM leads WHERE company_name = $1', [name])).toEqual([
    { notes: 'Lang samtale', next_step: 'Ringe' },
  ])
})

const longLead = {
  company_name: 'Bedriftshelsetjenestesamarbeidspartneransvarlig Østby-Ødegård Eiendomsforvaltningsselskap AS',
  industry: 'Menneskerettighetsorganisasjonssekretariatssammenslutning',
  next_step: 'Menneskerettighetsorganisasjonssekretariatssammenslutning følges opp',
  contact_name: 'Åse-Margrethe Østby-Ødegård',
  bankruptcy: true,
}

test('list, board and dialog fit long words at 390, 768 and 1440 pixels, light and dark', async ({
  page,
  admin,
  kontor,
}) => {
  await clearLeads(kontor)
  const staleLead = { company_name: 'Glemt AS', status: 'Tilbud sendt' }
  await addLeads(admin, [longLead, staleLead, { company_name: 'Kort AS', status: 'Kunde' }])
  await kontor.sql("UPDATE leads SET last_touched_at = now() - interval '60 days' WHERE company_name = 'Glemt AS'")
  await openLeads(page)
  await expect(page.getByRole('heading', { name: 'Leads (3)' })).toBeVisible()
  await expect(page.getByText('Ikke fulgt opp på over 30 dager')).toHaveCount(1)
  const name = page.getByRole('button', { name: `Åpne ${longLead.company_name}` })
  await name.hover()
  await expect(name).toHaveAttribute('title', longLead.company_name)
  await expectFitsAndAccessible(page)
  await page.getByRole('checkbox', { name: 'Velg Kort AS' }).check()
  await expectFitsAndAccessible(page)
  await page.getByRole('button', { name: 'Rediger Kort AS' }).click()
  await expect(page.getByText('Statusen er ikke endret ennå.')).toBeAttached()
  await expectFitsAndAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Vis som tavle' }).click()
  await expect(page.locator('[data-card]')).toHaveCount(3)
  await expectFitsAndAccessible(page)
})
