import { adminPassword } from '../../stand-ins/kontor.ts'
import { expect, test } from '../harness/test.ts'

const path = '/api/admin/password'

test('lets the administrator browse the API and try a call, within the security policy', async ({ page }) => {
  expect((await page.request.post('/api/admin/login', { data: { password: adminPassword } })).status()).toBe(200)
  // Opens one of more than a hundred calls: the page needs seconds to show them all.
  await page.route('**/api/docs/json', async (route) => {
    const response = await route.fetch()
    const { paths, ...document } = await response.json()
    await route.fulfill({ response, json: { ...document, paths: { [path]: paths[path] } } })
  })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Kontor' })).toBeVisible()
  const call = page.locator('#operations-admin-get_api_admin_password')
  await call.getByRole('button').first().click()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table tbody .response-col_status').first()).toContainText('200')
})
