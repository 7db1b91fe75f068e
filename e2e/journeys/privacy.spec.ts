import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const find = async (page: Page, email: string) => {
  await page.getByLabel('E-postadresse').fill(email)
  await page.keyboard.press('Enter')
}

test.beforeEach(async ({ admin, kontor }) => {
  await kontor.sql('DELETE FROM contacts')
  await kontor.sql('DELETE FROM email_logs')
  await sendEnquiries(admin, [
    enquiry({ email: 'KARI@Kunde.example', message: 'Min hemmelighet' }),
    enquiry({ name: 'Ola Nordmann', email: 'ola@kunde.example' }),
  ])
})

test('what is known about a person is found, handed over and erased', async ({ page, kontor }) => {
  await openPanel(page, '/admin?tab=settings')
  await find(page, 'kari@kunde.example')
  await expect(page.getByText('Fant 3 treff på kari@kunde.example.')).toBeVisible()
  await expect(page.getByText('Min hemmelighet')).toBeVisible()
  await expect(page.getByText('E-poster i loggen (2)')).toBeVisible()
  expect(page.url()).not.toContain('kari')
  await expectAccessible(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Last ned alt (JSON)' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('personopplysninger-kari-kunde.example.json')
  const content = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(content.enquiries).toHaveLength(1)
  expect(content.mails).toHaveLength(2)

  await page.getByRole('button', { name: 'Slett alt om personen' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('E-poster i loggen: 2')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Slett alt om personen' }).click()
  await dialog.getByRole('button', { name: 'Slett alt' }).dblclick()
  await expect(page.getByText('kari@kunde.example er slettet')).toBeVisible()
  await expect(page.getByText('Henvendelser: 1 slettet')).toBeVisible()
  const left = await kontor.sql('SELECT name FROM contacts')
  expect(left).toEqual([{ name: 'Ola Nordmann' }])
  await find(page, 'kari@kunde.example')
  await expect(page.getByText('Ingenting er lagret om kari@kunde.example.')).toBeVisible()
})

test('a customer with an accepted agreement is kept, and the reason is told before and after', async ({
  page,
  kontor,
}) => {
  await kontor.sql(`WITH customer AS (
      INSERT INTO customers (name, email) VALUES ('Kunde AS', 'kari@kunde.example') RETURNING id)
    INSERT INTO agreements (customer_id, title, status, response_token)
    SELECT id, 'Drift av verktøy', 'accepted', 'token' FROM customer`)
  await openPanel(page, '/admin?tab=settings')
  await find(page, 'kari@kunde.example')
  const reason = /Bokføringsloven krever at aksepterte avtaler oppbevares/
  await expect(page.getByText(reason).first()).toBeVisible()
  await expect(page.getByText('Beholdes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Slett alt om personen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Avtaler: 1 (beholdes)')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett alt' }).click()
  await expect(page.getByText('Beholdt', { exact: true })).toBeVisible()
  await expect(page.getByText(/Avtaler: Drift av verktøy\. Bokføringsloven/)).toBeVisible()
  await expectAccessible(page)
})

test('what is no address is told at the field, and the company’s own address is refused', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await openPanel(page, '/admin?tab=settings')
  await find(page, 'kari')
  await expect(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect(page.getByLabel('E-postadresse')).toBeFocused()
  await find(page, 'kontoret@eksempel.example')
  await page.getByRole('button', { name: 'Slett alt om personen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett alt' }).click()
  await expect(page.getByText(/Dette er virksomhetens egen adresse/).first()).toBeVisible()
})
