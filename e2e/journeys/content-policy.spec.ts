import { clearEnquiries, enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { policyOf, recordPolicyViolations } from '../harness/policy.ts'
import { expect, test } from '../harness/test.ts'

test('shows dialog, select, toast and mail preview within the security policy', async ({
  page,
  admin,
  request,
  smtp,
}) => {
  await clearEnquiries(admin)
  await sendEnquiries(request, [enquiry({ name: 'Spike', email: 'spike@kunde.example' })])
  await smtp.waitFor(({ to }) => to.includes('spike@kunde.example'))
  const readViolations = await recordPolicyViolations(page)
  const policy = policyOf(await page.goto('/admin'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toContain('unsafe-eval')
  await openPanel(page)

  const edit = page.getByRole('button', { name: 'Rediger henvendelsen fra Spike' })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await dialog.getByRole('combobox', { name: 'Emne' }).click()
  await page.getByRole('option', { name: 'Teknisk støtte' }).click()
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Suksess' })).toBeVisible()
  // The closing dialog restores focus to the row; press F8 only after that.
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Varsler (F8)' }).locator(':focus')).toBeAttached()

  await page.getByRole('tab', { name: 'E-post Logg' }).click()
  await page
    .getByRole('button', { name: /^Se e-post til spike@kunde.example/ })
    .first()
    .click()
  const frame = page.getByRole('dialog').frameLocator('iframe')
  await expect(frame.getByText('Vi vil vite mer om internkontroll.')).toBeVisible()
  expect(await readViolations()).toEqual([])
})

test('keeps a mail from running scripts, loading pictures from elsewhere and leaving its frame', async ({
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
  await page
    .getByRole('button', { name: /^Se e-post til ond@kunde.example/ })
    .first()
    .click()
  const frame = page.getByRole('dialog').frameLocator('iframe')
  // Shown as text, with broken URLs so that mail clients don't linkify them.
  const escapedText =
    '<img src="https: //elsewhere. example/x. png" onerror="parent. document. title=1"><script>top. location="/x"</script>'
  await expect(frame.getByText(escapedText)).toBeVisible()
  await expect(page).toHaveURL(/\/admin/)
})
