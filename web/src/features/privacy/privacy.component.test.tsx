import { expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { truncateTables } from '../../testing/database.ts'
import { clearLeads } from '../../testing/leads.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const address = page.getByLabelText(/^E-postadresse/)
const eraseAll = page.getByRole('button', { name: 'Slett alt om personen' })
const question = page.getByRole('alertdialog')

const find = async (email: string) => {
  await address.fill(email)
  await userEvent.keyboard('{Enter}')
}

test('rejects an invalid address and the company’s own, and says before and after what it keeps', async () => {
  await clearLeads()
  await truncateTables('contacts, email_logs')
  await commands.sql(`INSERT INTO contacts (name, email, subject, message)
    VALUES ('Kontoret', 'kontoret@eksempel.example', 'general', 'Prøve')`)
  await commands.sql(`WITH customer AS (
      INSERT INTO customers (name, email) VALUES ('Kunde AS', 'kari@kunde.example') RETURNING id)
    INSERT INTO agreements (customer_id, title, reference, status, response_token)
    SELECT id, 'Drift av verktøy', 'A-1', 'accepted', 'token' FROM customer`)
  await openOffice('/admin?tab=settings&section=personvern')
  await find('kari')
  await expect.element(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(address).toHaveFocus()

  await find('kontoret@eksempel.example')
  await eraseAll.click()
  await question.getByRole('button', { name: 'Slett alt' }).click()
  await expect.element(page.getByText(/Dette er virksomhetens egen adresse/).first()).toBeVisible()
  await userEvent.keyboard('{Escape}')

  await find('kari@kunde.example')
  const reason = /Bokføringsloven krever at aksepterte avtaler oppbevares/
  await expect.element(page.getByText(reason).first()).toBeVisible()
  await expect.element(page.getByText(/Beholdes/).first()).toBeVisible()
  await eraseAll.click()
  await expect.element(question).toMatchTextContent('Avtaler: 1 (beholdes)')
  await question.getByRole('button', { name: 'Slett alt' }).click()
  await expect.element(page.getByText('Beholdt', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/Avtaler: Drift av verktøy\. Bokføringsloven/)).toBeVisible()
})

test("finds, exports and erases a person's data, with the address in no URL", async () => {
  await truncateTables('contacts, email_logs')
  await commands.sql(`INSERT INTO contacts (name, email, subject, message) VALUES
    ('Kari', 'INNSYN@Kunde.example', 'general', 'Min hemmelighet'), ('Ola', 'ola@kunde.example', 'general', 'Hei')`)
  await openOffice('/admin?tab=settings&section=personvern')
  await find('innsyn@kunde.example')
  await expect.element(page.getByText(/^Fant \d+ treff på innsyn@kunde\.example\.$/)).toBeVisible()
  await expect.element(page.getByText(/Min hemmelighet/)).toBeVisible()
  expect(shownUrl()).not.toContain('innsyn')
  const file = vi.spyOn(URL, 'createObjectURL')
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.getByRole('button', { name: 'Last ned alt (JSON)' }).click()
  await expect
    .poll(() => download.mock.contexts.map((link) => Object(link).download))
    .toEqual(['personopplysninger-innsyn-kunde.example.json'])
  download.mockRestore()
  const content = await new Response(file.mock.lastCall?.[0] as Blob).json()
  expect(content).toMatchObject({ enquiries: [{ message: 'Min hemmelighet' }] })
  await eraseAll.click()
  await question.getByRole('button', { name: 'Slett alt' }).dblClick()
  await expect.element(page.getByText('innsyn@kunde.example er slettet')).toBeVisible()
  await expect.element(page.getByText('Henvendelser: 1 slettet')).toBeVisible()
  expect(await commands.sql('SELECT name FROM contacts')).toEqual([{ name: 'Ola' }])
  await find('innsyn@kunde.example')
  await expect.element(page.getByText('Ingenting er lagret om innsyn@kunde.example.')).toBeVisible()
})
