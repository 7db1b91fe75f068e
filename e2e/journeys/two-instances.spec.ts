import type { Page } from '@playwright/test'
import { type Kontor, startAnotherInstance } from '../../stand-ins/kontor.ts'
import { addLeads, clearLeads, openLeads, rowOf } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

const statusOf = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: /^Status for/ })
const history = (page: Page) => page.getByRole('list', { name: 'Historikk' })
const column = (page: Page, status: string) => page.getByRole('region', { name: status, exact: true })
const stop = async (kontor: Kontor): Promise<void> => {
  const code = await kontor.stop()
  expect(code, kontor.output()).toBe(0)
}
const nextStep = (page: Page) => page.getByRole('button', { name: /^Endre Neste steg/ })

test("two sellers on two instances see each other's work in the list, on the board and in a record, and keep what they type", async ({
  page,
  browser,
  admin,
  kontor,
  expectedErrors,
}) => {
  test.slow()
  // Saved before the other's change is shown.
  expectedErrors.push(/status of 409/)
  await clearLeads(kontor)
  await addLeads(admin, [{ company_name: 'Bakeri AS' }, { company_name: 'Verft AS', next_step: 'Ringe' }])
  let otherKontor = await startAnotherInstance(kontor, { WORKER: 'off' })
  const otherContext = await browser.newContext({ baseURL: otherKontor.url })
  const other = await otherContext.newPage()
  try {
    await openLeads(page)
    await openLeads(other)
    expect(new URL(other.url()).origin).not.toBe(new URL(page.url()).origin)

    await test.step('a list shows what the other adds and changes', async () => {
      await addLeads(other.request, [{ company_name: 'Kafé AS' }])
      await expect(page.getByRole('heading', { name: 'Leads (3)' })).toBeVisible()
      await expect(rowOf(page, 'Kafé AS')).toBeVisible()
      await statusOf(page, 'Bakeri AS').click()
      await page.getByRole('option', { name: 'Kontaktet' }).click()
      await expect(statusOf(other, 'Bakeri AS')).toHaveText('Kontaktet')
      await expect(other.getByRole('button', { name: 'Kontaktet 1' })).toBeVisible()
    })

    await test.step('a record shows what the other does, and keeps the note that is being typed', async () => {
      await page.getByRole('button', { name: 'Åpne Verft AS' }).click()
      await expect(history(page)).toBeVisible()
      const note = page.getByRole('textbox', { name: 'Nytt notat' })
      await note.pressSequentially('Vil ha tilbud')
      await other.getByRole('button', { name: 'Åpne Verft AS' }).click()
      await other.getByRole('button', { name: 'Svarte' }).click()
      await expect(history(page)).toContainText('Samtale: Svarte')
      await expect(note).toHaveValue('Vil ha tilbud')
      await expect(note).toBeFocused()
      await page.keyboard.type(' innen fredag')
      await page.keyboard.press('Control+Enter')
      await expect(history(other)).toContainText('Vil ha tilbud innen fredag')
    })

    await test.step("a field that is being typed keeps its text, and asks about the other's", async () => {
      await nextStep(page).click()
      const field = page.getByRole('textbox', { name: 'Neste steg' })
      await field.fill('Sende tilbud')
      await nextStep(other).click()
      await other.getByRole('textbox', { name: 'Neste steg' }).fill('Avtale møte')
      await other.keyboard.press('Enter')
      await expect(history(page)).toContainText('Neste steg: Ringe → Avtale møte')
      await expect(field).toHaveValue('Sende tilbud')
      await expect(field).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Neste steg lagret nå: Avtale møte')).toBeVisible()
      await page.getByRole('button', { name: 'Lagre likevel' }).click()
      await expect(nextStep(other)).toHaveText('Sende tilbud')
    })

    await test.step('a board shows a status that the other chose in the record, and the record what moves on the board', async () => {
      await other.getByRole('button', { name: 'Lukk', exact: true }).last().click()
      await expect(other.getByRole('dialog')).toBeHidden()
      await other.getByRole('button', { name: 'Vis som tavle' }).click()
      await expect(column(other, 'Ny')).toContainText('Verft AS')
      await page.getByRole('dialog', { name: 'Verft AS' }).getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Avtalt møte' }).click()
      await expect(column(other, 'Avtalt møte')).toContainText('Verft AS')
      await expect(column(other, 'Ny')).not.toContainText('Verft AS')
      await other.getByRole('button', { name: 'Åpne Verft AS' }).focus()
      await other.keyboard.press('Shift+ArrowRight')
      await expect(page.getByRole('dialog', { name: 'Verft AS' }).getByRole('combobox', { name: 'Status' })).toHaveText(
        'Tilbud sendt',
      )
      await expect(history(page)).toContainText('Status: Avtalt møte → Tilbud sendt')
    })

    const tab = await otherContext.newPage()
    await test.step('a second tab shares the connection, and takes over when the first is closed', async () => {
      const streams: string[] = []
      otherContext.on('request', (request) => {
        if (request.url().includes('/api/changes')) streams.push(request.url())
      })
      await tab.goto('/leads')
      await expect(rowOf(tab, 'Kafé AS')).toBeVisible()
      await addLeads(admin, [{ company_name: 'Fiskeri AS' }])
      await expect(rowOf(tab, 'Fiskeri AS')).toBeVisible()
      expect(streams).toEqual([])
      await other.close()
      await addLeads(admin, [{ company_name: 'Gartneri AS' }])
      await expect(rowOf(tab, 'Gartneri AS')).toBeVisible()
      expect(streams).toHaveLength(1)
    })

    await test.step('"Oppdater" is there while the connection is lost, and a new connection shows what was missed', async () => {
      const refresh = tab.getByRole('button', { name: 'Oppdater' })
      await expect(refresh).toBeHidden()
      await stop(otherKontor)
      await expect(refresh).toBeVisible()
      await addLeads(admin, [{ company_name: 'Meieri AS' }])
      otherKontor = await startAnotherInstance(kontor, { WORKER: 'off', PORT: new URL(otherKontor.url).port })
      await expect(refresh).toBeHidden()
      await expect(rowOf(tab, 'Meieri AS')).toBeVisible()
    })
  } finally {
    await otherContext.close()
    await stop(otherKontor)
  }
})
