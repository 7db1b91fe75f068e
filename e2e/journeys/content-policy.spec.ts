import { enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { policyOf, watchPolicy } from '../harness/policy.ts'
import { expect, test } from '../harness/test.ts'

test('dialog, select, toast and a mail preview work under the policy that real visitors get', async ({
  page,
  request,
  smtp,
}) => {
  await sendEnquiries(request, [enquiry({ name: 'Spike', email: 'spike@kunde.example' })])
  await smtp.waitFor(({ to }) => to.includes('spike@kunde.example'))
  const refused = await watchPolicy(page)
  const policy = policyOf(await page.goto('/admin'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain('unsafe-eval')
  await openPanel(page)

  await page.getByRole('button', { name: 'Rediger henvendelsen fra Spike' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await dialog.getByRole('combobox', { name: 'Emne' }).click()
  await page.getByRole('option', { name: 'Teknisk støtte' }).click()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Suksess' })).toBeVisible()
  // The dialog that closes gives the focus back in the same moment.
  await expect(dialog).toBeHidden()
  await expect(async () => {
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Varsler (F8)' }).locator(':focus')).toBeAttached({ timeout: 500 })
  }).toPass({ timeout: 5_000 })

  await page.getByRole('tab', { name: 'E-post Logg' }).click()
  await page.getByRole('button', { name: /^Se e-post til spike@kunde.example/ }).click()
  const frame = page.getByRole('dialog', { name: 'E-post' }).frameLocator('iframe')
  await expect(frame.getByText('Vi vil vite mer om internkontroll.')).toBeVisible()
  expect(await refused()).toEqual([])
})

test('a mail cannot run a script, load a picture from elsewhere or leave its frame', async ({
  page,
  admin,
  request,
  smtp,
  expectedErrors,
}) => {
  expectedErrors.push(/sandboxed|Content Security Policy/)
  const message =
    '<img src="https://elsewhere.example/x.png" onerror="parent.document.title=1"><script>top.location="/x"</script>'
  await sendEnquiries(request, [enquiry({ email: 'ond@kunde.example', message })])
  await smtp.waitFor(({ to }) => to.includes('ond@kunde.example'))
  const logs: unknown = await (await admin.get('/api/email-logs')).json()
  const ids = Array.isArray(logs) ? logs.filter(({ to }) => to === 'ond@kunde.example').map(({ id }) => String(id)) : []
  const preview = await admin.get(`/api/email-logs/${ids[0]}/preview`)
  expect(preview.headers()['content-security-policy']).toContain("default-src 'none'")
  expect(preview.headers()['content-security-policy']).toContain('sandbox')
  await openPanel(page, '/admin?tab=email-logs')
  await page.getByRole('button', { name: /^Se e-post til ond@kunde.example/ }).click()
  const frame = page.getByRole('dialog', { name: 'E-post' }).frameLocator('iframe')
  await expect(frame.getByText(message)).toBeVisible()
  await expect(page).toHaveURL(/\/admin/)
})
