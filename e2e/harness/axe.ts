import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Half as large as `axe.source`, which each document has to parse. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const expectNoViolations = async (page: Page, tags: readonly string[], include?: string): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(
    async ({ values, selector }) => {
      // Transitions have intermediate colours, which don't count, and some layout changes come in the next frame.
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const finiteAnimations = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      await Promise.allSettled(finiteAnimations.map(({ finished }) => finished))
      await nextFrame()
      await nextFrame()
      const { violations } = await window.axe.run(
        { ...(selector && { include: selector }), exclude: 'iframe' },
        { runOnly: { type: 'tag', values }, resultTypes: ['violations'], iframes: false },
      )
      return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
    },
    { values: [...tags], selector: include },
  )
  expect(found).toEqual([])
}

/**
 * Fails on axe violations on the current page: WCAG 2.2 AA and axe's best practices. Skips mails in frames: their sandbox blocks
 * scripts, axe's too.
 */
export const expectAccessible = (page: Page, include?: string): Promise<void> =>
  expectNoViolations(page, [...wcag, 'best-practice'], include)

const looks = [
  { width: 768, colorScheme: 'light', checks: false },
  { width: 390, colorScheme: 'dark', checks: true },
  { width: 1440, colorScheme: 'light', checks: true },
] as const

const overlays = '[role=dialog], [role=alertdialog]'

/**
 * Expects the current screen to fit every width and pass axe in both colour schemes; a part of it, in the dark one on a phone.
 * Leaves it 1440 px wide and light.
 */
export const expectFits = async (page: Page, isPart: boolean): Promise<void> => {
  // Behind a dialog is what was looked at before.
  const hasOverlay = isPart && (await page.locator(overlays).count()) > 0
  for (const { width, colorScheme, checks } of looks) {
    if (isPart && !checks) continue
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    if (isPart && width > 390) continue
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (checks) await expectAccessible(page, hasOverlay ? overlays : undefined)
  }
}

/** Fails on WCAG violations in a mail's HTML. Best practices don't apply: mail clients strip landmarks. */
export const expectAccessibleMail = async (page: Page, html: string): Promise<void> => {
  await page.setContent(html)
  await expectNoViolations(page, wcag)
}
