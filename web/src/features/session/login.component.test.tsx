import { expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countCalls, hold, intercept } from '../../testing/calls.ts'
import { addLeads, clearLeads } from '../../testing/leads.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const { sales } = inject('accounts')
const loginPath = /^\/api\/auth\/login$/
const username = page.getByLabelText('Username')
const password = page.getByLabelText('Password')
const submit = page.getByRole('button', { name: 'Login' })

test('explains missing and wrong input and a failed call, and logs in once however often it is sent', async () => {
  await openOffice('/login', 'sales')
  await expect.element(page.getByRole('heading', { name: 'Leads Login' })).toBeVisible()
  await submit.click()
  await expect.element(page.getByText('Username is required')).toBeVisible()
  await expect.element(page.getByText('Password is required')).toBeVisible()
  await expect.element(username).toHaveFocus()
  await username.fill(sales.username)
  await password.fill('feil')
  await userEvent.keyboard('{Enter}')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Invalid username or password')
  await expect.element(password).toHaveFocus()
  await expect.element(username).toHaveValue(sales.username)

  await password.fill(sales.password)
  const mend = intercept('POST', loginPath, () => Promise.reject(new TypeError('Failed to fetch')))
  await submit.click()
  await expect.element(alert).toHaveTextContent('Network error. Please try again.')
  mend()
  const stop = intercept('POST', loginPath, () => new Response('<html>Bad gateway</html>', { status: 502 }))
  await submit.click()
  await expect.element(alert).toHaveTextContent('Login failed')
  stop()

  const before = countCalls('POST', loginPath)
  const held = hold('POST', loginPath)
  await submit.click()
  await page.getByRole('button', { name: 'Logging in...' }).click({ force: true })
  await password.click()
  await userEvent.keyboard('{Enter}')
  held.release()
  await expect.poll(shownUrl).toBe('/leads')
  expect(countCalls('POST', loginPath)).toBe(before + 1)
})

test('returns to the record whose link was opened, as from the morning mail', async () => {
  await logIn('sales')
  await clearLeads()
  const [id] = await addLeads([{ company_name: 'Fra Mailen AS' }])
  await openOffice(`/leads/${id}?status=Ny`, 'nobody')
  await expect.poll(() => location.pathname).toBe('/login')
  await username.fill(sales.username)
  await password.fill(sales.password)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Fra Mailen AS' })).toBeVisible()
  await expect.poll(shownUrl).toBe(`/leads/${id}?status=Ny`)
})
