import { expect } from 'vitest'
import { type Locator, locators, page } from 'vitest/browser'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds elements by a CSS selector, if no role, label or text names them. */
    css(selector: string): Locator
  }
}

locators.extend({ css: (selector: string) => selector })

/** Waits until the elements have these texts, in order; a RegExp matches part of a text. */
export const expectTexts = (locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> =>
  expect
    .poll(() => locator.elements().map((element) => element.textContent?.trim()))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))

/** Waits until the toast with this title contains this text. */
export const expectToast = (title: string, description: string | RegExp): Promise<void> =>
  expect
    .element(
      page
        .getByRole('region', { name: /Varsler|Notifications/, includeHidden: true })
        .getByRole('listitem', { includeHidden: true })
        .filter({ hasText: title }),
    )
    .toMatchTextContent(description)

/** Chooses from the menu of the account that is logged in. */
export const chooseFromAccount = async (text: string): Promise<void> => {
  await page.getByRole('button', { name: /^Konto/ }).click()
  await page.getByRole('menuitem', { name: text, exact: true }).click()
}

/** Returns the width of the page's content, scrolled parts included. */
export const pageWidth = (): number => document.documentElement.scrollWidth

/** Focuses an element once it is there. */
export const focus = async (locator: Locator): Promise<void> => (await locator.findElement()).focus()

/** Opens a list and chooses the item with this text by a tap, which needn't wait for the list's animation. */
export const chooseOption = async (list: Locator, text: string): Promise<void> => {
  await list.click()
  const option = await page.getByRole('option', { name: text, exact: true }).findElement()
  option.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}
