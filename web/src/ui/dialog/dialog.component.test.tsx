import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focus } from '../../testing/locators.ts'
import { mount } from '../../testing/office.tsx'
import { Dialog } from './dialog.tsx'

/** Removes its hints as soon as the first field is left. */
function Fields({ onPriceLeft }: { onPriceLeft: () => void }) {
  const [isLeft, setLeft] = useState(false)
  return (
    <Dialog title="Felter" onClose={() => {}}>
      <input aria-label="Antall" onBlur={() => setLeft(true)} />
      <input aria-label="Pris" onBlur={onPriceLeft} />
      {!isLeft && (
        <>
          <p>Et hint.</p>
          <p>Et til.</p>
        </>
      )}
    </Dialog>
  )
}

test('lets the focus go on to the next field when leaving one removes content', async () => {
  const onPriceLeft = vi.fn()
  await mount(<Fields onPriceLeft={onPriceLeft} />)
  await focus(page.getByLabelText('Antall'))
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('Et hint.')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Pris')).toHaveFocus()
  expect(onPriceLeft).not.toHaveBeenCalled()
  // The dialog itself is focusable again.
  await expect.element(page.getByRole('dialog')).toHaveAttribute('tabindex', '-1')
})
