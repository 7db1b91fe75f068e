import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { addContactPerson, addCustomers, clearCustomers, expectToast, readCustomers } from '../harness/customers.ts'
import { expect, test } from '../harness/mount.ts'
import { openPanel } from '../harness/panel.ts'

const people = [
  { name: 'Eksempel Bakeri AS', email: 'post@bakeri.example', organizationNumber: '974760673' },
  { name: 'Eksempel Bygg AS', email: 'post@bygg.example' },
]

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const edit = (page: Page, name: string) => page.getByRole('button', { name: `Rediger ${name}` })
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Slett ${name}` })
const openTab = (page: Page) => openPanel(page, '/admin?tab=customers')

let ids: number[] = []

test.beforeEach(async ({ admin, page }) => {
  await clearCustomers(admin)
  ids = await addCustomers(admin, people)
  await openTab(page)
  await expect(page.getByRole('heading', { name: 'Kunder (2)' })).toBeVisible()
})

test('a new customer is filled in from the register and stored', async ({ page, admin }) => {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Ny kunde' })
  await expect(dialog.getByRole('button', { name: 'Lagre' })).toBeDisabled()
  await dialog.getByPlaceholder('Søk bedrift eller org.nr...').fill('nordfiktiv teknologi')
  await dialog.getByRole('option').first().click()
  await expect(dialog.getByLabel('Navn')).toHaveValue('NORDFIKTIV TEKNOLOGI AS')
  await expect(dialog.getByLabel('E-post')).toHaveValue('post@nordfiktiv.example')
  await expect(dialog.getByLabel('Telefon')).toHaveValue('00 00 00 11')
  await expect(dialog.getByLabel('Nettside')).toHaveValue('www.nordfiktiv.example')
  await expect(dialog.getByLabel('Org.nr', { exact: true })).toHaveValue('900\u00a0000\u00a0103')
  await expect(dialog.getByLabel('Bransje')).toHaveValue(/^Konsulentvirksomhet/)
  await expect(dialog.getByLabel('Adresse')).toHaveValue('Eksempelgata 12 B')
  await expect(dialog.getByLabel('Postnummer')).toHaveValue('0151')
  await expect(dialog.getByLabel('Poststed')).toHaveValue('OSLO')
  await expectAccessible(page)
  await dialog.getByLabel('Kundetype').fill('Bedrift')
  await dialog.getByLabel('Beskrivelse').fill('Kom fra messen.')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Kunde opprettet', 'NORDFIKTIV TEKNOLOGI AS')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Kunder (3)' })).toBeVisible()
  expect(await readCustomers(admin)).toContainEqual(
    expect.objectContaining({
      name: 'NORDFIKTIV TEKNOLOGI AS',
      organizationNumber: '900000103',
      customer_Type: 'Bedrift',
      description: 'Kom fra messen.',
      isActive: true,
    }),
  )
})

test('saving needs a name and an e-mail address, and what is wrong is said at the field', async ({ page }) => {
  await page.getByRole('button', { name: 'Ny kunde' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ny kunde' })
  const save = dialog.getByRole('button', { name: 'Lagre' })
  await dialog.getByLabel('Navn').fill('Kunde')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('E-post').fill('  ')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('E-post').fill('nei')
  await expect(save).toBeEnabled()
  await save.click()
  await expect(dialog.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect(dialog.getByLabel('E-post')).toBeFocused()
  await expectAccessible(page)
})

test('a form opens in its first field, and Ctrl+Enter saves from anywhere in the dialog', async ({ page }) => {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Ny kunde' })
  await expect(dialog.getByPlaceholder('Søk bedrift eller org.nr...')).toBeFocused()
  await dialog.getByLabel('Navn').fill('Kunde')
  await dialog.getByLabel('E-post').fill('post@kunde.example')
  await dialog.getByRole('heading', { name: 'Ny kunde' }).click()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Kunde opprettet', 'Kunde')
  await expect(dialog).toBeHidden()

  await edit(page, 'Eksempel Bygg AS').click()
  const changed = page.getByRole('dialog', { name: 'Rediger kunde' })
  await changed.getByLabel('Poststed').fill('Bodø')
  await changed.getByRole('button', { name: 'Avbryt' }).focus()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Kunde oppdatert', 'Eksempel Bygg AS')
})

test('a customer that is there already is told of before saving, and may be saved all the same', async ({ page }) => {
  await page.getByRole('button', { name: 'Ny kunde' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ny kunde' })
  await dialog.getByLabel('Navn').fill('Bakeriet')
  await dialog.getByLabel('E-post').fill('POST@bakeri.example')
  await expect(dialog.getByText('Finnes fra før: Eksempel Bakeri AS har samme e-post.')).toBeVisible()
  await dialog.getByLabel('Org.nr', { exact: true }).fill('974 760 673')
  await expect(dialog.getByText('Finnes fra før: Eksempel Bakeri AS har samme org.nr.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Org.nr', { exact: true }).fill('123')
  await expect(dialog.getByText('Dette er ikke et norsk organisasjonsnummer.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expectToast(page, 'Kunde opprettet', 'Bakeriet')
  await expect(page.getByRole('heading', { name: 'Kunder (3)' })).toBeVisible()
})

test('a customer is edited, and is no duplicate of itself', async ({ page }) => {
  await edit(page, 'Eksempel Bakeri AS').click()
  const dialog = page.getByRole('dialog', { name: 'Rediger kunde' })
  await expect(dialog.getByLabel('Org.nr', { exact: true })).toHaveValue('974\u00a0760\u00a0673')
  await expect(dialog.getByText(/Finnes fra før/)).toHaveCount(0)
  await dialog.getByLabel('Bransje').fill('Bakeri')
  await dialog.getByLabel('Aktiv kunde').uncheck()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expectToast(page, 'Kunde oppdatert', 'Eksempel Bakeri AS')
  await expect(rowOf(page, 'Eksempel Bakeri AS')).toContainText(/974\s760\s673.*Bakeri.*Inaktiv/)
})

test('what cannot be saved says so and keeps what was typed', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 500/)
  await page.route(/\/api\/customers(\/\d+)?$/, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await edit(page, 'Eksempel Bygg AS').click()
  const changed = page.getByRole('dialog', { name: 'Rediger kunde' })
  await changed.getByLabel('Poststed').fill('Bergen')
  await changed.getByRole('button', { name: 'Lagre' }).click()
  await expectToast(page, 'Feil', 'Kunne ikke oppdatere kunde')
  await expect(changed.getByRole('alert')).toContainText('Noe gikk galt hos oss.')
  await expect(changed.getByLabel('Poststed')).toHaveValue('Bergen')
  await changed.getByRole('button', { name: 'Avbryt' }).click()
  await page.getByRole('button', { name: 'Forkast' }).click()

  await page.getByRole('button', { name: 'Ny kunde' }).click()
  const created = page.getByRole('dialog', { name: 'Ny kunde' })
  await created.getByLabel('Navn').fill('Ny')
  await created.getByLabel('E-post').fill('ny@kunde.example')
  await created.getByRole('button', { name: 'Lagre' }).click()
  await expectToast(page, 'Feil', 'Kunne ikke opprette kunde')
  await created.getByRole('button', { name: 'Avbryt' }).click()
  await page.getByRole('button', { name: 'Forkast' }).click()

  await remove(page, 'Eksempel Bygg AS').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await expectToast(page, 'Feil', 'Kunne ikke slette kunde')
  await expect(page.getByRole('alert').filter({ hasText: 'Kunden ble ikke slettet.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Kunder (2)' })).toBeVisible()
})

test('of two who edit at once the second is told, sees what the first saved, and decides', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const other = await context.newPage()
  await openTab(other)
  await edit(page, 'Eksempel Bakeri AS').click()
  await edit(other, 'Eksempel Bakeri AS').click()

  const theirs = other.getByRole('dialog', { name: 'Rediger kunde' })
  await theirs.getByLabel('Poststed').fill('Bergen')
  await theirs.getByLabel('Aktiv kunde').uncheck()
  await theirs.getByRole('button', { name: 'Lagre' }).click()
  await expect(theirs).toBeHidden()

  const mine = page.getByRole('dialog', { name: 'Rediger kunde' })
  await mine.getByLabel('Telefon').fill('12 34 56 78')
  await mine.getByRole('button', { name: 'Lagre' }).click()
  await expect(mine.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expect(mine.getByText('Poststed lagret nå: Bergen')).toBeVisible()
  await expect(mine.getByText('Aktiv lagret nå: Nei')).toBeVisible()
  await expectAccessible(page)
  await mine.getByRole('button', { name: 'Bruk denne: Poststed' }).click()
  await mine.getByRole('button', { name: 'Bruk denne: Aktiv' }).click()
  await mine.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect(mine).toBeHidden()
  await expect(rowOf(page, 'Eksempel Bakeri AS')).toContainText('Inaktiv')
  await page.getByRole('button', { name: 'Åpne Eksempel Bakeri AS' }).click()
  await expect(page.getByRole('dialog')).toContainText('12 34 56 78')
  await expect(page.getByRole('dialog')).toContainText('Bergen')
})

test('a customer is deleted after a question that says what goes with it', async ({ page, admin }) => {
  await remove(page, 'Eksempel Bygg AS').click()
  const question = page.getByRole('alertdialog', { name: 'Bekreft sletting' })
  await expect(question).toContainText('Eksempel Bygg AS')
  await expect(question).toContainText('kontaktpersonene')
  await expect(question).toContainText('kan ikke angres')
  await expect(question).toContainText('arkivert')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(remove(page, 'Eksempel Bygg AS')).toBeFocused()
  await remove(page, 'Eksempel Bygg AS').click()
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast(page, 'Kunde slettet', 'Eksempel Bygg AS')
  await expect(page.getByRole('heading', { name: 'Kunder (1)' })).toBeVisible()
  expect(await readCustomers(admin)).toHaveLength(1)
})

test('contact persons are made, changed and deleted in the dialog of their customer', async ({ page }) => {
  await page.getByRole('button', { name: 'Kontakter hos Eksempel Bakeri AS' }).click()
  const list = page.getByRole('dialog', { name: 'Kontakter hos Eksempel Bakeri AS' })
  await expect(list).toContainText('Ingen kontaktpersoner ennå')
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Ny kontaktperson' }).click()
  const form = page.getByRole('dialog', { name: 'Ny kontaktperson' })
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect(form.getByText('Fornavn er påkrevet')).toBeVisible()
  await expect(form.getByText('Etternavn er påkrevet')).toBeVisible()
  await expect(form.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect(form.getByLabel('Fornavn')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Fornavn').fill('Kari')
  await form.getByLabel('Etternavn').fill('Nordmann')
  await form.getByLabel('E-post').fill('kari@bakeri.example')
  await form.getByLabel('Mobil').fill('98 76 54 32')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Kontaktperson opprettet', 'Kari Nordmann')
  await expect(form).toBeHidden()
  await expect(list.getByRole('listitem')).toContainText(['Kari Nordmann'])
  await expect(list.getByRole('button', { name: 'Ny kontaktperson' })).toBeFocused()
  await expect(list).toContainText('98 76 54 32')
  await expectAccessible(page)

  await list.getByRole('button', { name: 'Rediger Kari Nordmann' }).click()
  const changed = page.getByRole('dialog', { name: 'Rediger kontaktperson' })
  await changed.getByLabel('Notat').fill('Ringes etter ti')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await changed.getByRole('button', { name: 'Lagre' }).click()
  await expectToast(page, 'Kontaktperson oppdatert', 'Kari Nordmann')
  await expect(list).toContainText('Ringes etter ti')

  await list.getByRole('button', { name: 'Slett Kari Nordmann' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('kan ikke angres')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast(page, 'Kontaktperson slettet', 'Kari Nordmann')
  await expect(list).toContainText('Ingen kontaktpersoner ennå')
  await expect(list).toBeFocused()
  // The first Esc is for the toast.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(page.getByRole('button', { name: 'Kontakter hos Eksempel Bakeri AS' })).toBeFocused()
})

test('what goes wrong with a contact person is told with its reason', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/status of (409|500)/)
  const customerId = ids[0] ?? 0
  await addContactPerson(admin, { customerId, firstName: 'Kari', lastName: 'Nordmann', email: 'kari@bakeri.example' })
  await page.getByRole('button', { name: 'Kontakter hos Eksempel Bakeri AS' }).click()
  await page.getByRole('button', { name: 'Rediger Kari Nordmann' }).click()
  const [person] = await (await admin.get(`/api/customers/${customerId}/contact-persons`)).json()
  await admin.put(`/api/contact-persons/${person.id}`, { data: { telephone: '22 22 22 22' } })
  const form = page.getByRole('dialog', { name: 'Rediger kontaktperson' })
  await form.getByLabel('Mobil').fill('98 76 54 32')
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expectToast(page, 'Feil', /Kunne ikke oppdatere kontaktperson: 409: Endret av en annen/)
  await expect(form.getByText('Telefon lagret nå: 22 22 22 22')).toBeVisible()
  await form.getByRole('button', { name: 'Bruk denne: Telefon' }).click()
  await form.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect(form).toBeHidden()

  await page.route('**/api/contact-persons', (route) =>
    route.fulfill({ status: 500, json: { error: 'Noe gikk galt hos oss.' } }),
  )
  await page.getByRole('button', { name: 'Ny kontaktperson' }).click()
  const created = page.getByRole('dialog', { name: 'Ny kontaktperson' })
  await created.getByLabel('Fornavn').fill('Ola')
  await created.getByLabel('Etternavn').fill('Nordmann')
  await created.getByLabel('E-post').fill('ola@bakeri.example')
  await created.getByRole('button', { name: 'Lagre' }).click()
  await expectToast(page, 'Feil', 'Kunne ikke opprette kontaktperson: 500: Noe gikk galt hos oss.')
})
