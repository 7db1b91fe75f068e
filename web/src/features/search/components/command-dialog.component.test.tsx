import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createStore } from '../../../platform/store.ts'
import { mount } from '../../../testing/office.tsx'
import { CommandDialog, type CommandItem } from './command-dialog.tsx'

const item = (title: string): CommandItem => ({ id: title, icon: null, title })

const late = createStore(false)

/** Gets another group before the first one. */
function LateItems() {
  const groups = [{ label: 'Kjente', items: [item('Andre'), item('Tredje')] }]
  const all = late.use() ? [{ label: 'Nye', items: [item('Første')] }, ...groups] : groups
  return (
    <CommandDialog
      title="Prøve"
      placeholder="Søk"
      query=""
      onQueryChange={() => {}}
      groups={all}
      status=""
      onChoose={() => {}}
      findOpener={() => null}
      onClose={() => {}}
    />
  )
}

test('keeps the highlight on its item when others arrive before it', async () => {
  const option = (name: string) => page.getByRole('option', { name })
  await mount(<LateItems />)
  await expect.element(page.getByRole('combobox', { name: 'Prøve' })).toHaveFocus()
  await expect.element(option('Andre')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('Tredje')).toHaveAttribute('aria-selected', 'true')
  late.set(true)
  await expect.element(option('Første')).toBeVisible()
  await expect.element(option('Tredje')).toHaveAttribute('aria-selected', 'true')
})
