import { type Locator, page } from 'vitest/browser'

/** Opens the menu of the shown list and returns the item with this text. */
export const openMenuItem = async (text: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Flere valg', exact: true }).click()
  return page.getByRole('menuitem', { name: text, exact: true })
}

/** Chooses an item from the menu of the shown list. */
export const chooseFromMenu = async (text: string): Promise<void> => (await openMenuItem(text)).click()
