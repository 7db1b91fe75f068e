import { startTcpProxy } from '../../stand-ins/tcp-proxy.ts'
import { addLeads, clearLeads, openLeads, rowOf } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

test('the tabs of a browser share one stream of changes, which survives a closed tab and a lost connection', async ({
  browser,
  admin,
  kontor,
}) => {
  test.slow()
  await clearLeads(kontor)
  await addLeads(admin, [{ company_name: 'Verft AS' }])
  const targets = [{ port: Number(new URL(kontor.url).port) }]
  const connection = await startTcpProxy(targets)
  const otherContext = await browser.newContext({ baseURL: `http://localhost:${connection.port}` })
  const other = await otherContext.newPage()
  try {
    await openLeads(other)
    await addLeads(admin, [{ company_name: 'Kafé AS' }])
    await expect(rowOf(other, 'Kafé AS')).toBeVisible()

    const tab = await otherContext.newPage()
    await test.step('a second tab shares the connection, and takes over when the first is closed', async () => {
      const streams: string[] = []
      otherContext.on('request', (request) => {
        if (request.url().includes('/api/changes')) streams.push(request.url())
      })
      await tab.goto('/leads')
      await expect(rowOf(tab, 'Verft AS')).toBeVisible()
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
