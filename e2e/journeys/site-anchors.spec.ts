import type { Page } from '@playwright/test'
import { waitForWebinars } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

/** The contact section's distance from the header, and whether its first field is in view. */
const placeOfForm = (page: Page) =>
  page.evaluate(() => {
    const at = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    return {
      isUnderHeader: Math.abs(at('#contact').top - at('header').bottom) <= 8,
      isFieldVisible: at('#contact-name').bottom <= innerHeight,
    }
  })

const arrived = { isUnderHeader: true, isFieldVisible: true }

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('links to the contact form lead to it whether no webinar or many load late', async ({ page, kontor }) => {
    const insert = `INSERT INTO webinars (name, date) SELECT 'Webinar', '2031-06-24T08:00:00.000Z' FROM generate_series(1, 8)`
    for (const statement of ['DELETE FROM webinars', insert]) {
      await kontor.sql(statement)
      await page.goto('/om-oss')
      await page.goto('/#contact')
      await waitForWebinars(page)
      await expect.poll(() => placeOfForm(page), statement).toEqual(arrived)
    }
    await page.goto('/')
    await page.locator('#hero').getByRole('link', { name: 'Kontakt oss' }).tap()
    await waitForWebinars(page)
    await expect.poll(() => placeOfForm(page)).toEqual(arrived)
  })
})
