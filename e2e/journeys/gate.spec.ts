import { expectAccessible } from '../harness/axe.ts'
import { enquiry, openPanel, passGate, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const tabs = ['Kontakter', 'Webinarer', 'Kunder', 'Produkter', 'Avtaler', 'E-post', 'E-post Logg', 'Innstillinger']

test('a wrong password is told at the field, and the field waits for the next try', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await page.goto('/admin')
  await expect(page.getByLabel('Passord')).toBeFocused()
  await expectAccessible(page)
  await passGate(page, 'feil')
  await expect(page.getByText('Feil passord')).toBeVisible()
  await expect(page.getByLabel('Passord')).toBeFocused()
  await expectAccessible(page)
  await passGate(page)
  await expect(page.getByRole('tab', { name: 'Kontakter' })).toHaveAttribute('aria-selected', 'true')
})

test('the login is in memory only: a reload shows the gate, and so does the logout', async ({ page }) => {
  await openPanel(page)
  await page.reload()
  await expect(page.getByLabel('Passord')).toBeVisible()
  await passGate(page)
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await expect(page.getByLabel('Passord')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('the panel has its eight tabs, each with a screen that axe likes, and the tab is in the URL', async ({ page }) => {
  await openPanel(page)
  await expect(page.getByRole('tab')).toHaveText(tabs)
  for (const name of tabs) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expectAccessible(page)
  }
  await expect(page).toHaveURL(/[?&]tab=settings/)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'E-post Logg' })).toHaveAttribute('aria-selected', 'true')
})

test('the arrow keys go from tab to tab', async ({ page }) => {
  await openPanel(page)
  await page.getByRole('tab', { name: 'Kontakter' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Webinarer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Webinarer' })).toHaveAttribute('aria-selected', 'true')
})

test('the settings ask for the password when opened directly, and not when one comes from the panel', async ({
  page,
}) => {
  await page.goto('/admin/settings')
  await expect(page.getByLabel('Passord')).toBeVisible()
  await passGate(page)
  await expect(page.getByRole('tab')).toHaveText(['E-post Logg'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tilbake til panelet' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('tab')).toHaveText(tabs)
  await page.getByRole('link', { name: 'Innstillinger' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByRole('tab')).toHaveText(['E-post Logg'])
})

test('an administrator goes on to the leads without another login', async ({ page }) => {
  await openPanel(page)
  await page.getByRole('link', { name: 'Leads System' }).click()
  await expect(page).toHaveURL('/leads')
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
})

test('a session that has ended asks again and keeps what was on the screen', async ({
  page,
  context,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await sendEnquiries(request, [enquiry()])
  await openPanel(page)
  await page.getByRole('searchbox').fill('Kari')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Oppdater' }).click()
  const gate = page.getByRole('dialog', { name: 'Logg inn igjen' })
  await expect(gate).toBeVisible()
  await expectAccessible(page)
  await passGate(page)
  await expect(gate).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('Kari')
})
