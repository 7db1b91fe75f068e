import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The minified source, half as large as `axe.source`, since each document has to parse it. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Rules = { readonly type: 'tag' | 'rule'; readonly values: string[] }

const every: Rules = { type: 'tag', values: [...wcag, 'best-practice'] }

const expectNoViolations = async (page: Page, rules: Rules, include?: string): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(
    async ({ runOnly, selector }) => {
      // Waits for the end of transitions, whose intermediate colours don't count, and then for two frames.
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const finiteAnimations = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      await Promise.allSettled(finiteAnimations.map(({ finished }) => finished))
      await nextFrame()
      await nextFrame()
      const { violations } = await window.axe.run(
        { ...(selector && { include: selector }), exclude: 'iframe' },
        { runOnly, resultTypes: ['violations'], selectors: false, preload: false, iframes: false },
      )
      return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
    },
    { runOnly: rules, selector: include },
  )
  expect(found).toEqual([])
}

/**
 * Fails on axe violations on the current page: WCAG 2.2 AA and axe's best practices. Skips mails in frames, whose sandbox blocks axe's
 * script.
 */
export const expectAccessible = (page: Page, include?: string): Promise<void> =>
  expectNoViolations(page, every, include)

const phone = { width: 390, colorScheme: 'dark', rules: every } as const
const tablet = { width: 768, colorScheme: 'dark', rules: undefined } as const
const desk = {
  width: 1440,
  colorScheme: 'light',
  rules: { type: 'rule', values: ['color-contrast'] } as Rules,
} as const

/** The widths and colour schemes to check. For a `section`, light colours were checked with its screen; a `part` is a dialog. */
const looks = {
  screen: [tablet, desk, phone],
  section: [tablet, { ...desk, rules: undefined }, phone],
  part: [phone],
}

export type Extent = keyof typeof looks

const overlays = '[role=dialog], [role=alertdialog]'

/** Returns elements that overflow the screen or their dialog, unless a parent scrolls or clips them or only screen readers see them. */
const overhangs = (page: Page): Promise<string[]> =>
  page.evaluate(
    (selector) =>
      [document.body, ...document.querySelectorAll(selector)].flatMap((place) => {
        const edge = Math.min(place.getBoundingClientRect().right, innerWidth) + 1
        const mayReachOver = (element: Element | null): boolean =>
          element !== null &&
          element !== place &&
          (element.clientWidth === 1 ||
            getComputedStyle(element).overflowX !== 'visible' ||
            mayReachOver(element.parentElement))
        return [...place.querySelectorAll('*')]
          .filter((element) => {
            const { width, right } = element.getBoundingClientRect()
            return width > 1 && right > edge && !mayReachOver(element.parentElement)
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 200))
      }),
    overlays,
  )

const expectFitsWidth = (page: Page, width: number): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

/** Expects everything to fit on a phone with text at twice its size. */
const expectFitsLargeText = async (page: Page): Promise<void> => {
  const scale = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size)
  await scale('200%')
  await expect.poll(() => overhangs(page)).toEqual([])
  await expectFitsWidth(page, phone.width)
  await scale('')
}

/** Expects the screen to fit and to pass axe in each of its `looks`. Leaves the page in the last look, the dark phone. */
export const expectFits = async (page: Page, extent: Extent): Promise<void> => {
  // Checks only the dialog: the screen behind it was checked before.
  const hasOverlay = extent === 'part' && (await page.locator(overlays).count()) > 0
  for (const { width, colorScheme, rules } of looks[extent]) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await expectFitsWidth(page, width)
    if (rules) await expectNoViolations(page, rules, hasOverlay ? overlays : undefined)
  }
  await expectFitsLargeText(page)
}

/** Fails on WCAG violations in a mail's HTML. Best practices don't apply: mail clients strip landmarks. */
export const expectAccessibleMail = async (page: Page, html: string): Promise<void> => {
  await page.setContent(html)
  await expectNoViolations(page, { type: 'tag', values: wcag })
}
