import { fileURLToPath } from 'node:url'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { adminPassword } from '../../stand-ins/kontor.ts'
import { deleteRows, post } from './rows.ts'

/** Logs in at the panel's login form, which must be visible. */
export const passGate = async (page: Page, password = adminPassword): Promise<void> => {
  await page.getByLabel('Passord').fill(password)
  await page.getByRole('button', { name: 'Logg inn' }).click()
}

/** Opens a screen of the panel and logs in. */
export const openPanel = async (page: Page, path = '/admin'): Promise<void> => {
  await page.goto(path)
  await passGate(page)
  await expect(page.getByRole('button', { name: 'Logg ut' })).toBeVisible()
}

/** Chooses an item from the menu of the shown list. */
export const chooseFromMenu = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: 'Flere valg', exact: true }).click()
  await page.getByRole('menuitem', { name: text, exact: true }).click()
}

/** Chooses an item from the menu of the logged-in account. */
export const chooseFromAccount = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: /^Konto/ }).click()
  await page.getByRole('menuitem', { name: text, exact: true }).click()
}

/** Presses the first button with this text: the one above the list. Empty lists show some buttons a second time. */
export const pressAbove = (page: Page, text: string): Promise<void> =>
  page.getByRole('button', { name: text, exact: true }).first().click()

/** Expects a toast with this title and text, even while a dialog hides it from screen readers. */
export const expectToast = (page: Page, title: string, description: string | RegExp): Promise<void> =>
  expect(
    page
      .getByRole('region', { name: /Varsler|Notifications/, includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
      .filter({ hasText: title }),
  ).toContainText(description)

export interface Enquiry {
  readonly name: string
  readonly email: string
  readonly company?: string
  readonly subject: string
  readonly message: string
}

export const enquiry = (changes: Partial<Enquiry> = {}): Enquiry => ({
  name: 'Kari Nordmann',
  email: 'kari@kunde.example',
  company: 'Kunde AS',
  subject: 'general',
  message: 'Vi vil vite mer om internkontroll.',
  ...changes,
})

/** Sends enquiries like a visitor, in order. */
export const sendEnquiries = async (api: APIRequestContext, enquiries: readonly Enquiry[]): Promise<void> => {
  await post(api, '/api/contacts', enquiries)
}

export const clearEnquiries = (admin: APIRequestContext): Promise<void> => deleteRows(admin, '/api/contacts')

/** Returns the path of a spreadsheet in `fixtures`. */
export const spreadsheet = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/spreadsheets/${name}`, import.meta.url))
