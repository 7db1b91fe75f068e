import { focusedElement, tabTo } from '../harness/keyboard.ts'
import { clearEnquiries } from '../harness/panel.ts'
import { labels, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

test('sends an enquiry with the keyboard alone', async ({ page, admin }) => {
  await clearEnquiries(admin)
  await page.goto('/')
  // Its arrival moves what is below the fold by some pixels, also away from where a Tab has just scrolled.
  await expect(page.locator('html.typeface')).toBeAttached()
  await page.keyboard.press('Tab')
  expect((await focusedElement(page)).name).toBe('Hopp til innholdet')
  await page.keyboard.press('Enter')
  await tabTo(page, labels.no.name)
  await page.keyboard.type('Ola Nordmann')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ola@kunde.example')
  await tabTo(page, labels.no.subject)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, labels.no.message)
  await page.keyboard.type('Skrevet uten mus.')
  await tabTo(page, labels.no.send)
  await page.keyboard.press('Enter')
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  expect(await (await admin.get('/api/contacts')).json()).toEqual([
    expect.objectContaining({ name: 'Ola Nordmann', message: 'Skrevet uten mus.' }),
  ])
})
