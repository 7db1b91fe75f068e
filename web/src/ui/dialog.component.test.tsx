import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focus } from '../testing/locators.ts'
import { mount } from '../testing/office.tsx'
import { Dialog } from './dialog.tsx'

/** Removes its hint as soon as the first field is left. */
function Fields() {
  const [isLeft, setLeft] = useState(false)
  return (
    <Dialog title="Felter" onClose={() => {}}>
      <input aria-label="Antall" onBlur={() => setLeft(true)} />
      <input aria-label="Pris" />
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
  await mount(<Fields />)
  await focus(page.getByLabelText('Antall'))
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('Et hint.')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Pris')).toHaveFocus()
})
