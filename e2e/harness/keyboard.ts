import { expect, type Page } from '@playwright/test'

interface FocusedElement {
  readonly name: string
  /** True if the control has an outline or a ring. */
  readonly hasIndicator: boolean
  /** True if nothing covers the control. */
  readonly isUncovered: boolean
}

/** Returns the focused control. Its name is empty if the page itself has the focus. */
export const focusedElement = (page: Page): Promise<FocusedElement> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body)
      return { name: '', hasIndicator: true, isUncovered: true }
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    const { left, top, width, height } = element.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    const label = 'labels' in element && element.labels instanceof NodeList ? element.labels[0]?.textContent : ''
    return {
      name: (element.getAttribute('aria-label') || label || element.textContent || '').trim(),
      hasIndicator: outlineStyle !== 'none' || boxShadow !== 'none',
      isUncovered: above !== null && (element.contains(above) || above.contains(element)),
    }
  })

/**
 * Presses Tab, or another key, until the named control has the focus. Every control on the way must show a focus indicator.
 * @throws Error if it takes more than `most` presses
 */
export const tabTo = async (page: Page, name: string | RegExp, { key = 'Tab', most = 60 } = {}): Promise<void> => {
  const visited: string[] = []
  for (let presses = 0; presses <= most; presses += 1) {
    // Polls, since smooth scrolling may not have uncovered the focused element yet.
    const message = `the focus after ${visited.join(', ')}`
    if (visited.length > 0)
      await expect.poll(() => focusedElement(page), message).toMatchObject({ hasIndicator: true, isUncovered: true })
    const current = await focusedElement(page)
    if (typeof name === 'string' ? current.name.startsWith(name) : name.test(current.name)) return
    visited.push(current.name.slice(0, 40))
    await page.keyboard.press(key)
  }
  throw new Error(`${name} was not reached with ${most} presses: ${visited.join(', ')}`)
}
