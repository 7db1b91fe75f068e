import { expectAccessible } from '../harness/axe.ts'
import { expect, test } from '../harness/test.ts'

const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']

for (const [language, addresses] of [
  ['Norwegian', paths],
  ['English', paths.map((path) => `/en${path}`)],
] as const) {
  test(`axe likes every page in ${language}, with the narrow menu too, and all fit from 320 pixels on`, async ({
    page,
  }) => {
    for (const path of addresses) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        for (const width of [320, 768, 390]) {
          await page.setViewportSize({ width, height: 844 })
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        }
        await page.locator('summary').first().click()
        await expectAccessible(page)
      })
    }
  })
}
