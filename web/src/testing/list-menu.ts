import { page } from 'vitest/browser'

/** Presses a button above the shown list: the first one with this text, since an empty list shows some of these buttons twice. */
export const pressAbove = (text: string): Promise<void> =>
  page.getByRole('button', { name: text, exact: true }).first().click()

/** Chooses an item from the menu of the shown list. */
export const chooseFromMenu = async (text: string): Promise<void> => {
  await pressAbove('Flere valg')
  await page.getByRole('menuitem', { name: text, exact: true }).click()
}
