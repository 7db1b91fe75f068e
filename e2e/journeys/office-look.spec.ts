import { expectFitsAndAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('every screen as it is built fits every width and passes axe in light and dark', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Leads Login' })).toBeVisible()
  await expectFitsAndAccessible(page)
  await page.goto('/admin')
  await expect(page.getByLabel('Passord')).toBeVisible()
  await expectFitsAndAccessible(page)
  await openPanel(page)
  for (const tab of ['Kontakter', 'Webinarer', 'E-post Logg', 'Innstillinger']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectFitsAndAccessible(page)
  }
  await page.getByRole('link', { name: 'Leads System' }).click()
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
  await expectFitsAndAccessible(page)
})
