import { expectFitsAndAccessible } from '../harness/axe.ts'
import { truncateStatement } from '../harness/database.ts'
import { expectToast, openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('creates conditions, moves one with the keyboard, keeps order and filter after a reload and fits a phone', async ({
  page,
  admin,
  kontor,
}) => {
  await kontor.sql(truncateStatement('conditions, agreements, customers'))
  await admin.post('/api/conditions', { data: { name: 'Frist', content: 'Tekst', category: 'payment' } })
  await openPanel(page, '/admin?tab=settings')
  const section = page.getByRole('region', { name: /^Betingelser/ })
  const names = section.getByRole('listitem').getByRole('heading', { level: 4 })
  await section.getByRole('button', { name: 'Ny betingelse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ny betingelse' })
  await dialog.getByLabel('Navn').fill('Personvern')
  await dialog.getByLabel('Innhold').fill('Vi behandler opplysninger slik loven krever.')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Betingelse opprettet', 'Personvern')
  await expect(names).toHaveText(['Frist', 'Personvern'])

  await page.getByRole('button', { name: 'Flytt Frist ned' }).focus()
  await page.keyboard.press('Enter')
  await expect(names).toHaveText(['Personvern', 'Frist'])
  await expect
    .poll(async () => (await admin.get('/api/conditions')).json())
    .toMatchObject([{ name: 'Personvern' }, { name: 'Frist' }])
  await openPanel(page, '/admin?tab=settings')
  await expect(names).toHaveText(['Personvern', 'Frist'])
  await expect(names.first()).toBeVisible()
  await expectFitsAndAccessible(page)
  await openPanel(page, '/admin?tab=settings&category=payment')
  await expect(names).toHaveText(['Frist'])
})
