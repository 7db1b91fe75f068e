import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../testing/office.tsx'
import { RowAction } from '../table/row-action.tsx'
import { TooltipProvider } from './tooltip.tsx'

/** Waits for a tooltip frame by frame: waiting with `expect` would advance the fake clock. */
const waitForTooltip = async (name: string): Promise<void> => {
  while (!page.getByRole('tooltip', { name }).query()) await new Promise(requestAnimationFrame)
}

const countTooltips = () => page.getByRole('tooltip').elements().length

/** Moves the pointer over a button in steps, away from the tooltip above it. */
const pointAt = async (name: string): Promise<void> => {
  const { x, y } = (await page.getByRole('button', { name }).findElement()).getBoundingClientRect()
  await userEvent.pointer([4, 12, 20, 28].map((step) => ({ coords: { x: x + step, y: y + step } })))
}

beforeEach(async () => {
  await userEvent.pointer({ coords: { x: 600, y: 600 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await mount(
    <TooltipProvider>
      <div className="flex gap-2 p-40">
        <RowAction text="Rediger" of="Ola" icon="R" onClick={() => {}} />
        <RowAction text="Slett" of="Ola" icon="S" onClick={() => {}} />
      </div>
    </TooltipProvider>,
  )
})

test('opens a tooltip after 700 ms, and at once when another was just open', async () => {
  await pointAt('Rediger Ola')
  await vi.advanceTimersByTimeAsync(699)
  expect(countTooltips()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  await waitForTooltip('Rediger')
  await pointAt('Slett Ola')
  await waitForTooltip('Slett')
  await userEvent.keyboard('{Escape}')
  await expect.poll(countTooltips).toBe(0)
})
