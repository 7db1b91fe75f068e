import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre'
import { clearLeads, openLeads, readLeads } from '../harness/leads.ts'
import { expectToast, pressAbove, spreadsheet } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const rowsOf = async (path: string) => (await readXlsx(readFileSync(path))).sheets[0]?.rows ?? []

test('downloads the failed rows as they were, ready to import; imports another spreadsheet', async ({
  page,
  admin,
  kontor,
}) => {
  await clearLeads(kontor)
  await openLeads(page)
  await pressAbove(page, 'Importer')
  const dialog = page.getByRole('dialog', { name: 'Importer leads' })
  const file = dialog.getByLabel('Velg en fil, eller slipp den her')
  const chooseAnother = () => dialog.getByRole('button', { name: 'Velg en annen fil' }).click()
  await file.setInputFiles(spreadsheet('leads-with-bad-rows.xlsx'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Last ned feilede rader' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('leads-som-feilet.xlsx')
  const [givenHeaders = [], ...given] = await rowsOf(spreadsheet('leads-with-bad-rows.xlsx'))
  const failed = await download.path()
  const [headers, ...failedRows] = await rowsOf(failed)
  expect(headers).toEqual([...givenHeaders, 'Feil ved import'])
  const cells = (row: readonly unknown[]) => row.slice(0, 5)
  expect(given.map(cells)).toEqual(expect.arrayContaining(failedRows.map(cells)))
  expect(failedRows.length).toBeGreaterThan(0)
  for (const row of failedRows) expect(row[givenHeaders.length]).toMatch(/\S/)
  expect(await readLeads(admin)).toEqual([])

  await chooseAnother()
  await file.setInputFiles({ name: 'leads-som-feilet.xlsx', mimeType: '', buffer: readFileSync(failed) })
  await expect(dialog.getByRole('status')).toContainText(`Slik blir det: ${failedRows.length} feiler`)
  await expect(dialog.getByText('Feil ved import')).toBeHidden()
  await chooseAnother()
  await file.setInputFiles(spreadsheet('leads-openpyxl.xlsx'))
  const button = dialog.getByRole('button', { name: /^Importer \d+ rader$/ })
  const rows = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  await button.click()
  await expectToast(page, 'Import fullført', `Importerte ${rows} leads vellykket. 0 feilet.`)
  expect(await readLeads(admin)).toHaveLength(rows)
  await dialog.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: `Leads (${rows})` })).toBeVisible()
})
