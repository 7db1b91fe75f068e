import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits for transitions, whose colours nobody reads, and for what the page makes of its own layout in the frame after it. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    await nextFrame()
    await nextFrame()
  })

const expectNothingFound = async (page: Page, tags: readonly string[]): Promise<void> => {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (values) =>
      window.axe.run(
        { exclude: 'iframe' },
        { runOnly: { type: 'tag', values }, resultTypes: ['violations'], iframes: false },
      ),
    [...tags],
  )
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
  expect(found).toEqual([])
}

/**
 * Fails with what axe finds on the page as it stands now: WCAG 2.2 AA, and axe's own best practices. Mails in their frames
 * are left out: nothing can run there, axe neither.
 */
export const expectAccessible = (page: Page): Promise<void> => expectNothingFound(page, [...wcag, 'best-practice'])

const looks = [
  { width: 768, colorScheme: 'light', checkedByAxe: false },
  { width: 390, colorScheme: 'dark', checkedByAxe: true },
  { width: 1440, colorScheme: 'light', checkedByAxe: true },
] as const

/** The page, as it stands now, fits every width, and axe accepts it in both colour schemes. Leaves it 1440 px wide and light. */
export const expectFits = async (page: Page): Promise<void> => {
  for (const { width, colorScheme, checkedByAxe } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (checkedByAxe) await expectAccessible(page)
  }
}

/** What axe finds in the HTML of a mail, which has no landmarks: mail programs drop them. */
export const expectAccessibleMail = async (page: Page, html: string): Promise<void> => {
  await page.setContent(html)
  await expectNothingFound(page, wcag)
}
