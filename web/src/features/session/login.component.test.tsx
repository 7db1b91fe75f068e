import { beforeEach, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { countCalls, hold, intercept } from '../../testing/calls.ts'
import { addLeads, clearLeads } from '../../testing/leads.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const { sales } = inject('accounts')
const loginPath = /^\/api\/auth\/login$/
const username = page.getByLabelText('Username')
const password = page.getByLabelText('Password')
const submit = page.getByRole('button', { name: 'Login' })

beforeEach(() => openOffice('/login', 'sales'))

test('names missing fields and focuses the first', async () => {
  await expect.element(page.getByRole('heading', { name: 'Leads Login' })).toBeVisible()
  await submit.click()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Password is required')).toBeVisible()
  await expect.element(username).toHaveFocus()
  await expectAccessible()
})

test("shows the server's answer to a wrong password and keeps the username", async () => {
  await username.fill(sales.username)
  await password.fill('feil')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid username or password')
  await expect.element(username).toHaveValue(sales.username)
  await expectAccessible()
})

test('explains a failed call and logs in on the next try', async () => {
  await username.fill(sales.username)
  await password.fill(sales.password)
  const mend = intercept('POST', loginPath, () => Promise.reject(new TypeError('Failed to fetch')))
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Network error. Please try again.')
  mend()
  const stop = intercept('POST', loginPath, () => new Response('<html>Bad gateway</html>', { status: 502 }))
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Login failed')
  stop()
  await submit.click()
  await expect.poll(shownUrl).toBe('/leads')
})

test('logs in once however often the form is sent while it waits', async () => {
  const held = hold('POST', loginPath)
  await username.fill(sales.username)
  await password.fill(sales.password)
  await submit.click()
  await page.getByRole('button', { name: 'Logging in...' }).click({ force: true })
  await password.click()
  await userEvent.keyboard('{Enter}')
  held.release()
  await expect.poll(shownUrl).toBe('/leads')
  expect(countCalls('POST', loginPath)).toBe(1)
})

test('returns to the record whose link was opened, as from the morning mail', async () => {
  await logIn('sales')
  await clearLeads()
  const [id] = await addLeads([{ company_name: 'Fra Mailen AS' }])
  await openOffice(`/leads/${id}?status=Ny`, 'nobody')
  await username.fill(sales.username)
  await password.fill(sales.password)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Fra Mailen AS' })).toBeVisible()
  await expect.poll(shownUrl).toBe(`/leads/${id}?status=Ny`)
})
