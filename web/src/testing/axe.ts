import axe from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with what axe finds in the page as it is now: WCAG 2.2 AA and axe's best practices. Mails in frames are left out. */
export const expectAccessible = async (): Promise<void> => {
  const { violations } = await axe.run(
    { exclude: 'iframe' },
    { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], iframes: false },
  )
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`))
  expect(found).toEqual([])
}
