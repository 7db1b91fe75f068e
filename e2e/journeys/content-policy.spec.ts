import { enquiry, passGate, sendEnquiries } from '../harness/panel.ts'
import { policyOf } from '../harness/policy.ts'
import { expect, test } from '../harness/test.ts'

test('keeps a mail from running scripts, loading pictures from elsewhere and leaving its frame', async ({
  page,
  request,
  smtp,
  expectedErrors,
}) => {
  expectedErrors.push(/sandboxed|Content Security Policy/)
  const message =
    '<img src="https://elsewhere.example/x.png" onerror="parent.document.title=1"><script>top.location="/x"</script>'
  await sendEnquiries(request, [enquiry({ name: 'Ond Kunde', email: 'ond@kunde.example', message })])
  await smtp.waitFor(({ mail }) => mail.replyTo?.some(({ address }) => address === 'ond@kunde.example') ?? false)
  // Each violation is an error in the console, which fails any journey.
  const policy = policyOf(await page.goto('/admin?tab=email-logs'))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-(?:inline|eval)/)
  await passGate(page)
  await page
    .getByRole('button', { name: /^Se e-post til .*Ond Kunde/ })
    .first()
    .click()
  const frame = page.getByRole('dialog').frameLocator('iframe')
  // Shown as text.
  await expect(frame.getByText(message)).toBeVisible()
  await expect(page).toHaveURL(/\/admin/)
})
