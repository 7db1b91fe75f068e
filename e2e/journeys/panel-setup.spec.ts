import { chooseFromMenu, clearEnquiries, enquiry, openPanel, passGate, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('shortcuts that are off and a hidden column stay so after a reload; each part of the settings has an address', async ({
  page,
  admin,
}) => {
  await clearEnquiries(admin)
  await sendEnquiries(admin, [enquiry()])
  const heading = page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' })
  const help = page.getByRole('dialog', { name: 'Hurtigtaster' })
  const picker = page.getByRole('dialog', { name: 'Kolonner som vises' })
  const company = page.getByRole('columnheader', { name: 'Bedrift' })
  await test.step('shortcuts are off and a column is hidden', async () => {
    await openPanel(page)
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

  const conditions = page.getByRole('region', { name: /^Betingelser/ })
  await test.step('a part of the settings has an address, and Back returns to the one before', async () => {
    await page.getByRole('tab', { name: 'Innstillinger' }).click()
    await expect(conditions).toBeVisible()
    await page.getByRole('link', { name: 'System', exact: true }).click()
    await expect(page).toHaveURL('/admin?tab=settings&section=system')
    await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
    await page.goBack()
    await expect(conditions).toBeVisible()
    await page.goForward()
    await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
  })
})
