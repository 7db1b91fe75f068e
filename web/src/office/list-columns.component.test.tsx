import { beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { addCustomers, clearCustomers, expectCustomers } from '../testing/customers.ts'
import { focus } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'
import { addWebinar, clearWebinars } from '../testing/webinars.ts'

const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
const edge = (name: string) => head(name).getByRole('separator')
const showPicker = () => page.getByRole('button', { name: 'Kolonner', exact: true }).click()
const picker = page.getByRole('dialog', { name: 'Kolonner som vises' })
const widthOf = (column: Locator) => Math.round(column.element().getBoundingClientRect().width)

const openCustomers = async () => {
  await openOffice('/admin?tab=customers')
  await expectCustomers(1)
  await expect.element(head('Navn')).toBeVisible()
}

beforeEach(async () => {
  localStorage.removeItem('customerColumns')
  localStorage.removeItem('customerColumnsWidths')
  await page.viewport(1280, 800)
  await logIn('admin')
  await clearCustomers()
  await addCustomers([{ name: 'Eksempel AS', email: 'post@eksempel.example' }])
})

test('a column is made wider with keys or by its edge, is remembered, and the picker resets it', async () => {
  await openCustomers()
  const before = widthOf(head('E-post'))
  const name = widthOf(head('Navn'))
  await expect.element(edge('E-post')).toHaveAttribute('aria-valuetext', 'Bredde på E-post: automatisk')
  await focus(edge('E-post'))
  await expect.element(edge('E-post')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => widthOf(head('E-post'))).toBe(before - 16)
  await expect.element(edge('E-post')).toHaveAttribute('aria-valuenow', String(before - 16))
  expect(widthOf(head('Navn'))).toBe(name)

  await openCustomers()
  await expect.poll(() => widthOf(head('E-post'))).toBe(before - 16)
  await focus(edge('Navn'))
  await expect.element(edge('Navn')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => widthOf(head('Navn'))).toBe(160)

  await showPicker()
  await picker.getByRole('button', { name: 'Tilbakestill kolonner' }).click()
  await expect.poll(() => widthOf(head('Navn'))).toBe(name)
  await expect.poll(() => widthOf(head('E-post'))).toBe(before)
  expect(localStorage.getItem('customerColumnsWidths')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(picker).not.toBeInTheDocument()

  const sector = widthOf(head('Bransje'))
  const handle = edge('Bransje').element()
  const { left, top } = handle.getBoundingClientRect()
  const pointer = (type: string, x: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: top + 5 }),
    )
  // The browser captures only real pointers.
  handle.setPointerCapture = () => undefined
  pointer('pointerdown', left)
  pointer('pointermove', left + 60)
  pointer('pointerup', left + 60)
  await expect.poll(() => widthOf(head('Bransje'))).toBe(sector + 60)
  await edge('Bransje').dblClick()
  await expect.poll(() => widthOf(head('Bransje'))).toBe(sector)
})

test('says by which hidden column it is sorted; with many columns, name, status and buttons stay in view', async () => {
  await page.viewport(1024, 800)
  await openCustomers()
  await head('E-post').getByRole('button', { name: 'E-post' }).click()
  await expect.element(head('E-post')).toHaveAttribute('aria-sort', 'ascending')
  await showPicker()
  await picker.getByRole('checkbox', { name: 'E-post' }).click()
  await expect.element(page.getByText('Sortert etter E-post')).toBeVisible()
  await picker.getByRole('checkbox', { name: 'E-post' }).click()
  await expect.element(page.getByText('Sortert etter E-post')).not.toBeInTheDocument()
  for (const box of picker.getByRole('checkbox').elements())
    if (box instanceof HTMLInputElement && !box.checked) box.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(picker).not.toBeInTheDocument()
  const table = page.getByRole('table', { name: 'Kunder' })
  const box = () => table.element().parentElement
  await expect.poll(() => (box()?.scrollWidth ?? 0) - (box()?.clientWidth ?? 0)).toBeGreaterThan(300)
  const pinned = [
    page.getByRole('button', { name: 'Åpne Eksempel AS' }),
    page.getByText('Aktiv', { exact: true }),
    page.getByRole('button', { name: 'Slett Eksempel AS' }),
  ]
  const scroll = (left: number) => box()?.scrollTo({ left })
  for (const left of [0, 150, 5000]) {
    scroll(left)
    for (const one of pinned) await expect.element(one).toBeInViewport({ ratio: 1 })
    const at = pinned.map((one) => one.element().getBoundingClientRect())
    for (const [index, { x, y, width, height }] of at.entries())
      expect(pinned[index]?.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true)
  }
})

test('sizes the columns of webinars; with registrations open, they keep fitting widths', async () => {
  localStorage.removeItem('webinarColumnsWidths')
  await clearWebinars()
  await addWebinar({ name: 'Åpenhetsloven' })
  await openOffice('/admin?tab=webinars')
  await expect.element(head('Dato')).toBeVisible()
  const before = widthOf(head('Dato'))
  await focus(edge('Dato'))
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => widthOf(head('Dato'))).toBe(before - 16)
  const opener = page.getByRole('button', { name: 'Påmeldinger til Åpenhetsloven' })
  await opener.click()
  await expect.element(page.getByRole('heading', { name: 'Påmeldinger (0)' })).toBeVisible()
  expect(widthOf(head('Dato'))).toBe(before - 16)
  await expect.element(edge('Dato')).not.toBeInTheDocument()
  await opener.click()
  await focus(edge('Navn'))
  await userEvent.keyboard('{End}')
  await expect.poll(() => widthOf(head('Navn'))).toBe(800)
  await opener.click()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
  localStorage.removeItem('webinarColumnsWidths')
})
