import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, intercept } from '../../testing/calls.ts'
import { addCustomers, clearCustomers, expectCustomers, readCustomers } from '../../testing/customers.ts'
import { dropFile } from '../../testing/drop-file.ts'
import { chooseFromMenu } from '../../testing/list-menu.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const fixture = (name: string): string => `e2e/fixtures/spreadsheets/${name}`
const importPath = /^\/api\/customers\/import$/

const dialog = page.getByRole('dialog', { name: 'Importer kunder' })
const input = dialog.getByLabelText(/^Velg en fil, eller slipp den her/)
const status = dialog.getByRole('status')
const openDialog = () => chooseFromMenu('Importer')
const close = () => dialog.getByRole('button', { name: 'Lukk', exact: true }).last().click()
const choose = (name: string) => input.upload(fixture(name))

// The server reads each file in a separate process, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }

const expectStatus = (text: string) => expect.element(status, slowReading).toMatchTextContent(text)
const importRows = async (count: number): Promise<void> => {
  const button = dialog.getByRole('button', { name: `Importer ${count} rader` })
  await expect.element(button, slowReading).toBeEnabled()
  await button.dblClick()
}

beforeEach(async () => {
  await logIn('admin')
  await clearCustomers()
  await openOffice('/admin?tab=customers')
  await openDialog()
})

test('previews a spreadsheet before it stores anything, imports it once and counts unchanged rows the next time', async () => {
  await addCustomers([
    { name: 'Gammelt navn', email: 'gammel@kunde.example', organizationNumber: '900200013', city: 'Bergen' },
  ])
  await expect.element(dialog).toMatchTextContent('.xlsx eller .xls')
  await expect.element(dialog.css('input[type=file]')).toHaveAttribute('accept', '.xlsx,.xls')
  await expect.element(input).toHaveFocus()
  await expectAccessible()
  await choose('customers-openpyxl.xlsx')
  await expectStatus('Ingenting er lagret ennå. Slik blir det: 39 nye, 1 oppdateres')
  // One changes the name and the town of a customer.
  await expect
    .element(dialog.getByRole('row').filter({ hasText: 'Oppdateres' }))
    .toMatchTextContent(/Navn: Gammelt navn .* blir Prøvefirma.*Sted: Bergen .* blir Oslo/)
  await expect.element(dialog.getByRole('row').filter({ hasText: 'Ny' }).first()).toMatchTextContent(/Prøvefirma .+/)
  await expectAccessible()
  expect(await readCustomers()).toHaveLength(1)
  await expect.element(dialog.getByRole('button', { name: 'Importer 40 rader' })).toHaveFocus()

  await importRows(40)
  await expectStatus('Importen er fullført: 39 nye, 1 oppdatert, 0 feilet.')
  await expectToast('Import fullført', '40 kunder importert, 0 feilet.')
  await expectAccessible()
  await close()
  await expectCustomers(40)
  expect(await readCustomers()).toHaveLength(40)

  await openDialog()
  await choose('customers-openpyxl.xlsx')
  await expectStatus('Slik blir det: 0 nye, 0 oppdateres, 0 feiler, 40 uendret.')
  await expect.element(dialog.getByRole('button', { name: 'Ingenting å importere' })).toBeDisabled()
  await expectAccessible()
})

test('imports only new rows, or only changes', async () => {
  const old = { name: 'Gammelt navn', email: 'gammel@kunde.example', organizationNumber: '900200013' }
  await addCustomers([old])
  await choose('customers-openpyxl.xlsx')
  await expectStatus('Slik blir det: 39 nye, 1 oppdateres')
  const choice = dialog.getByRole('combobox', { name: 'Importer' })
  await choice.click()
  await page.getByRole('option', { name: 'Bare endringer' }).click()
  await expectStatus('Slik blir det: 0 nye, 1 oppdateres, 0 feiler, 39 hoppes over.')
  await expect.element(dialog.getByRole('button', { name: 'Importer 1 rad' })).toBeEnabled()
  await choice.click()
  await page.getByRole('option', { name: 'Bare nye' }).click()
  await expectStatus('Slik blir det: 39 nye, 0 oppdateres, 0 feiler, 1 hoppes over.')
  await importRows(39)
  await expectToast('Import fullført', '39 kunder importert, 0 feilet.')
  expect(await readCustomers()).toHaveLength(40)
  expect(await readCustomers()).toContainEqual(expect.objectContaining(old))
})

test('imports a file of the older kind', async () => {
  await choose('customers-libreoffice.xls')
  await importRows(40)
  await expectStatus('Importen er fullført: 40 nye')
  await expectToast('Import fullført', '40 kunder importert, 0 feilet.')
})

test('lists failing rows with row, column and reason, names unknown columns and imports nothing', async () => {
  await choose('leads-with-bad-rows.xlsx')
  await expectStatus('0 nye, 0 oppdateres, 12 feiler')
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Ukjente kolonner blir ikke lest: Kontaktperson, Tittel')
  await expect
    .element(dialog.getByRole('row').nth(1))
    .toMatchTextContent(/^2Feiler.*Status: «Ny» er verken Ja eller Nei/)
  await expect.element(dialog.getByRole('button', { name: 'Ingenting å importere' })).toBeDisabled()
  await expectAccessible()
  expect(await readCustomers()).toEqual([])
})

test('rejects an unreadable file with a sentence and accepts another one', async () => {
  await choose('broken-not-a-spreadsheet.xlsx')
  await expect.element(dialog.getByRole('alert'), slowReading).toMatchTextContent('Filen er ikke et regneark.')
  await expectToast('Import feilet', 'Filen er ikke et regneark.')
  await expectAccessible()
  await choose('headers-only.xlsx')
  await expectStatus('Filen har ingen rader under overskriftene.')
  await dialog.getByRole('button', { name: 'Velg en annen fil' }).click()
  await expect.element(input).toBeVisible()
})

test('does not send a file whose name is not that of a spreadsheet', async () => {
  await input.upload(new File(['Navn;E-post'], 'kunder.csv', { type: 'text/csv' }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Velg en Excel-fil (.xlsx eller .xls)')
  await choose('headers-only.xlsx')
  await expectStatus('Filen har ingen rader')
  expect(countCalls('POST', importPath)).toBe(1)
})

test('takes a file that is dropped on the dialog', async () => {
  const content = await commands.readFile(fixture('customers-openpyxl.xlsx'), 'base64')
  await dropFile(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], 'sluppet.xlsx'))
  await expect.element(dialog).toMatchTextContent('sluppet.xlsx')
  await expect.element(dialog.getByRole('button', { name: 'Importer 40 rader' }), slowReading).toBeVisible()
})

test('reports an import that got no answer', async () => {
  intercept('POST', importPath, () => {
    throw new TypeError('Failed to fetch')
  })
  await choose('customers-openpyxl.xlsx')
  await expectToast('Import feil', 'Fikk ikke kontakt med serveren.')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Fikk ikke kontakt med serveren.')
})

test('reports an import whose answer breaks off, and one that failed half-way with its reason', async () => {
  const progress = '{"progress":{"rowsDone":500,"rowsTotal":1000}}\n'
  const failure = '{"success":false,"rows_ok":0,"rows_failed":0,"error":"Databasen er borte."}\n'
  const answerWith = (body: string) =>
    intercept('POST', importPath, () => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }))
  const alert = dialog.getByRole('alert')

  const stop = answerWith(progress)
  await choose('customers-openpyxl.xlsx')
  await expect.element(alert).toMatchTextContent('Forbindelsen ble brutt før importen var ferdig.')
  await expectToast('Import feil', 'Forbindelsen ble brutt')
  stop()

  answerWith(progress + failure)
  await choose('customers-openpyxl.xlsx')
  await expectToast('Import feilet', 'Databasen er borte.')
  await expect.element(alert).toMatchTextContent('Databasen er borte.')
})
