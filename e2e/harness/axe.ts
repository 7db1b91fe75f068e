import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits for transitions, whose intermediate colours don't count, and for layout changes in the next frame. */
const waitUntilSettled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const finiteAnimations = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(finiteAnimations.map(({ finished }) => finished))
    await nextFrame()
    await nextFrame()
  })

const expectNoViolations = async (page: Page, tags: readonly string[]): Promise<void> => {
  await waitUntilSettled(page)
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
 * Fails on axe violations on the current page: WCAG 2.2 AA and axe's best practices. Skips mails in frames: their sandbox blocks
 * scripts, axe's too.
 */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, [...wcag, 'best-practice'])

const viewports = [
  { width: 768, colorScheme: 'light', checkedByAxe: false },
  { width: 390, colorScheme: 'dark', checkedByAxe: true },
  { width: 1440, colorScheme: 'light', checkedByAxe: true },
] as const

/** Expects the current page to fit every width and pass axe in both colour schemes. Leaves it 1440 px wide and light. */
export const expectFitsAndAccessible = async (page: Page): Promise<void> => {
  for (const { width, colorScheme, checkedByAxe } of viewports) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (checkedByAxe) await expectAccessible(page)
  }
}

/** Fails on WCAG violations in a mail's HTML. Best practices don't apply: mail clients strip landmarks. */
export const expectAccessibleMail = async (page: Page, html: string): Promise<void> => {
  await page.setContent(html)
  await expectNoViolations(page, wcag)
}
