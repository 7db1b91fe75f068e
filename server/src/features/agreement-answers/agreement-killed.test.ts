import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { startServerProcess } from '../../testing/server-process.ts'

test('delivers each receipt once after the server is killed between the answer and its mails', async () => {
  const mailServer = await startMailServer()
  const { kontor, createAndSend, read, responsePath } = await startAgreementApp()
  const agreement = await createAndSend()
  const env = {
    DATABASE_URL: kontor.database.url,
    DATA_DIR: kontor.config.dataDir,
    SMTP_URL: mailServer.url,
    NOTIFY_EMAIL: 'varsel@eksempel.example',
    LOG_LEVEL: 'debug',
  }

  const killed = startServerProcess({ env: { ...env, WORKER: 'off' } })
  const answered = await fetch((await killed.ready) + responsePath(agreement), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'accept', message: 'Ja' }),
  })
  await killed.stop('SIGKILL')
  expect(answered.status).toBe(200)
  expect(mailServer.received).toEqual([])

  const next = startServerProcess({ env })
  const address = await next.ready
  await mailServer.waitFor(3, 60_000)
  // No mail is still queued.
  const jobs = `SELECT FROM pgboss.job WHERE name = 'mail' AND state < 'completed'`
  await expect.poll(async () => (await kontor.database.pool.query(jobs)).rowCount, { timeout: 60_000 }).toBe(0)
  const { evidence } = await read(agreement.id)
  const receipts = mailServer.received.filter(({ mail }) => mail.html?.includes(String(evidence)))
  expect(receipts.flatMap(({ to }) => to).sort()).toEqual(['kari@kunde.example', 'varsel@eksempel.example'])
  expect(receipts.every(({ mail }) => mail.attachments.length === 1)).toBe(true)
  expect(mailServer.received).toHaveLength(3)

  // No request with the token, successful or not, logs it.
  for (const end of ['', '/pdf', '/nothing', '?x=1']) await fetch(address + responsePath(agreement) + end)
  await fetch(`${address}/agreement-response/${agreement.responseToken}`)
  await fetch(`${address}${responsePath(agreement)}`, { method: 'POST', body: '{' })
  await next.stop()
  await mailServer.stop()
  const printed = killed.output() + next.output()
  expect(printed).toContain('/api/agreement-response/***')
  expect(printed).not.toContain(agreement.responseToken)
  expect(printed).not.toContain('kari@kunde.example')
}, 240_000)
