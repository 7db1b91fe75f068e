import type { Page } from '@playwright/test'
import { startTcpProxy } from '../../stand-ins/tcp-proxy.ts'
import { addLeads, clearLeads, openLeads, rowOf } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

const statusOf = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: /^Status for/ })
const history = (page: Page) => page.getByRole('list', { name: 'Historikk' })

test("two sellers see each other's work in the list and in a record, and keep what they type", async ({
  page,
  browser,
  admin,
  kontor,
}) => {
  test.slow()
  await clearLeads(kontor)
  await addLeads(admin, [{ company_name: 'Bakeri AS' }, { company_name: 'Verft AS' }])
  const targets = [{ port: Number(new URL(kontor.url).port) }]
  const connection = await startTcpProxy(targets)
  const otherContext = await browser.newContext({ baseURL: `http://localhost:${connection.port}` })
  const other = await otherContext.newPage()
  try {
    await openLeads(page)
    await openLeads(other)

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
      connection.setTargets([])
      connection.cut()
      await expect(refresh).toBeVisible()
      await addLeads(admin, [{ company_name: 'Meieri AS' }])
      connection.setTargets(targets)
      await expect(refresh).toBeHidden()
      await expect(rowOf(tab, 'Meieri AS')).toBeVisible()
    })
  } finally {
    await otherContext.close()
    await connection.close()
  }
})
