import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { countCalls, intercept } from '../../testing/calls.ts'
import { addCustomers, clearCustomers, expectCustomers, readCustomers } from '../../testing/customers.ts'
import { dropFile } from '../../testing/drop-file.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { chooseOption, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const fixture = (name: string): string => `e2e/fixtures/spreadsheets/${name}`
const importPath = /^\/api\/customers\/import$/

const dialog = page.getByRole('dialog', { name: 'Importer kunder' })
const input = dialog.getByLabelText(/^Velg en fil, eller slipp den her/)
const status = dialog.getByRole('status')
const alert = dialog.getByRole('alert')
const button = (name: string) => dialog.getByRole('button', { name })
const openDialog = () => pressAbove('Importer')
const choose = (name: string) => input.upload(fixture(name))
const chooseAnother = () => button('Velg en annen fil').click()

// The server reads each file in a separate thread, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }
const expectStatus = (text: string) => expect.element(status, slowReading).toMatchTextContent(text)
const expectAlert = (text: string) => expect.element(alert, slowReading).toMatchTextContent(text)

beforeEach(async () => {
  await logIn('admin')
  await clearCustomers()
  await openOffice('/admin?tab=customers')
  await openDialog()
})

test('previews a spreadsheet before it stores anything, and imports only the new ones, once', async () => {
  const old = { name: 'Gammelt navn', email: 'gammel@kunde.example', organizationNumber: '900200013', city: 'Bergen' }
  await addCustomers([old])
  await expect.element(dialog).toMatchTextContent('.xlsx eller .xls')
  await expect.element(dialog.css('input[type=file]')).toHaveAttribute('accept', '.xlsx,.xls')
  await expect.element(input).toHaveFocus()
  await choose('customers-openpyxl.xlsx')
  await expectStatus('Ingenting er lagret ennå. Slik blir det: 39 nye, 1 oppdateres')
  // One changes the name and the town of a customer.
  await expect
    .element(dialog.getByRole('row').filter({ hasText: 'Oppdateres' }))
    .toMatchTextContent(/Navn: Gammelt navn .* blir Prøvefirma.*Sted: Bergen .* blir Oslo/)
  await expect.element(dialog.getByRole('row').filter({ hasText: 'Ny' }).first()).toMatchTextContent(/Prøvefirma .+/)
  await expect.element(button('Importer 40 rader')).toHaveFocus()

  await chooseOption(dialog.getByRole('combobox', { name: 'Importer' }), 'Bare nye')
  await expectStatus('Slik blir det: 39 nye, 1 hoppes over.')
  await expect.element(dialog.getByRole('combobox', { name: 'Importer' })).toHaveFocus()
  expect(await readCustomers()).toHaveLength(1)

  await button('Importer 39 rader').dblClick()
  await expectStatus('Importen er fullført: 39 nye, 1 hoppet over.')
  await expectToast('Import fullført', '39 kunder importert, 0 feilet.')
  await dialog.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  await expectCustomers(40)
  expect(await readCustomers()).toContainEqual(expect.objectContaining(old))
})

test('explains rows and files that cannot be imported, and takes another file, also by dropping it', async () => {
  await input.upload(new File(['%PDF'], 'kunder.pdf', { type: 'application/pdf' }))
  await expectAlert('Velg en Excel-fil (.xlsx eller .xls)')
  expect(countCalls('POST', importPath)).toBe(0)
  await choose('broken-not-a-spreadsheet.xlsx')
  await expectAlert('Filen er ikke et regneark.')
  await expectToast('Import feilet', 'Filen er ikke et regneark.')

  await choose('leads-with-bad-rows.xlsx')
  await expectStatus('Slik blir det: 12 feiler')
  await expectAlert('Ukjente kolonner blir ikke lest: Kontaktperson, Tittel')
  await expect
    .element(dialog.getByRole('row').filter({ hasText: 'Status: «Ny» er verken Ja eller Nei' }).first())
    .toMatchTextContent(/^2Feiler/)
  await expect.element(button('Ingenting å importere')).toBeDisabled()

  await chooseAnother()
  const content = await commands.readFile(fixture('customers-openpyxl.xlsx'), 'base64')
  await dropFile(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], 'sluppet.xlsx'))
  await expect.element(dialog).toMatchTextContent('sluppet.xlsx')
  await expect.element(button('Importer 40 rader'), slowReading).toBeVisible()
})

test('reports an import with no response, with an interrupted response, and with a failure halfway', async () => {
  const progress = '{"progress":{"rowsDone":500,"rowsTotal":1000}}\n'
  const failure = '{"success":false,"rows_ok":0,"rows_failed":0,"error":"Databasen er borte."}\n'
  const streamed = { headers: { 'content-type': 'application/x-ndjson' } }
  for (const [title, text, answer] of [
    ['Import feil', 'Fikk ikke kontakt med serveren.', null],
    ['Import feil', 'Forbindelsen ble brutt før importen var ferdig.', progress],
    ['Import feilet', 'Databasen er borte.', progress + failure],
  ] as const) {
    const stop = intercept('POST', importPath, () => {
      if (answer === null) throw new TypeError('Failed to fetch')
      return new Response(answer, streamed)
    })
    await choose('headers-only.xlsx')
    await expectAlert(text)
    await expectToast(title, text)
    stop()
  }
})

const fieldOf = (header: string) => dialog.getByRole('combobox', { name: `Felt for ${header}`, exact: true })
const setField = (header: string, label: string) => chooseOption(fieldOf(header), label)
const dropText = (text: string) => dropFile(new File([text], 'kunder.csv', { type: 'text/csv' }))

test("lets the user choose a CSV file's columns, names missing and double ones, remembers the choice", async () => {
  await dropText('Hvem;Hvor\nAlfa AS;alfa@a.example')
  await expect.element(dialog.getByText(/Fant ingen kolonner vi kjenner igjen/), slowReading).toBeVisible()
  await expect.element(dialog.getByText(/^Ingen kolonne går til Navn og E-post\./)).toBeVisible()
  await expect.element(button('Forhåndsvis')).toBeDisabled()
  await setField('Hvem', 'Navn *')
  await expect.element(fieldOf('Hvem')).toHaveFocus()
  await expect.element(dialog.getByText(/^Ingen kolonne går til E-post\./)).toBeVisible()
  await userEvent.tab()
  await expect.element(fieldOf('Hvor')).toHaveFocus()
  await setField('Hvor', 'E-post *')
  await expect.element(button('Forhåndsvis')).toBeEnabled()
  await chooseAnother()

  const text = 'Navn;Epost;Faktura til;Farge\nAlfa AS;alfa@a.example;faktura@a.example;rød'
  await dropText(text)
  await expectStatus('Slik blir det: 1 ny.')
  await expect.element(dialog).toMatchTextContent('2 av 4 leses')
  await setField('Faktura til', 'E-post *')
  await expect
    .element(dialog.getByText(/E-post kan bare komme fra én kolonne/))
    .toMatchTextContent('valgt for «Epost» og «Faktura til»')
  await expect.element(button('Forhåndsvis')).toBeDisabled()
  await setField('Epost', 'Hopp over')
  await button('Forhåndsvis').click()
  await expectStatus('Slik blir det: 1 ny.')
  await button('Importer 1 rad').click()
  await expectToast('Import fullført', '1 kunde importert, 0 feilet.')
  expect(await readCustomers()).toMatchObject([{ name: 'Alfa AS', email: 'faktura@a.example' }])

  await dialog.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  await openDialog()
  await dropText(text)
  await expectStatus('Slik blir det: 1 uendret.')
  await expect.element(fieldOf('Faktura til')).toMatchTextContent('E-post')
  await expect.element(button('Ingenting å importere')).toBeDisabled()
})
