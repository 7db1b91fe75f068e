import type { Page } from '@playwright/test'
import { expect, test } from '../harness/test.ts'

/** Counts what the browser fetches of this site ahead of being asked for. */
const fetchedAhead = (page: Page): string[] => {
  const paths: string[] = []
  page.context().on('request', (request) => {
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })

test('a page whose link the pointer rests on is there when it is opened, and has run nothing before', async ({
  page,
}) => {
  const ahead = fetchedAhead(page)
  await page.goto('/kontakt')
  await footerLink(page, 'Personvern').hover()
  await expect.poll(() => ahead).toEqual(['/personvern'])
  await footerLink(page, 'Personvern').click()
  await expect(page).toHaveURL('/personvern')
  const how = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return entry instanceof PerformanceNavigationTiming && 'deliveryType' in entry ? entry.deliveryType : 'unknown'
  })
  expect(how).toBe('navigational-prefetch')
})

test('neither the office nor another site is fetched ahead, nor what the visitor looks at already', async ({
  page,
}) => {
  const ahead = fetchedAhead(page)
  await page.goto('/')
  const rules = await page.locator('script[type="speculationrules"]').textContent()
  expect(rules).not.toMatch(/admin|login|leads|agreement|api/)
  await page.locator('#hero').getByRole('link', { name: 'Kontakt oss' }).hover()
  await page
    .locator('#hero')
    .getByRole('link', { name: /Book en demo/ })
    .hover()
  await footerLink(page, 'Om oss').hover()
  await expect.poll(() => ahead).toEqual(['/om-oss'])
})

const changesSoftly = async (page: Page): Promise<unknown> => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      Object.assign(window, { soft: 'viewTransition' in event && event.viewTransition !== null })
    })
  })
  await page.goto('/kontakt')
  await footerLink(page, 'Personvern').click()
  await expect(page).toHaveURL('/personvern')
  await expect.poll(() => page.evaluate(() => 'soft' in window)).toBe(true)
  return page.evaluate(() => ('soft' in window ? window.soft : undefined))
}

test('one page changes softly into the next', async ({ page }) => {
  expect(await changesSoftly(page)).toBe(true)
})

test('for who asks for less motion it does not', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await changesSoftly(page)).toBe(false)
})
