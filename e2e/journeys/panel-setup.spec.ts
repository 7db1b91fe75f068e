import { truncateStatement } from '../harness/database.ts'
import {
  chooseFromMenu,
  clearEnquiries,
  enquiry,
  expectToast,
  openPanel,
  passGate,
  sendEnquiries,
} from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('the administrator enters products and conditions, and hides a column and shortcuts; all is there after a reload', async ({
  page,
  admin,
  kontor,
}) => {
  await kontor.sql(truncateStatement('products, conditions, agreements, customers'))
  await clearEnquiries(admin)
  await sendEnquiries(admin, [enquiry()])
  await admin.post('/api/conditions', { data: { name: 'Frist', content: 'Tekst', category: 'payment' } })

  await test.step('a product', async () => {
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
  })

  const names = page
    .getByRole('region', { name: /^Betingelser/ })
    .getByRole('listitem')
    .getByRole('heading', { level: 4 })
  await test.step('a condition, which is moved by keyboard', async () => {
    await page.getByRole('tab', { name: 'Innstillinger' }).click()
    await page.getByRole('button', { name: 'Ny betingelse' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ny betingelse' })
    await dialog.getByLabel('Navn').fill('Personvern')
    await dialog.getByLabel('Innhold').fill('Vi behandler opplysninger slik loven krever.')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Betingelse opprettet', 'Personvern')
    await expect(names).toHaveText(['Frist', 'Personvern'])
    await page.getByRole('button', { name: 'Flytt Frist ned' }).press('Enter')
    await expect(names).toHaveText(['Personvern', 'Frist'])
    await expect
      .poll(async () => (await admin.get('/api/conditions')).json())
      .toMatchObject([{ name: 'Personvern' }, { name: 'Frist' }])
  })

  const heading = page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' })
  const help = page.getByRole('dialog', { name: 'Hurtigtaster' })
  const picker = page.getByRole('dialog', { name: 'Kolonner som vises' })
  const company = page.getByRole('columnheader', { name: 'Bedrift' })
  await test.step('shortcuts are off and a column is hidden', async () => {
    await page.getByRole('tab', { name: 'Kontakter' }).click()
    await heading.click()
    await page.keyboard.press('?')
    await expect(help.getByText('Søk i henvendelser')).toBeVisible()
    await help.getByRole('checkbox', { name: 'Bruk hurtigtaster med én bokstav' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await chooseFromMenu(page, 'Kolonner')
    await picker.getByRole('checkbox', { name: 'Bedrift' }).uncheck()
    await expect(company).toBeHidden()
  })

  await test.step('also after a reload', async () => {
    await page.reload()
    await passGate(page)
    await heading.click()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).not.toBeFocused()
    await page.keyboard.press('?')
    await expect(help).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByRole('columnheader', { name: 'Emne' })).toBeVisible()
    await expect(company).toBeHidden()
    await chooseFromMenu(page, 'Kolonner')
    await picker.getByRole('button', { name: 'Tilbakestill kolonner' }).click()
    await expect(company).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a part of the settings has an address, and Back returns to the one before', async () => {
    await page.getByRole('tab', { name: 'Innstillinger' }).click()
    await expect(names).toHaveText(['Personvern', 'Frist'])
    await page.getByRole('link', { name: 'System', exact: true }).click()
    await expect(page).toHaveURL('/admin?tab=settings&section=system')
    await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
    await page.goBack()
    await expect(names).toHaveText(['Personvern', 'Frist'])
    await page.goForward()
    await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
  })
})
