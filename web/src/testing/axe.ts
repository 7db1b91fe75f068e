import axe from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Waits for transitions, whose passing colours don't matter, and for updates that follow layout in the next frame. */
const waitUntilSettled = async (): Promise<void> => {
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
  await nextFrame()
  await nextFrame()
}

/** Fails on axe's findings in the current page: WCAG 2.2 AA and axe's best practices. Skips mails in iframes. */
export const expectAccessible = async (): Promise<void> => {
  await waitUntilSettled()
  const { violations } = await axe.run(
    { exclude: 'iframe' },
    { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], iframes: false },
  )
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
  expect(found).toEqual([])
}
