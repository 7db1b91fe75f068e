import { expectFitsAndAccessible } from '../harness/axe.ts'
import { truncateStatement } from '../harness/database.ts'
import { expectToast, openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('creates a product with the keyboard, keeps the filters after a reload and fits a phone', async ({
  page,
  admin,
  kontor,
}) => {
  await kontor.sql(truncateStatement('products, agreements, customers'))
  await openPanel(page, '/admin?tab=products')
  await expect(page.getByRole('heading', { name: 'Produkter (0)', exact: true })).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Nytt produkt' })
  await dialog.getByLabel('Nummer').fill('K-1')
  await dialog.getByLabel('Navn').fill('Kurs i internkontroll')
  await dialog.getByLabel('Kostpris').fill('60,10')
  await dialog.getByLabel('Salgspris').fill('100,17')
  await expect(dialog.getByLabel('Margin %')).toHaveValue('40,00')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Produkt opprettet', 'Kurs i internkontroll')
  expect(await (await admin.get('/api/products')).json()).toMatchObject([{ number: 'K-1', salesPrice: 100.17 }])

  await page.getByRole('searchbox', { name: 'Søk i produkter' }).fill('kurs')
  await page.getByRole('combobox', { name: 'Filtrer på status' }).click()
  await page.getByRole('option', { name: 'Inaktive' }).click()
  await expect(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await expect(page).toHaveURL(/q=kurs/)
  const { pathname, search } = new URL(page.url())
  await openPanel(page, `${pathname}${search}`)
  await expect(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await page.getByRole('button', { name: 'Nullstill filtre' }).click()
  await expect(page.getByRole('button', { name: 'Åpne Kurs i internkontroll' })).toBeVisible()

  await expect(page.getByRole('button', { name: 'Åpne Kurs i internkontroll' })).toBeVisible()
  await expectFitsAndAccessible(page)
})
