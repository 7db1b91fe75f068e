import { expectAccessible } from '../harness/axe.ts'
import { adminPassword, sales } from '../harness/kontor.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(({ page }) => page.goto('/login'))

test('an empty login says what is missing, at the field, and focuses the first', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Leads Login' })).toBeVisible()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
})

test('a wrong password shows the answer of the server and leaves the name', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  await page.getByLabel('Username').fill(sales.username)
  await page.getByLabel('Password').fill('feil')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await expect(page.getByLabel('Username')).toHaveValue(sales.username)
  await expectAccessible(page)
})

test('without an answer there is an alert, and the next try works', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, /status of 502/)
  await page.getByLabel('Username').fill(sales.username)
  await page.getByLabel('Password').fill(sales.password)
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.')

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }))
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/leads')
})

test('while it works the button says so, and a second click changes nothing', async ({ page }) => {
  let logins = 0
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/login', async (route) => {
    logins += 1
    await mayAnswer
    await route.continue()
  })
  await page.getByLabel('Username').fill(sales.username)
  await page.getByLabel('Password').fill(sales.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Logging in...' }).click({ force: true })
  await page.getByLabel('Password').press('Enter')
  answer()
  await expect(page).toHaveURL('/leads')
  expect(logins).toBe(1)
})

test('leads are behind the login, before it and after the logout', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  await page.goto('/leads')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username').fill(sales.username.toUpperCase())
  await page.getByLabel('Password').fill(sales.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/leads')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/leads')
  await expect(page).toHaveURL('/login')
})

test('a sales user is not let into the panel by the session alone', async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  expect((await request.post('/api/auth/login', { data: sales })).status()).toBe(200)
  expect((await request.get('/api/contacts')).status()).toBe(403)
  await page.goto('/admin')
  await page.getByLabel('Passord').fill(sales.password)
  await page.getByRole('button', { name: 'Logg inn' }).click()
  await expect(page.getByText('Feil passord')).toBeVisible()
  await page.getByLabel('Passord').fill(adminPassword)
  await page.getByRole('button', { name: 'Logg inn' }).click()
  await expect(page.getByRole('button', { name: 'Logg ut' })).toBeVisible()
})
