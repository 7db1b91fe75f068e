import { adminPassword } from '../../stand-ins/kontor.ts'
import { expect, test } from '../harness/test.ts'

test('lets only the administrator browse the API and try a call, within the security policy', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 \(Unauthorized\) .*\/api\/docs/)
  expect((await page.goto('/api/docs'))?.status()).toBe(401)
  expect((await page.request.post('/api/admin/login', { data: { password: adminPassword } })).status()).toBe(200)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Kontor' })).toBeVisible()
  // Among the first: the page shows its more than a hundred calls as they are scrolled to.
  const call = page.locator('#operations-admin-get_api_admin_password')
  await call.getByRole('button').first().click()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table tbody .response-col_status').first()).toContainText('200')
})
