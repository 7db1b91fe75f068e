import axe from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Waits for transitions, whose colours nobody reads, and for what the page makes of its own layout in the frame after it. */
const settled = async (): Promise<void> => {
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
  await nextFrame()
  await nextFrame()
}

/** Fails with what axe finds in the page as it is now: WCAG 2.2 AA and axe's best practices. Mails in frames are left out. */
export const expectAccessible = async (): Promise<void> => {
  await settled()
  const { violations } = await axe.run(
    { exclude: 'iframe' },
    { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], iframes: false },
  )
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
  expect(found).toEqual([])
}
