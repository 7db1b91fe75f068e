import { sales } from '../../stand-ins/kontor.ts'
import { clearLeads, readLeads, rowOf } from '../harness/leads.ts'
import { chooseFromMenu, expectToast, spreadsheet } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(({ kontor }) => clearLeads(kontor))

test("a seller's morning: log in, find a company, add it, filter, change its status, import, export, log out", async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await page.goto('/leads?industry=data&sort=city:asc')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username').fill(sales.username.toUpperCase())
  await page.getByLabel('Password').fill(sales.password)
  await page.getByRole('button', { name: 'Login' }).click()
  // Returns to the original URL with all its filters.
  await expect(page).toHaveURL('/leads?industry=data&sort=city:asc')
  await page.reload()
  await expect(page.getByLabel('Bransje')).toHaveValue('data')
  await expect(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await page.getByRole('button', { name: 'Nullstill filtre' }).first().click()
  await expect(page.getByRole('heading', { name: 'Ingen leads ennå' })).toBeVisible()

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
  await expect(page.getByRole('heading', { name: 'Leads (1)' })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Søk i leads' }).fill('900 000 103')
  await expect(page).toHaveURL(/q=900\+000\+103/)
  const row = rowOf(page, 'NORDFIKTIV')
  await row.getByRole('button', { name: /^Status for/ }).click()
  await page.getByRole('option', { name: 'Avtalt møte' }).click()
  await expectToast(page, 'Status oppdatert vellykket', 'Nordfiktiv Teknologi AS: Avtalt møte')
  await expect(row.getByRole('button', { name: /^Status for/ })).toHaveText('Avtalt møte')
  await expect(page.getByRole('button', { name: 'Avtalt møte 1' })).toBeVisible()

  await chooseFromMenu(page, 'Importer')
  const importing = page.getByRole('dialog', { name: 'Importer leads' })
  await importing.getByLabel('Velg en fil, eller slipp den her').setInputFiles(spreadsheet('leads-openpyxl.xlsx'))
  const button = importing.getByRole('button', { name: /^Importer \d+ rader$/ })
  const rows = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  await button.click()
  await expectToast(page, 'Import fullført', `Importerte ${rows} leads vellykket. 0 feilet.`)
  await importing.getByRole('button', { name: 'Lukk', exact: true }).last().click()
  expect(await readLeads(admin)).toHaveLength(rows + 1)
  // Reimporting an unchanged export changes nothing.
  const exported = await (await page.request.get('/api/export/excel')).body()
  await chooseFromMenu(page, 'Importer')
  const file = { name: 'leads.xlsx', mimeType: 'application/octet-stream', buffer: exported }
  await importing.getByLabel('Velg en fil, eller slipp den her').setInputFiles(file)
  await expect(importing.getByRole('status')).toContainText(`0 nye, 0 oppdateres, 0 feiler, ${rows + 1} uendret`)
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Søk i leads' }).fill('')
  await expect(page.getByRole('heading', { name: `Leads (${rows + 1})` })).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Avtalt møte' }).click()
  await expect(page).toHaveURL('/leads?sort=city%3Aasc&status=Avtalt+m%C3%B8te')
  await page.getByRole('button', { name: 'Flere valg' }).click()
  const link = page.getByRole('menuitem', { name: 'Eksporter' })
  await expect(link).toHaveAttribute('href', '/api/export/excel?status=Avtalt+m%C3%B8te')
  await expect(link).toHaveAttribute('target', '_blank')
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toContain('spreadsheetml')
  expect((await answer.body()).subarray(0, 2).toString()).toBe('PK')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Logg ut' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/leads')
  await expect(page).toHaveURL('/login')
})
