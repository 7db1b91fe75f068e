import { expectAccessible } from '../harness/axe.ts'
import { clearEnquiries, enquiry, openPanel, passGate, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(async ({ admin }) => {
  await clearEnquiries(admin)
  await sendEnquiries(admin, [enquiry()])
})

test('a slash leads to the search, and is a letter once one types there', async ({ page }) => {
  await openPanel(page)
  const search = page.getByRole('searchbox', { name: 'Søk i henvendelser' })
  await page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' }).click()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('Ja/nei?')
  await expect(search).toHaveValue('Ja/nei?')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a question mark shows the shortcuts, which can be turned off for good', async ({ page }) => {
  await openPanel(page)
  await page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Hurtigtaster' })
  await expect(help.getByText('Søk i henvendelser')).toBeVisible()
  await expectAccessible(page)
  await help.getByRole('checkbox', { name: 'Bruk hurtigtaster med én bokstav' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await page.reload()
  await passGate(page)
  await page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' }).click()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
})

test('a column that is hidden stays hidden after a reload, and comes back with the default', async ({ page }) => {
  await openPanel(page)
  await page.getByRole('button', { name: 'Kolonner' }).click()
  const picker = page.getByRole('dialog', { name: 'Kolonner som vises' })
  await picker.getByRole('checkbox', { name: 'Bedrift' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Bedrift' })).toBeHidden()
  await expectAccessible(page)
  await page.reload()
  await passGate(page)
  await expect(page.getByRole('columnheader', { name: 'Emne' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Bedrift' })).toBeHidden()
  await page.getByRole('button', { name: 'Kolonner' }).click()
  await picker.getByRole('button', { name: 'Standardvalg' }).click()
  await expect(page.getByRole('columnheader', { name: 'Bedrift' })).toBeVisible()
})
