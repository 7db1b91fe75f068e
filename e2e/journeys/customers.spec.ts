import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readXlsx } from 'hucre'
import { clearCustomers, readCustomers } from '../harness/customers.ts'
import { chooseFromMenu, expectToast, openPanel, spreadsheet } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const rowsOf = async (path: string) => (await readXlsx(readFileSync(path))).sheets[0]?.rows ?? []

const openTab = (page: Page) => openPanel(page, '/admin?tab=customers')

test.beforeEach(({ admin }) => clearCustomers(admin))

test('creates a customer from the register with the keyboard', async ({ page, admin }) => {
  await openTab(page)
  await expect(page.getByRole('heading', { name: 'Kunder (0)' })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Ny kunde' })
  await expect(dialog.getByPlaceholder('Søk bedrift eller org.nr...')).toBeFocused()
  await page.keyboard.type('nordfiktiv teknologi')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('E-post')).toHaveValue('post@nordfiktiv.example')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Kunde opprettet', 'Nordfiktiv Teknologi AS')
  await expect(page.getByRole('heading', { name: 'Kunder (1)' })).toBeVisible()
  expect(await readCustomers(admin)).toMatchObject([{ organizationNumber: '900000103', city: 'Oslo', isActive: true }])
})

test('downloads the failed rows as they were, ready to import, and imports another spreadsheet', async ({
  page,
  admin,
}) => {
  await openTab(page)
  await chooseFromMenu(page, 'Importer')
  const dialog = page.getByRole('dialog', { name: 'Importer kunder' })
  const choose = (name: string) =>
    dialog.getByLabel('Velg en fil, eller slipp den her').setInputFiles(spreadsheet(name))
  await choose('leads-with-bad-rows.xlsx')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Last ned feilede rader' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('kunder-som-feilet.xlsx')
  const [given = [], firstGiven = []] = await rowsOf(spreadsheet('leads-with-bad-rows.xlsx'))
  const failed = await download.path()
  const [headers, first = [], ...others] = await rowsOf(failed)
  expect(headers).toEqual([...given, 'Feil ved import'])
  expect(first.slice(0, 5)).toEqual(firstGiven.slice(0, 5))
  expect(first.at(-1)).toBe('Status: «Ny» er verken Ja eller Nei')
  expect(others).toHaveLength(11)
  expect(await readCustomers(admin)).toEqual([])

  await dialog.getByRole('button', { name: 'Velg en annen fil' }).click()
  const file = { name: 'kunder-som-feilet.xlsx', mimeType: '', buffer: readFileSync(failed) }
  await dialog.getByLabel('Velg en fil, eller slipp den her').setInputFiles(file)
  await expect(dialog.getByRole('status')).toContainText('0 nye, 0 oppdateres, 12 feiler')
  await expect(dialog.getByRole('alert')).not.toContainText('Feil ved import')
  await dialog.getByRole('button', { name: 'Velg en annen fil' }).click()
  await choose('customers-openpyxl.xlsx')
  await dialog.getByRole('button', { name: 'Importer 40 rader' }).click()
  await expectToast(page, 'Import fullført', '40 kunder importert, 0 feilet.')
  expect(await readCustomers(admin)).toHaveLength(40)
})
