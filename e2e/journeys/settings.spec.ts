import { expectFitsAndAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('the settings hold conditions, users, privacy and the system at every width, light and dark', async ({ page }) => {
  await openPanel(page, '/admin?tab=settings')
  await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
  await expect(page.getByText('systeminnstillinger og standardbetingelser for avtaler og kontrakter')).toBeVisible()
  for (const name of ['Bedriften', /^Betingelser/, /^Salgsbrukere/, 'Personvern', 'System', 'Tekster'])
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
  await expectFitsAndAccessible(page)
})
