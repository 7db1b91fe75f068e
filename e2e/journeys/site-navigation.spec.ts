import type { Page } from '@playwright/test'
import { isHydrated } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

/** Records the paths that the browser has prefetched. */
const recordPrefetches = (page: Page): string[] => {
  const paths: string[] = []
  page.context().on('requestfinished', (request) => {
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })

test('prefetches a page of the site when the pointer rests on its link, and fades the page in', async ({ page }) => {
  const prefetched = recordPrefetches(page)
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      Object.assign(window, { soft: 'viewTransition' in event && event.viewTransition !== null })
    })
  })
  const isSoft = () => page.evaluate(() => ('soft' in window ? window.soft : undefined))
  await page.goto('/')
  const rules = await page.locator('script[type="speculationrules"]').textContent()
  expect(rules).not.toMatch(/admin|login|leads|agreement|api/)
  await page.locator('#hero').getByRole('link', { name: 'Kontakt oss' }).hover()
  await page
    .locator('#hero')
    .getByRole('link', { name: /Book en demo/ })
    .hover()
  await footerLink(page, 'Om oss').hover()
  await expect.poll(() => prefetched).toEqual(['/om-oss'])
  await footerLink(page, 'Om oss').click()
  await expect(page).toHaveURL('/om-oss')
  const deliveryType = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return entry instanceof PerformanceNavigationTiming && 'deliveryType' in entry ? entry.deliveryType : 'unknown'
  })
  expect(deliveryType).toBe('navigational-prefetch')
  await expect.poll(isSoft).toBe(true)

  await test.step('nothing moves for a visitor who asks for less motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await footerLink(page, 'Personvern').click()
    await expect(page).toHaveURL('/personvern')
    await expect.poll(isSoft).toBe(false)
  })
})

test('an entry of the menu leads to its section, from any page, clear of the header', async ({ page }) => {
  await page.goto('/om-oss')
  const menu = page.getByRole('navigation', { name: 'Hovedmeny' })
  await expect(menu.getByRole('link', { name: 'Om oss' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Om oss' }).click()
  await expect(page).toHaveURL('/om-oss')
  await menu.getByRole('link', { name: 'Tjenester' }).click()
  await expect(page).toHaveURL('/#tjenester')
  await expect(page.locator('#services')).toBeInViewport()
  await menu.getByRole('link', { name: 'Om oss' }).click()
  await expect(page).toHaveURL('/#om-oss')
  const top = async () => (await page.locator('#about h2').boundingBox())?.y
  await expect.poll(top).toBeLessThan(500)
  const header = await page.getByRole('banner').boundingBox()
  await expect.poll(top).toBeGreaterThan(header?.height ?? Number.NaN)
})

test('at 400 % zoom the focused element is visible between the header and the banner', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const subject = page.locator('#contact-subject')
  await subject.focus()
  const isUncovered = () =>
    subject.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === element
    })
  await expect.poll(isUncovered).toBe(true)
  const header = await page.getByRole('banner').boundingBox()
  expect(header?.y).toBeLessThan(-100)
})

test('the narrow menu opens, navigates and closes, with and without scripts, also by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const summary = page.locator('summary').first()
  const menu = page.locator('[data-menu]')

  await test.step('before any script is there', async () => {
    await page.route('**/assets/*.js', () => {})
    await page.goto('/')
    await summary.click()
    await menu.getByRole('link', { name: 'Kontakt' }).click()
    await expect(page).toHaveURL('/#kontakt')
    await expect(menu).not.toHaveAttribute('open')
    expect(await isHydrated(page)).toBe(false)
    await page.unrouteAll()
  })

  await page.goto('/en/')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toHaveAttribute('open')
  await expect(menu.getByRole('link')).toHaveCount(8)
  await expect(menu.getByText('Book en demo')).toHaveAttribute('lang', 'nb')
  await expect(menu.getByRole('button', { name: 'NO', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).not.toHaveAttribute('open')
  await expect(summary).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/en/#products')
  await expect(menu).not.toHaveAttribute('open')
  await summary.click()
  await page.mouse.click(195, 830)
  await expect(menu).not.toHaveAttribute('open')
})
