import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { addCustomers, clearCustomers, expectToast, readCustomers } from '../harness/customers.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/spreadsheets/${name}`, import.meta.url))

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Importer kunder' })
const choose = (page: Page, name: string) =>
  dialogOf(page).getByLabel('Velg en fil, eller slipp den her').setInputFiles(fixture(name))

test.beforeEach(async ({ admin, page }) => {
  await clearCustomers(admin)
  await openPanel(page, '/admin?tab=customers')
  await page.getByRole('button', { name: 'Importer' }).click()
})

test('a spreadsheet is looked at before anything is stored, then imported, and the list shows it', async ({
  page,
  admin,
}) => {
  await addCustomers(admin, [
    { name: 'Gammelt navn', email: 'gammel@kunde.example', organizationNumber: '900200013', city: 'Bergen' },
  ])
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('.xlsx eller .xls')
  await expect(dialog.locator('input[type=file]')).toHaveAttribute('accept', '.xlsx,.xls')
  await expectAccessible(page)
  await choose(page, 'customers-openpyxl.xlsx')
  await expect(dialog.getByRole('status')).toContainText(
    'Ingenting er lagret ennå. Slik blir det: 39 nye, 1 oppdateres',
  )
  await expectAccessible(page)
  expect(await readCustomers(admin)).toHaveLength(1)

  await dialog.getByRole('button', { name: 'Importer 40 rader' }).dblclick()
  await expectToast(page, 'Import fullført', '40 kunder importert, 0 feilet.')
  await expect(dialog.getByRole('status')).toContainText('Importen er fullført: 39 nye, 1 oppdatert, 0 feilet.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Kunder (40)' })).toBeVisible()
  expect(await readCustomers(admin)).toHaveLength(40)
})

test('rows that say what is stored already are counted as unchanged', async ({ page }) => {
  await choose(page, 'customers-openpyxl.xlsx')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Importer 40 rader' }).click()
  await expect(dialog.getByRole('status')).toContainText('Importen er fullført')
  await dialog.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  await page.getByRole('button', { name: 'Importer' }).click()
  await choose(page, 'customers-openpyxl.xlsx')
  await expect(dialog.getByRole('status')).toContainText('Slik blir det: 0 nye, 0 oppdateres, 0 feiler, 40 uendret.')
  await expect(dialog.getByRole('term').filter({ hasText: 'Uendret' })).toBeVisible()
  await expectAccessible(page)
})

test('a file of the older kind is taken, too', async ({ page }) => {
  await choose(page, 'customers-libreoffice.xls')
  await dialogOf(page).getByRole('button', { name: 'Importer 40 rader' }).click()
  await expectToast(page, 'Import fullført', '40 kunder importert, 0 feilet.')
})

test('rows that fail are told with row, column and reason, and downloaded as a list; unknown columns are named', async ({
  page,
  admin,
}) => {
  await choose(page, 'leads-with-bad-rows.xlsx')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('status')).toContainText('0 nye, 0 oppdateres, 12 feiler')
  await expect(dialog.getByRole('alert')).toContainText('Ukjente kolonner blir ikke lest: Kontaktperson, Tittel')
  await expect(dialog.getByRole('row').nth(1)).toContainText(/^2Feiler.*Aktiv: «Ny» er verken Ja eller Nei/)
  await expect(dialog.getByRole('button', { name: 'Importer 0 rader' })).toBeDisabled()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Last ned feilede rader' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('kunder-som-feilet.csv')
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\ufeff"Rad";"Kolonne";"Årsak"')
  expect(lines[1]).toBe('"2";"Aktiv";"«Ny» er verken Ja eller Nei"')
  expect(lines).toHaveLength(14)
  expect(await readCustomers(admin)).toEqual([])
})

test('a file that cannot be read is refused with a sentence, and another one may be chosen', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  await choose(page, 'broken-not-a-spreadsheet.xlsx')
  await expectToast(page, 'Import feilet', 'Filen er ikke et regneark.')
  await expect(dialogOf(page).getByRole('alert')).toContainText('Filen er ikke et regneark.')
  await expectAccessible(page)
  await choose(page, 'headers-only.xlsx')
  await expect(dialogOf(page).getByRole('status')).toContainText('Filen har ingen rader under overskriftene.')
  await dialogOf(page).getByRole('button', { name: 'Velg en annen fil' }).click()
  await expect(dialogOf(page).getByLabel('Velg en fil, eller slipp den her')).toBeVisible()
})

test('a file that is no spreadsheet by its name is not even sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await dialogOf(page)
    .getByLabel('Velg en fil, eller slipp den her')
    .setInputFiles({ name: 'kunder.csv', mimeType: 'text/csv', buffer: Buffer.from('Navn;E-post') })
  await expect(dialogOf(page).getByRole('alert')).toContainText('Velg en Excel-fil (.xlsx eller .xls)')
  expect(sent.filter((url) => url.includes('/import'))).toEqual([])
})

test('a file may be dropped on the dialog', async ({ page }) => {
  const bytes = readFileSync(fixture('customers-openpyxl.xlsx')).toString('base64')
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    const array = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
    data.items.add(new File([array], 'sluppet.xlsx'))
    return data
  }, bytes)
  await dialogOf(page).getByText('Velg en fil, eller slipp den her').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(dialogOf(page)).toContainText('sluppet.xlsx')
  await expect(dialogOf(page).getByRole('button', { name: 'Importer 40 rader' })).toBeVisible()
})

test('without an answer the import says that it did not get through', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route('**/api/customers/import**', (route) => route.abort('failed'))
  await choose(page, 'customers-openpyxl.xlsx')
  await expectToast(page, 'Import feil', 'Fikk ikke kontakt med serveren.')
  await expect(dialogOf(page).getByRole('alert')).toContainText('Fikk ikke kontakt med serveren.')
})

test('an answer that breaks off in the middle of the rows is no success', async ({ page }) => {
  await page.route('**/api/customers/import**', (route) =>
    route.fulfill({ contentType: 'application/x-ndjson', body: '{"progress":{"rowsDone":500,"rowsTotal":1000}}\n' }),
  )
  await choose(page, 'customers-openpyxl.xlsx')
  await expect(dialogOf(page).getByRole('alert')).toContainText('Forbindelsen ble brutt før importen var ferdig.')
  await expectToast(page, 'Import feil', 'Forbindelsen ble brutt')
})

test('an import that fails after it had begun tells why', async ({ page }) => {
  await page.route('**/api/customers/import**', (route) =>
    route.fulfill({
      contentType: 'application/x-ndjson',
      body: '{"progress":{"rowsDone":500,"rowsTotal":1000}}\n{"success":false,"rows_ok":0,"rows_failed":0,"error":"Databasen er borte."}\n',
    }),
  )
  await choose(page, 'customers-openpyxl.xlsx')
  await expectToast(page, 'Import feilet', 'Databasen er borte.')
  await expect(dialogOf(page).getByRole('alert')).toContainText('Databasen er borte.')
})
