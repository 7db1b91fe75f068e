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
  const call = page.locator('#operations-contacts-get_api_contacts')
  // With more than a hundred calls, the page shows them as they are scrolled to.
  const scroll = async () => {
    await page.mouse.wheel(0, 1500)
    return call.count()
  }
  await expect.poll(scroll, { intervals: [100] }).toBe(1)
  await call.getByRole('button').first().click()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table tbody .response-col_status').first()).toContainText('200')
})
