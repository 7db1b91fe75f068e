import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { addCustomers, clearCustomers, expectToast, readCustomers } from '../harness/customers.ts'
import { addLeads, clearLeads, type NewLead, openLeads, readLeads, rowOf } from '../harness/leads.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const bakery = { company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example', org_no: '974760673' }
const builder = { company_name: 'Eksempel Bygg AS' }
const cafe = { company_name: 'Eksempel Kafé AS', email: 'post@kafe.example', org_no: '889640782' }

const statusOf = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: /^Status for/ })

const setStatus = async (page: Page, name: string, status: string) => {
  await statusOf(page, name).click()
  await page.getByRole('option', { name: status }).click()
}

const makeAllKunde = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).check()
  await page.getByRole('button', { name: 'Sett status' }).click()
  await page.getByRole('option', { name: 'Kunde' }).click()
}

const offer = (page: Page, count: number) => page.getByRole('dialog', { name: `Gjøre ${count} leads til kunder?` })

const namesOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ name }) => name).sort()

test.beforeEach(async ({ admin, kontor }) => {
  await clearLeads(kontor)
  await clearCustomers(admin)
})

test('a lead that becomes Kunde may be made a customer, once it has an address', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await addLeads(admin, [bakery, builder])
  await openLeads(page)
  await setStatus(page, 'Eksempel Bygg AS', 'Kunde')
  const dialog = page.getByRole('dialog', { name: 'Gjøre Eksempel Bygg AS til kunde?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Gjør til kunde' }).click()
  await expect(dialog.getByLabel('E-post')).toBeFocused()
  expect(await readCustomers(admin)).toEqual([])
  await dialog.getByLabel('E-post').fill('post@bygg.example')
  await dialog.getByRole('button', { name: 'Gjør til kunde' }).dblclick()
  await expectToast(page, 'Kunde opprettet', 'Eksempel Bygg AS')
  expect(await readCustomers(admin)).toMatchObject([{ name: 'Eksempel Bygg AS', email: 'post@bygg.example' }])
  await page.getByRole('button', { name: 'Åpne Eksempel Bygg AS' }).click()
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await expect(form.getByText('Er kunde')).toBeVisible()
  await expect(form.getByRole('listitem').filter({ hasText: 'Ny → til Kunde' })).toContainText('salg')
  await expectAccessible(page)
  // Its own customer is no duplicate.
  const asked = page.waitForResponse(/duplicates/)
  await form.getByLabel('E-post').fill('POST@bygg.example')
  await asked
  await expect(form.getByText(/Finnes fra før/)).toBeHidden()
})

test('several that become Kunde are offered once to be made customers, but for those that are; it may be declined', async ({
  page,
  admin,
}) => {
  const ids = await addLeads(admin, [bakery, builder, cafe])
  await admin.post(`/api/leads/${ids[2]}/customer`, { data: {} })
  await openLeads(page)
  await makeAllKunde(page)
  await expectToast(page, 'Status oppdatert vellykket', '3 leads: Kunde')
  await expect(offer(page, 2)).toContainText('Ett lead mangler den.')
  await expect(offer(page, 2).getByRole('textbox')).toHaveCount(2)
  await expect(offer(page, 2).getByLabel('E-post for Eksempel Bygg AS')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  expect(namesOf(await readCustomers(admin))).toEqual(['Eksempel Kafé AS'])
  expect((await readLeads(admin)).map(({ status }) => status)).toEqual(['Kunde', 'Kunde', 'Kunde'])

  // Where all are customers there is nothing to offer; where one is not, it is offered alone.
  await page.getByRole('checkbox', { name: 'Velg Eksempel Kafé AS' }).check()
  await page.getByRole('button', { name: 'Sett status' }).click()
  await page.getByRole('option', { name: 'Kunde' }).click()
  await expectToast(page, 'Status oppdatert vellykket', '1 lead: Kunde')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('checkbox', { name: 'Velg Eksempel Bakeri AS' }).check()
  await page.getByRole('button', { name: 'Sett status' }).click()
  await page.getByRole('option', { name: 'Kunde' }).click()
  await expect(page.getByRole('dialog', { name: 'Gjøre Eksempel Bakeri AS til kunde?' })).toBeVisible()
})

test('they are made or linked at one press, twice or not; one that fails leaves the others and is tried again', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await addCustomers(admin, [{ name: 'Kafeen', email: 'kunde@kafe.example', organizationNumber: cafe.org_no }])
  await addLeads(admin, [bakery, builder, cafe])
  await openLeads(page)
  await makeAllKunde(page)
  const dialog = offer(page, 3)
  await dialog.getByLabel('E-post for Eksempel Bakeri AS').fill('ikke en adresse')
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect(dialog.getByText('Ugyldig e-postadresse')).toBeVisible()
  expect(await readCustomers(admin)).toHaveLength(1)

  await dialog.getByLabel('E-post for Eksempel Bakeri AS').fill('faktura@bakeri.example')
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).dblclick()
  await expectToast(page, 'Feil', '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 1 feilet.')
  await expect(dialog.getByRole('alert')).toHaveText(
    '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 1 feilet: Eksempel Bygg AS (Kunden trenger en e-postadresse).',
  )
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Bakeri' })).toContainText('Kunde opprettet')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Kafé' })).toContainText('Koblet til kunde')
  const missing = dialog.getByLabel('E-post for Eksempel Bygg AS')
  await expect(missing).toBeFocused()
  await expectAccessible(page)
  await missing.fill('post@bygg.example')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Kunde opprettet', '1 kunde opprettet.')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(namesOf(await readCustomers(admin))).toEqual(['Eksempel Bakeri AS', 'Eksempel Bygg AS', 'Kafeen'])
  expect((await readCustomers(admin)).map(({ email }) => email)).toContain('faktura@bakeri.example')
  expect((await readLeads(admin)).every(({ customer_id: id }) => typeof id === 'number')).toBe(true)
})

test('stopped in the middle it ends what is underway and begins no more; what failed is told after closing, too', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  const many = Array.from(
    { length: 7 },
    (_, index): NewLead => ({ company_name: `Eksempel ${index} AS`, email: `post${index}@kunde.example` }),
  )
  await addLeads(admin, many)
  await openLeads(page)
  const answer = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/leads/*/customer', async (route) => {
    calls += 1
    await answer.promise
    await route.continue()
  })
  await makeAllKunde(page)
  const dialog = offer(page, 7)
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Lagrer 0 av 7 leads …' })).toBeVisible()
  await expect.poll(() => calls).toBe(4)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Stopper …' })).toBeVisible()
  answer.resolve()
  await expect(dialog.getByRole('alert')).toHaveText('4 kunder opprettet, 3 ikke prøvd.')
  expect(await readCustomers(admin)).toHaveLength(4)

  await page.unrouteAll()
  await page.route('**/api/leads/*/customer', (route) =>
    route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } }),
  )
  await dialog.getByRole('button', { name: 'Gjør til kunder' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/^3 feilet: .*\(Databasen er borte\)\.$/)
  await dialog.getByRole('button', { name: 'Lukk' }).last().click()
  await expect(page.getByRole('alert').filter({ hasText: '3 feilet' })).toBeVisible()
  expect(await readCustomers(admin)).toHaveLength(4)
})

test('an offer that comes late waits until the form that was opened meanwhile is closed, and comes once', async ({
  page,
  admin,
}) => {
  await addLeads(admin, [bakery, builder])
  await openLeads(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/leads/*/status', async (route) => {
    await answer.promise
    await route.continue()
  })
  for (const status of ['Kunde', 'Kontaktet', 'Kunde']) await setStatus(page, 'Eksempel Bygg AS', status)
  await page.getByRole('button', { name: 'Åpne Eksempel Bakeri AS' }).click()
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await form.getByLabel('Kontaktperson').fill('Kari Nordmann')
  let answers = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/status')) answers += 1
  })
  answer.resolve()
  await expect.poll(() => answers).toBe(3)
  await expectToast(page, 'Status oppdatert vellykket', 'Eksempel Bygg AS: Kunde')
  await expect(form.getByLabel('Kontaktperson')).toHaveValue('Kari Nordmann')
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect(page.getByRole('dialog', { name: 'Gjøre Eksempel Bygg AS til kunde?' })).toBeVisible()
  expect((await readLeads(admin))[0]?.contact_name).toBe('Kari Nordmann')
  // Chosen twice, it is offered once.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('who becomes a customer is counted at once, and stands in the list of customers that was open before', async ({
  page,
  admin,
}) => {
  await addLeads(admin, [bakery])
  await openPanel(page)
  await page.getByRole('tab', { name: 'Kunder', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ingen kunder ennå' })).toBeVisible()
  await page.getByRole('link', { name: 'Leads System' }).click()
  await page.getByRole('button', { name: 'Åpne Eksempel Bakeri AS' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Gjør til kunde' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Gjør til kunde' }).click()
  await expectToast(page, 'Kunde opprettet', 'Eksempel Bakeri AS')
  await expect(page.getByRole('button', { name: 'Kunde 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Administrasjon' }).click()
  await page.getByRole('tab', { name: 'Kunder', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Kunder (1)' })).toBeVisible()
})
