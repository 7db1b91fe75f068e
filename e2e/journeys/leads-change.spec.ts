import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { addCustomers, clearCustomers, expectToast } from '../harness/customers.ts'
import { addLeads, clearLeads, openLeads, readLeads, rowOf } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

const people = [
  { company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example', org_no: '974760673', next_step: 'Ringe' },
  { company_name: 'Eksempel Bygg AS', customer_active: null },
]

let ids: number[] = []

const statusOf = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: /^Status for/ })

const setStatus = async (page: Page, name: string, status: string) => {
  await statusOf(page, name).click()
  await page.getByRole('option', { name: status }).click()
}

test.beforeEach(async ({ admin, kontor, page }) => {
  await clearLeads(kontor)
  await clearCustomers(admin)
  ids = await addLeads(admin, people)
  await openLeads(page)
  await expect(page.getByRole('heading', { name: 'Leads (2)' })).toBeVisible()
})

test('a status is shown at once, and taken back with a sentence when the server refuses it', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/leads/*/status', async (route) => {
    await mayAnswer
    await route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } })
  })
  await setStatus(page, 'Eksempel Bygg AS', 'Kontaktet')
  await expect(statusOf(page, 'Eksempel Bygg AS')).toHaveText('Kontaktet')
  answer()
  await expect(page.getByRole('alert')).toContainText(
    'Statusen til Eksempel Bygg AS ble ikke endret til Kontaktet. Databasen er borte.',
  )
  await expect(statusOf(page, 'Eksempel Bygg AS')).toHaveText('Ny')
  await expectAccessible(page)
  await page.unrouteAll()
  await setStatus(page, 'Eksempel Bygg AS', 'Kontaktet')
  await expectToast(page, 'Status oppdatert vellykket', 'Eksempel Bygg AS: Kontaktet')
  await expect(page.getByRole('alert')).toBeHidden()
  expect((await readLeads(admin)).map(({ status }) => status)).toEqual(['Ny', 'Kontaktet'])
})

test('of two quick choices the second one stays shown; when both are refused, what was stored is shown again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  let refuse = false
  let answer = () => {}
  let first = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/leads/*/status', async (route) => {
    const { status } = route.request().postDataJSON()
    if (status === 'Kontaktet') await first
    if (status === 'Avtalt møte') await new Promise((resolve) => setTimeout(resolve, 500))
    if (refuse) await route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } })
    else await route.continue()
  })
  const name = 'Eksempel Bygg AS'
  const seen: (string | null)[] = []
  await setStatus(page, name, 'Kontaktet')
  await setStatus(page, name, 'Avtalt møte')
  await expect(statusOf(page, name)).toHaveText('Avtalt møte')
  answer()
  await expect(page.getByText(`${name}: Kontaktet`, { exact: true }).first()).toBeVisible()
  seen.push(await statusOf(page, name).textContent())
  await expectToast(page, 'Status oppdatert vellykket', `${name}: Avtalt møte`)
  seen.push(await statusOf(page, name).textContent())
  expect(seen).toEqual(['Avtalt møte', 'Avtalt møte'])

  refuse = true
  first = Promise.resolve()
  await setStatus(page, name, 'Tilbud sendt')
  await setStatus(page, name, 'Kontaktet')
  await expect(page.getByRole('alert')).toContainText('ble ikke endret til Kontaktet')
  await expect(statusOf(page, name)).toHaveText('Avtalt møte')
})

test('whether the customer is active has three values', async ({ page, admin }) => {
  const active = rowOf(page, 'Eksempel Bygg AS').getByRole('button', { name: /^Kunde aktiv for/ })
  await expect(active).toHaveText('Ikke satt')
  for (const [text, value] of [
    ['Aktiv', true],
    ['Inaktiv', false],
    ['Ikke satt', null],
  ] as const) {
    await active.click()
    await page.getByRole('option', { name: text, exact: true }).click()
    await expect(active).toHaveText(text)
    await expect.poll(async () => (await readLeads(admin))[1]?.customer_active).toBe(value)
  }
})

test('next step and notes are changed where they stand; a click elsewhere saves, Esc does not', async ({
  page,
  admin,
}) => {
  const step = rowOf(page, 'Eksempel Bakeri AS').getByRole('button', { name: /^Endre neste steg/ })
  await step.click()
  await expect(page.getByRole('textbox', { name: 'Neste steg for Eksempel Bakeri AS' })).toHaveValue('Ringe')
  await expectAccessible(page)
  await page.keyboard.type('Sende tilbud')
  await page.keyboard.press('Enter')
  await expect(step).toHaveText('Sende tilbud')
  await expect(step).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Neste steg for Eksempel Bakeri AS' }).fill('Vente')
  await page.getByRole('heading', { name: 'Leads (2)' }).click()
  await expect(step).toHaveText('Vente')
  await step.click()
  await page.getByRole('textbox', { name: 'Neste steg for Eksempel Bakeri AS' }).fill('Nei')
  await page.keyboard.press('Escape')
  await expect(step).toHaveText('Vente')
  expect((await readLeads(admin))[0]?.next_step).toBe('Vente')
})

test('a text that is being saved is not given up for what is pressed next, nor the focus taken from there', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  const step = (name: string) => rowOf(page, name).getByRole('button', { name: /^Endre neste steg/ })
  const box = (name: string) => page.getByRole('textbox', { name: `Neste steg for ${name}` })
  const [bakery, builder] = ['Eksempel Bakeri AS', 'Eksempel Bygg AS']
  let gate = Promise.withResolvers<void>()
  let refuse = true
  await page.route('**/api/leads/*', async (route) => {
    await gate.promise
    if (refuse) await route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } })
    else await route.continue()
  })
  await step(bakery).click()
  await box(bakery).fill('Befaring')
  await step(builder).click()
  gate.resolve()
  await expect(page.getByRole('alert')).toContainText('Databasen er borte.')
  await expect(box(bakery)).toHaveValue('Befaring')
  refuse = false
  await page.getByRole('button', { name: 'Lagre' }).click()
  await expect(box(builder)).toHaveValue('')
  await expect(box(builder)).toBeFocused()
  await expect(step(bakery)).toHaveText('Befaring')

  gate = Promise.withResolvers<void>()
  await box(builder).fill('Vente')
  await page.getByRole('searchbox').click()
  await page.keyboard.type('ekse')
  gate.resolve()
  await expect(step(builder)).toHaveText('Vente')
  await page.keyboard.type('mpel')
  await expect(page.getByRole('searchbox')).toHaveValue('eksempel')
  await statusOf(page, builder).click()
  await page.getByLabel('Bransje').click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.type('bygg')
  await expect(page.getByLabel('Bransje')).toHaveValue('bygg')
  expect((await readLeads(admin)).map(({ next_step }) => next_step)).toEqual(['Befaring', 'Vente'])
})

test('two sellers change one lead: the second sees what the first has stored, and nothing is lost', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await rowOf(page, 'Eksempel Bakeri AS')
    .getByRole('button', { name: /^Endre neste steg/ })
    .click()
  await page.getByRole('textbox', { name: 'Neste steg for Eksempel Bakeri AS' }).fill('Min tekst')
  await admin.put(`/api/leads/${ids[0]}`, { data: { next_step: 'Den andres tekst' } })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Der står nå: «Den andres tekst».')
  await expect(page.getByRole('textbox', { name: 'Neste steg for Eksempel Bakeri AS' })).toHaveValue('Min tekst')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readLeads(admin))[0]?.next_step).toBe('Min tekst')

  await page.getByRole('button', { name: 'Åpne Eksempel Bakeri AS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger lead' })
  await dialog.getByLabel('Kontaktperson').fill('Ola Nordmann')
  await admin.put(`/api/leads/${ids[0]}`, { data: { phone: '+47 00 00 00 01', contact_name: 'Kari Nordmann' } })
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(dialog.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expectToast(page, 'Feil', /./)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Bruk denne: Telefon' }).click()
  await dialog.getByRole('button', { name: 'Lagre likevel' }).click()
  await expectToast(page, 'Lead oppdatert vellykket', 'Eksempel Bakeri AS')
  expect((await readLeads(admin))[0]).toMatchObject({ contact_name: 'Ola Nordmann', phone: '+47 00 00 00 01' })
})

test('several leads get one status, told of the one that is gone; or are deleted after a question', async ({
  page,
  admin,
}) => {
  const [gone] = await addLeads(admin, [{ company_name: 'Borte AS' }])
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect(page.getByRole('heading', { name: 'Leads (3)' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).check()
  await admin.delete(`/api/leads/${gone}`)
  await page.getByRole('button', { name: 'Sett status' }).click()
  await page.getByRole('option', { name: 'Avslått' }).click()
  await expectToast(page, 'Status oppdatert vellykket', '2 leads: Avslått')
  await expect(page.getByRole('alert').filter({ hasText: '1 lead av 3 finnes ikke lenger.' })).toBeVisible()
  await expect(statusOf(page, 'Eksempel Bygg AS')).toHaveText('Avslått')
  await expect(page.getByText(/valgt$/)).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Velg alle viste' })).toBeFocused()
  await page.getByRole('checkbox', { name: 'Velg Eksempel Bygg AS' }).check()
  await page.getByRole('button', { name: 'Fjern valg' }).click()
  await expect(page.getByRole('checkbox', { name: 'Velg alle viste' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Velg alle viste' }).check()
  await page.getByRole('button', { name: 'Slett valgte' }).click()
  const question = page.getByRole('alertdialog', { name: 'Er du sikker på at du vil slette 2 lead(s)?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect(page.getByText('2 valgt')).toBeVisible()
  await page.getByRole('button', { name: 'Slett valgte' }).click()
  await question.getByRole('button', { name: 'Slett' }).dblclick()
  await expectToast(page, 'Lead slettet vellykket', '2 leads')
  await expect(page.getByRole('heading', { name: 'Ingen leads ennå' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await readLeads(admin)).toEqual([])
})

test('a single lead is deleted from its row: gone at once, the keyboard goes on at the list; refused, it is named', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  const remove = (name: string) => page.getByRole('button', { name: `Slett ${name}`, exact: true })
  const confirm = async (name: string) => {
    await remove(name).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).press('Enter')
  }
  await page.route('**/api/leads/*', (route) => route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } }))
  await confirm('Eksempel Bygg AS')
  await expect(page.getByRole('alert').filter({ hasText: 'Databasen er borte.' })).toHaveText(
    'Eksempel Bygg AS ble ikke slettet. Databasen er borte.',
  )
  await expect(remove('Eksempel Bygg AS')).toBeFocused()
  await page.unrouteAll()
  const list = Promise.withResolvers<void>()
  await page.route('**/api/leads?**', async (route) => {
    await list.promise
    await route.continue()
  })
  await confirm('Eksempel Bygg AS')
  await expect(page.getByRole('heading', { name: 'Leads (1)' })).toBeVisible()
  await expect(remove('Eksempel Bygg AS')).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  list.resolve()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Åpne Eksempel Bakeri AS' })).toBeFocused()
})

test('what is there already is told of before saving, and may be saved all the same', async ({ page, admin }) => {
  await addCustomers(admin, [
    { name: 'Bakeriet kunde', email: 'kunde@bakeri.example', organizationNumber: '974760673' },
  ])
  await page.getByRole('button', { name: 'Nytt lead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nytt lead' })
  await dialog.getByLabel('Firmanavn').fill('Bakeriet')
  await dialog.getByLabel('Org.nr', { exact: true }).fill('974 760 673')
  await expect(
    dialog.getByText('Finnes fra før: Eksempel Bakeri AS, Bakeriet kunde (kunde) har samme org.nr.'),
  ).toBeVisible()
  await dialog.getByLabel('E-post').fill('POST@bakeri.example')
  await expect(dialog.getByText('Finnes fra før: Eksempel Bakeri AS har samme e-post.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Lagre' }).dblclick()
  await expectToast(page, 'Lead opprettet vellykket', 'Bakeriet')
  expect(await readLeads(admin)).toHaveLength(3)
})
