import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const long = enquiry({
  name: 'Bedriftshelsetjenestesamarbeidspartneransvarlig Åse-Margrethe Østby-Ødegård',
  email: 'bedriftshelsetjenestesamarbeidspartneransvarlig.aase-margrethe@ostby-odegard-eiendomsforvaltning.example',
  company: 'Østby-Ødegård Eiendomsforvaltningsselskap og Tjenesteyting AS',
  subject: 'Bedriftshelsetjenestesamarbeidspartneravtaleforhandlinger',
  message: 'Menneskerettighetsorganisasjonssekretariatssammenslutning '.repeat(40),
})

const expectFits = async (page: Page, width: number): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await expectAccessible(page)
}

for (const [width, colorScheme] of [
  [390, 'light'],
  [768, 'light'],
  [390, 'dark'],
  [1440, 'dark'],
] as const) {
  test.describe(`${width} pixels wide, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme })

    test('every screen of the office fits and axe likes it, long words and all', async ({ page, request }) => {
      await sendEnquiries(request, [long])
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: 'Leads Login' })).toBeVisible()
      await expectFits(page, width)
      await page.goto('/admin')
      await expect(page.getByLabel('Passord')).toBeVisible()
      await expectFits(page, width)
      await openPanel(page)
      await expect(page.getByText('Østby-Ødegård').first()).toBeVisible()
      await expectFits(page, width)
      for (const tab of ['Webinarer', 'E-post Logg', 'Innstillinger']) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
        await expectFits(page, width)
      }
      await page.getByRole('link', { name: 'Leads System' }).click()
      await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
      await expectFits(page, width)
    })

    test('every dialog fits and axe likes it', async ({ page, request }) => {
      await sendEnquiries(request, [long])
      await openPanel(page)
      const dialog = page.getByRole('dialog')
      await page
        .getByRole('button', { name: /^Les henvendelsen fra Bedrift/ })
        .first()
        .click()
      await expectFits(page, width)
      await dialog.getByRole('button', { name: 'Rediger' }).click()
      await expect(dialog.getByLabel('Navn')).toBeVisible()
      await dialog.getByLabel('Navn').fill('')
      await dialog.getByRole('button', { name: 'Lagre' }).click()
      await expect(dialog.getByText('Navn er påkrevd')).toBeVisible()
      await expectFits(page, width)
      await dialog.getByRole('combobox', { name: 'Emne' }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Forkast' }).click()
      await page
        .getByRole('button', { name: /^Les henvendelsen fra Bedrift/ })
        .first()
        .click()
      await dialog.getByRole('button', { name: 'Slett' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectFits(page, width)
    })
  })
}
