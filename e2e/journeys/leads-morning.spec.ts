import { clearLeads, openLeads, readLeads } from '../harness/leads.ts'
import { chooseFromMenu, expectToast, spreadsheet } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('leads come from the register and from a spreadsheet; importing what was exported changes nothing', async ({
  page,
  admin,
  kontor,
}) => {
  await clearLeads(kontor)
  await openLeads(page)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Nytt lead' })
  await expect(dialog.getByRole('button', { name: 'Lagre' })).toBeDisabled()
  await dialog.getByPlaceholder('Søk bedrift eller org.nr...').fill('nordfiktiv teknologi')
  await dialog.getByRole('option').first().click()
  await expect(dialog.getByLabel('Firmanavn')).toHaveValue('Nordfiktiv Teknologi AS')
  await expect(dialog.getByLabel('Org.nr', { exact: true })).toHaveValue('900\u00a0000\u00a0103')
  await expect(dialog.getByLabel('Ansatte')).toHaveValue('42')
  await expect(dialog.getByLabel('Omsetning (NOK)')).toHaveValue('47\u00a0119\u00a0000')
  await expect(dialog.getByLabel('Poststed')).toHaveValue('Oslo')
  await expect(dialog.getByLabel('MVA-registrert')).toHaveText('Ja')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Lead opprettet vellykket', 'Nordfiktiv Teknologi AS')

  await chooseFromMenu(page, 'Importer')
  const importing = page.getByRole('dialog', { name: 'Importer leads' })
  const file = importing.getByLabel('Velg en fil, eller slipp den her')
  await file.setInputFiles(spreadsheet('leads-openpyxl.xlsx'))
  const button = importing.getByRole('button', { name: /^Importer \d+ rader$/ })
  const rows = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  await button.click()
  await expectToast(page, 'Import fullført', `Importerte ${rows} leads vellykket. 0 feilet.`)
  expect(await readLeads(admin)).toHaveLength(rows + 1)
  await importing.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: `Leads (${rows + 1})` })).toBeVisible()

  const exported = await (await page.request.get('/api/export/excel')).body()
  await chooseFromMenu(page, 'Importer')
  await file.setInputFiles({ name: 'leads.xlsx', mimeType: 'application/octet-stream', buffer: exported })
  await expect(importing.getByRole('status')).toContainText(`0 nye, 0 oppdateres, 0 feiler, ${rows + 1} uendret`)
})
