import { expectFitsAndAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const sections = {
  betingelser: /^Betingelser/,
  avtaler: 'Avtaler',
  leads: /årsak/i,
  brukere: /^Brukere \(/,
  innlogging: 'Krav til innlogging',
  bedriften: 'Bedriften',
  tekster: 'Tekster',
  'e-post': 'E-post',
  personvern: 'Personvern',
  hendelser: /^Hendelser/,
  papirkurv: 'Papirkurv',
  system: 'System',
} as const

test('each part of the settings has an address, and Back returns to the one before', async ({ page }) => {
  await openPanel(page, '/admin?tab=settings')
  await expect(page.getByText('systeminnstillinger og standardbetingelser for avtaler og kontrakter')).toBeVisible()
  const links = page.getByRole('navigation', { name: 'Deler av innstillingene' }).getByRole('link')
  await expect(links).toHaveCount(Object.keys(sections).length)
  for (const [index, [id, name]] of Object.entries(sections).entries()) {
    await links.nth(index).click()
    await expect(page).toHaveURL(`/admin?tab=settings&section=${id}`)
    await expect(links.nth(index)).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 3, name, exact: true }).first()).toBeVisible()
  }
  await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 3, name: 'Papirkurv', exact: true })).toBeVisible()
  await page.goForward()
  await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
  await expectFitsAndAccessible(page)
})
