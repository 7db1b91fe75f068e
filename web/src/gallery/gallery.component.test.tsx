import axe from 'axe-core'
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mount } from '../testing/office.tsx'
import { Gallery } from './gallery.tsx'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

test.each(['light', 'dark'] as const)('every part passes axe, contrast included, in %s mode', async (colorScheme) => {
  await commands.emulateMedia({ colorScheme })
  document.documentElement.dataset.face = 'office'
  await mount(<Gallery />)
  await expect.element(page.getByRole('main')).toBeVisible()
  const { violations } = await axe.run('main', { runOnly: { type: 'tag', values: rules }, preload: false })
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
})
