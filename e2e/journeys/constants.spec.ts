import type { Page } from '@playwright/test'
import { clearEnquiries, enquiry, openPanel, sendEnquiries } from '../harness/panel.ts'
import { sendButton, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Varsler (F8)' }).getByRole('listitem')

/** Shows a toast on the site: an empty form is sent. */
const provoke = async (page: Page): Promise<void> => {
  await page.goto('/')
  await sendButton(page).click()
  await expect(siteToast(page, 'Manglende felter')).toBeVisible()
}

test('a toast stays five seconds, and another one takes its place', async ({ page }) => {
  await provoke(page)
  const began = performance.now()
  await page.mouse.move(5, 5)
  await sendButton(page).press('Enter')
  await expect(toasts(page)).toHaveCount(1)
  await expect(toasts(page)).toHaveCount(0)
  expect(performance.now() - began).toBeGreaterThan(4_500)
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a toast waits while the pointer is on it', async ({ page }) => {
  await provoke(page)
  await toasts(page).hover()
  await page.waitForTimeout(6_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.move(5, 5)
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast is swiped away to the right after 50 pixels, and not before', async ({ page }) => {
  await provoke(page)
  const swipe = async (pixels: number): Promise<void> => {
    const box = await toasts(page).boundingBox()
    if (!box) throw new Error('The toast is gone')
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 + pixels / 2, box.y + 20)
    await page.mouse.move(box.x + 20 + pixels, box.y + 20)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toasts(page)).toHaveCount(1)
  await swipe(60)
  await expect(toasts(page)).toHaveCount(0, { timeout: 1_000 })
})

test('F8 goes to the toast, and the keyboard closes it', async ({ page }) => {
  await provoke(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toasts(page).getByRole('button', { name: 'Lukk varselet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

test.describe('in the panel', () => {
  test.beforeEach(async ({ page, admin }) => {
    await clearEnquiries(admin)
    await sendEnquiries(admin, [enquiry({ name: 'Ola Nordmann' })])
    await openPanel(page)
  })

  test('a tooltip opens after 700 ms, and at once when another was just open', async ({ page }) => {
    const edit = page.getByRole('button', { name: 'Rediger henvendelsen fra Ola Nordmann' })
    const remove = page.getByRole('button', { name: 'Slett henvendelsen fra Ola Nordmann' })
    await edit.hover()
    const began = performance.now()
    await page.waitForTimeout(400)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expect(page.getByRole('tooltip', { name: 'Rediger' })).toBeAttached()
    expect(performance.now() - began).toBeGreaterThan(650)
    const box = await remove.boundingBox()
    if (!box) throw new Error('The button is not there')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
    await expect(page.getByRole('tooltip', { name: 'Slett' })).toBeAttached({ timeout: 650 })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })

  test('a long list of choices is 24 rem high at most', async ({ page, admin }) => {
    const subjects = Array.from({ length: 40 }, (_, index) => enquiry({ subject: `Eget emne ${index}` }))
    await sendEnquiries(admin, subjects)
    await page.getByRole('button', { name: 'Oppdater' }).click()
    await expect(page.getByText('Viser 41 av 41 henvendelser')).toBeVisible()
    await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
    const box = await page.getByRole('listbox').boundingBox()
    expect(box?.height).toBeLessThanOrEqual(24 * 16)
    expect(box?.height).toBeGreaterThan(300)
  })
})
