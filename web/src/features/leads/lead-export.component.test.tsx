import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clearLeads, expectCount, seedLeads } from '../../testing/leads.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { openOffice } from '../../testing/office.tsx'

const dialog = page.getByRole('dialog', { name: 'Eksporter leads' })
const link = dialog.getByRole('link', { name: 'Eksporter' })
const radio = (name: RegExp) => dialog.getByRole('radio', { name })

const chosen = async (): Promise<Record<string, string>> => {
  const url = new URL((await link.findElement()).getAttribute('href') ?? '', location.href)
  expect(url.pathname).toBe('/api/export/excel')
  return Object.fromEntries(url.searchParams)
}

beforeEach(async () => {
  localStorage.removeItem('exportChoice')
  await clearLeads()
  await seedLeads(3)
})

test('exports the selected leads, the list as shown, or all leads', async () => {
  await openOffice('/leads?sort=company_name:asc', 'sales')
  await expectCount(3)
  await page.getByRole('row').nth(1).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Eksporter valgte' }).click()
  await expect.element(radio(/^Valgte/)).toBeChecked()
  const { ids = '', columns = '', ...selected } = await chosen()
  expect(ids).toMatch(/^\d+$/)
  expect(columns).toMatch(/^company_name,/)
  expect(selected).toEqual({ sort: 'company_name:asc', format: 'xlsx' })

  await dialog.getByRole('button', { name: 'Avbryt' }).click()
  await pressAbove('Eksportvalg')
  await expect.poll(chosen).toEqual({ ids, columns, ...selected })

  await radio(/^Som vist/).click()
  await expect.poll(chosen).toEqual({ columns, sort: 'company_name:asc', format: 'xlsx' })
  await radio(/^Alt/).click()
  await expect.poll(chosen).toEqual({ format: 'xlsx' })
})
