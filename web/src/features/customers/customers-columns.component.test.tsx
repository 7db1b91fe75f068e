import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { clearCustomers, readCustomers } from '../../testing/customers.ts'
import { dropFile } from '../../testing/drop-file.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = page.getByRole('dialog', { name: 'Importer kunder' })
const status = dialog.getByRole('status')
const openDialog = () => chooseFromMenu('Importer')

const choose = (text: string) => dropFile(new File([text], 'kunder.csv', { type: 'text/csv' }))

const fieldOf = (header: string) => dialog.getByRole('combobox', { name: `Felt for ${header}`, exact: true })
const setField = async (header: string, label: string) => {
  await fieldOf(header).click()
  await page.getByRole('option', { name: label, exact: true }).click()
}

// The server reads each file in a separate process, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }
const expectStatus = (text: string) => expect.element(status, slowReading).toMatchTextContent(text)

beforeEach(async () => {
  localStorage.removeItem('importColumns')
  await logIn('admin')
  await clearCustomers()
  await openOffice('/admin?tab=customers')
  await openDialog()
})

test('imports a CSV file whose columns the user chooses, and remembers the choice', async () => {
  const text = 'Navn;Epost;Faktura til;Farge\nAlfa AS;alfa@a.example;faktura@a.example;rød'
  await choose(text)
  await expectStatus('Slik blir det: 1 ny, 0 oppdateres, 0 feiler.')
  await expect.element(dialog).toMatchTextContent('2 av 4 leses')
  await expectAccessible()

  await setField('Faktura til', 'E-post *')
  await expect
    .element(dialog.getByText(/E-post kan bare komme fra én kolonne/))
    .toMatchTextContent('valgt for «Epost» og «Faktura til»')
  await expect.element(dialog.getByRole('button', { name: 'Forhåndsvis' })).toBeDisabled()
  await setField('Epost', 'Hopp over')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Forhåndsvis' }).click()
  await expectStatus('Slik blir det: 1 ny, 0 oppdateres, 0 feiler.')
  await dialog.getByRole('button', { name: 'Importer 1 rad' }).click()
  await expectToast('Import fullført', '1 kunde importert, 0 feilet.')
  expect(await readCustomers()).toMatchObject([{ name: 'Alfa AS', email: 'faktura@a.example' }])

  await dialog.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  await openDialog()
  await choose(text)
  await expectStatus('Slik blir det: 0 nye, 0 oppdateres, 0 feiler, 1 uendret.')
  await expect.element(fieldOf('Faktura til')).toMatchTextContent('E-post')
  await expect.element(dialog.getByRole('button', { name: 'Ingenting å importere' })).toBeDisabled()
})

test('lets the user choose the columns of a file without known headers, and says what is missing', async () => {
  await choose('Hvem;Hvor\nAlfa AS;alfa@a.example')
  await expect.element(dialog.getByText(/Fant ingen kolonner vi kjenner igjen/), slowReading).toBeVisible()
  await expect.element(dialog.getByText(/^Ingen kolonne går til Navn og E-post\./)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Forhåndsvis' })).toBeDisabled()
  await expectAccessible()
  await setField('Hvem', 'Navn *')
  await expect.element(fieldOf('Hvem')).toHaveFocus()
  await expect.element(dialog.getByText(/^Ingen kolonne går til E-post\./)).toBeVisible()
  await userEvent.tab()
  await expect.element(fieldOf('Hvor')).toHaveFocus()
  await setField('Hvor', 'E-post *')
  await dialog.getByRole('button', { name: 'Forhåndsvis' }).click()
  await expectStatus('Slik blir det: 1 ny')
  await dialog.getByRole('button', { name: 'Importer 1 rad' }).click()
  await expectToast('Import fullført', '1 kunde importert, 0 feilet.')
  expect(await readCustomers()).toMatchObject([{ name: 'Alfa AS', email: 'alfa@a.example' }])
})
