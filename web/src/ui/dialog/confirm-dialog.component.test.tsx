import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../testing/office.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

test('breaks a long word on a phone instead of cutting it off', async () => {
  await page.viewport(390, 844)
  const word = 'Ærverdighetskommunikasjonsinfrastruktur'.repeat(5)
  await mount(
    <ConfirmDialog title="Slette malen?" confirmLabel="Slett" onConfirm={() => {}} onCancel={() => {}}>
      Malen «{word}» blir slettet.
    </ConfirmDialog>,
  )
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent(word)
  const { scrollWidth, clientWidth } = await question.findElement()
  expect(scrollWidth).toBe(clientWidth)
})
