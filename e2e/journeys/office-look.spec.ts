import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const expectFits = async (page: Page): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
}

test('every screen as it is built fits a phone and a desktop and passes axe', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Leads Login' })).toBeVisible()
  await expectFits(page)
  await page.goto('/admin')
  await expect(page.getByLabel('Passord')).toBeVisible()
  await expectFits(page)
  await openPanel(page)
  for (const tab of ['Kontakter', 'Webinarer', 'E-post Logg', 'Innstillinger']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectFits(page)
  }
  await page.getByRole('link', { name: 'Leads System' }).click()
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
  await expectFits(page)
})
