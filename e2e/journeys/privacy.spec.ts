import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { truncateStatement } from '../harness/database.ts'
import { enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const find = async (page: Page, email: string) => {
  await page.getByLabel('E-postadresse').fill(email)
  await page.keyboard.press('Enter')
}

test('finds, exports and erases what is stored about a person', async ({ page, admin, kontor }) => {
  await kontor.sql(truncateStatement('contacts, email_logs'))
  await sendEnquiries(admin, [
    enquiry({ email: 'INNSYN@Kunde.example', message: 'Min hemmelighet' }),
    enquiry({ name: 'Ola Nordmann', email: 'ola@kunde.example' }),
  ])
  await openPanel(page, '/admin?tab=settings&section=personvern')
  await find(page, 'innsyn@kunde.example')
  await expect(page.getByText('Fant 6 treff på innsyn@kunde.example.')).toBeVisible()
  await expect(page.getByText('Min hemmelighet')).toBeVisible()
  await expect(page.getByText('E-poster i loggen (2)')).toBeVisible()
  expect(page.url()).not.toContain('innsyn')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Last ned alt (JSON)' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('personopplysninger-innsyn-kunde.example.json')
  const content = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(content.enquiries).toHaveLength(1)
  expect(content.mails).toHaveLength(2)

  await page.getByRole('button', { name: 'Slett alt om personen' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('E-poster i loggen: 2')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Slett alt om personen' }).click()
  await dialog.getByRole('button', { name: 'Slett alt' }).dblclick()
  await expect(page.getByText('innsyn@kunde.example er slettet')).toBeVisible()
  await expect(page.getByText('Henvendelser: 1 slettet')).toBeVisible()
  const remaining = await kontor.sql('SELECT name FROM contacts')
  expect(remaining).toEqual([{ name: 'Ola Nordmann' }])
  await find(page, 'innsyn@kunde.example')
  await expect(page.getByText('Ingenting er lagret om innsyn@kunde.example.')).toBeVisible()
})
