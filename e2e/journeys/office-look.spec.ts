import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { addLeads } from '../harness/leads.ts'
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the choice of order stands in line with the search over it and with the rows under it', async ({
    page,
    request,
    admin,
  }) => {
    const edges = async (target: Locator) => {
      const box = await target.first().boundingBox()
      return box && { left: box.x, right: box.x + box.width }
    }
    await sendEnquiries(request, [long])
    await addLeads(admin, [{ company_name: 'Kort AS' }])
    await openPanel(page)
    const order = page.getByRole('combobox', { name: 'Sorter etter' })
    for (const tab of ['Kontakter', 'E-post Logg']) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      await expect(order).toBeVisible()
      expect((await edges(order))?.right).toBe((await edges(page.getByRole('searchbox')))?.right)
    }
    // Without checkboxes before the rows, on both sides.
    expect(await edges(order)).toEqual(await edges(page.getByRole('searchbox')))
    await page.getByRole('link', { name: 'Leads System' }).click()
    await expect(page.getByRole('button', { name: 'Åpne Kort AS' })).toBeVisible()
    expect((await edges(order))?.right).toBe((await edges(page.getByRole('searchbox')))?.right)
    expect((await edges(order))?.left).toBe((await edges(page.getByRole('button', { name: 'Åpne Kort AS' })))?.left)
  })
})
