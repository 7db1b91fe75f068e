import { expectAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const looks = [
  [1440, 'light'],
  [768, 'dark'],
  [390, 'light'],
] as const

test('the settings hold conditions, users, privacy and the system at every width, light and dark', async ({ page }) => {
  await openPanel(page, '/admin?tab=settings')
  await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
  await expect(page.getByText('systeminnstillinger og standardbetingelser for avtaler og kontrakter')).toBeVisible()
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    for (const name of [/^Betingelser/, /^Salgsbrukere/, 'Personvern', 'System'])
      await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
})
