import { expect, test } from '../harness/test.ts'

test('without JavaScript the page can be read', async ({ browser, kontor }) => {
  const context = await browser.newContext({ baseURL: kontor.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Din digitale utviklingspartner' })).toBeVisible()
  await context.close()
})

test('without JavaScript nobody writes a message that cannot be sent', async ({ browser, kontor }) => {
  const context = await browser.newContext({ baseURL: kontor.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/#contact')
  const note = page.locator('#contact noscript')
  await expect(note).toBeVisible()
  expect(await note.evaluate(({ textContent }) => textContent)).toContain('Skjemaet trenger JavaScript.')
  await expect(page.getByRole('button', { name: 'Send melding' })).toBeHidden()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await context.close()
})
