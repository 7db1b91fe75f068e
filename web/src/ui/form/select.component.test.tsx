import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../testing/office.tsx'
import { Select } from './select.tsx'

test('opens a long list of choices at most 24 rem high', async () => {
  const options = Array.from({ length: 40 }, (_, index) => ({ value: `${index}`, label: `Eget emne ${index}` }))
  await mount(<Select aria-label="Emne" value="0" onValueChange={() => {}} options={options} />)
  await page.getByRole('combobox', { name: 'Emne' }).click()
  const list = page.getByRole('listbox')
  await expect.element(list).toBeVisible()
  const { height } = (await list.findElement()).getBoundingClientRect()
  expect(height).toBeLessThanOrEqual(24 * 16)
  expect(height).toBeGreaterThan(300)
})
