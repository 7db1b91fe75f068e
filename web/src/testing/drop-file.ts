import { page } from 'vitest/browser'

/** Drops a file on the open import dialog. */
export const dropFile = async (file: File): Promise<void> => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  const target = await page.getByRole('dialog').getByText('Velg en fil, eller slipp den her').findElement()
  target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}
