import { clearEnquiries, openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'
import { measureTyping } from '../harness/typing.ts'

const count = 10_000

const rows = Array.from({ length: count }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `${['Kari', 'Ola', 'Åse', 'Bjørn'][index % 4]} ${['Nordmann', 'Østby', 'Hansen'][index % 3]} ${index}`,
  email: `person${index}@kunde${index % 500}.example`,
  company: index % 5 === 0 ? null : `Bedrift ${index % 700} AS`,
  subject: ['general', 'product', 'consulting', 'custom', 'support'][index % 5],
  message: `Vi er ${index} ansatte og vil vite mer om internkontroll, kvalitet og miljø. Hvor lang tid tar det, og hva koster det oss?`,
  suspect: false,
  version: 1,
  createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
}))

test('with 10 000 enquiries a key in the search box costs less than 50 ms', async ({ page, admin }, testInfo) => {
  await clearEnquiries(admin)
  await page.route('**/api/contacts', (route) => route.fulfill({ json: rows }))
  await openPanel(page)
  await expect(page.getByRole('heading', { name: /Kontakthenvendelser \(10\s000 totalt\)/ })).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(100)

  const shown = page.getByText(/^Viser [\d\s]+ av 10\s000 henvendelser$/)
  const { worst, report, budgetMs } = await measureTyping(page, ['nordmann 4', 'kunde42', 'internkontroll'], shown)
  testInfo.annotations.push({ type: 'measured', description: report })
  expect(worst, report).toBeLessThan(budgetMs)
})
