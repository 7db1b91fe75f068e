import { expectAccessible } from '../harness/axe.ts'
import { chooseFromMenu, clearEnquiries, enquiry, openPanel, passGate, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('remembers across a reload that shortcuts are off and a column is hidden', async ({ page, admin }) => {
  await clearEnquiries(admin)
  await sendEnquiries(admin, [enquiry()])
  await openPanel(page)
  const heading = page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' })
  const help = page.getByRole('dialog', { name: 'Hurtigtaster' })
  await heading.click()
  await page.keyboard.press('?')
  await expect(help.getByText('Søk i henvendelser')).toBeVisible()
  await expectAccessible(page)
  await help.getByRole('checkbox', { name: 'Bruk hurtigtaster med én bokstav' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  const picker = page.getByRole('dialog', { name: 'Kolonner som vises' })
  const company = page.getByRole('columnheader', { name: 'Bedrift' })
  await chooseFromMenu(page, 'Kolonner')
  await picker.getByRole('checkbox', { name: 'Bedrift' }).uncheck()
  await expect(company).toBeHidden()
  await expectAccessible(page)

  await page.reload()
  await passGate(page)
  await heading.click()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await expect(page.getByRole('searchbox', { includeHidden: true })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await expect(page.getByRole('columnheader', { name: 'Emne' })).toBeVisible()
  await expect(company).toBeHidden()
  await chooseFromMenu(page, 'Kolonner')
  await picker.getByRole('button', { name: 'Tilbakestill kolonner' }).click()
  await expect(company).toBeVisible()
})
