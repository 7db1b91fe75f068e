import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../testing/office.tsx'
import { mountSite } from '../../testing/site.tsx'
import { bottomBar } from '../../ui/toast/bottom-bar.ts'
import { Toaster } from '../../ui/toast/toast.tsx'
import { toast } from '../../ui/toast/toast-store.ts'

const toasts = page.getByRole('region', { name: 'Varsler (F8)' }).getByRole('listitem')
const countToasts = () => toasts.elements().length
const pointAway = () => userEvent.pointer({ coords: { x: 5, y: 5 } })

/** Shows a toast; resolves to the time at which its countdown started. */
const show = async (title: string): Promise<number> => {
  const moment = performance.now()
  toast({ title })
  await expect.element(toasts.filter({ hasText: title })).toBeVisible()
  return moment
}

/** Advances the fake clock to a moment. Waiting for elements has already advanced it. */
const runTo = (moment: number) => vi.advanceTimersByTimeAsync(moment - performance.now())

const places = [
  ['the office', () => mount(<Toaster />)],
  ['the site', () => mountSite(null)],
] as const

const start = async (mountToaster: () => Promise<unknown>) => {
  await pointAway()
  // The site has the language of its address; the office's page is Norwegian.
  document.documentElement.lang = 'no'
  await mountToaster()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
}

test.each(places)('on %s, a toast goes after five seconds, by a swipe, or by keyboard', async (_, mountToaster) => {
  await start(mountToaster)
  const first = await show('Første')
  await runTo(first + 4_000)
  expect(countToasts()).toBe(1)
  // The next toast replaces it for another five seconds.
  const second = await show('Andre')
  expect(countToasts()).toBe(1)
  await runTo(second + 4_999)
  expect(countToasts()).toBe(1)
  await runTo(second + 5_000)
  await expect.poll(countToasts).toBe(0)

  await show('Sveipes')
  const { x, y } = (await toasts.findElement()).getBoundingClientRect()
  // Inside the toast even while it slides back.
  const from = { x: x + 150, y: y + 20 }
  const swipe = (pixels: number) =>
    userEvent.pointer([
      { coords: from, keys: '[MouseLeft>]' },
      { coords: { ...from, x: from.x + pixels / 2 } },
      { coords: { ...from, x: from.x + pixels }, keys: '[/MouseLeft]' },
    ])
  await swipe(40)
  expect(countToasts()).toBe(1)
  await swipe(60)
  await expect.poll(countToasts).toBe(0)

  await show('Lukkes')
  await userEvent.keyboard('{F8}')
  await userEvent.keyboard('{Tab}')
  await expect.element(toasts).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(toasts.getByRole('button', { name: 'Lukk varselet' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(countToasts).toBe(0)
})

test('in the office, a toast stays above a bottom bar of changing height', async () => {
  const bar = { position: 'fixed', bottom: 0, width: '100%', height: 80 } as const
  await mount(
    <>
      <Toaster />
      <footer ref={bottomBar} style={bar} />
    </>,
  )
  toast({ title: 'Lagret' })
  const distance = async () => innerHeight - (await toasts.findElement()).getBoundingClientRect().bottom
  await expect.poll(distance).toBe(88)
  const footer = await page.getByRole('contentinfo').findElement()
  footer.setAttribute('style', 'position: fixed; bottom: 0; height: 120px')
  await expect.poll(distance).toBe(128)
  footer.setAttribute('style', 'position: fixed; bottom: 100px; height: 121px')
  await expect.poll(distance).toBe(8)
})

test('keeps a toast while the pointer is on it, and then for the time that was left', async () => {
  await start(places[0][1])
  const shown = await show('Venter')
  await runTo(shown + 3_000)
  const timers = vi.getTimerCount()
  /** Waits until the countdown has noticed the pointer. Waiting advances the clock. */
  const waitForTimers = (isReached: (count: number) => boolean) =>
    vi.waitUntil(() => isReached(vi.getTimerCount()), 45_000)
  const beforeHover = performance.now()
  await toasts.hover()
  await expect.poll(() => toasts.element().matches(':hover')).toBe(true)
  await waitForTimers((count) => count < timers)
  const paused = vi.getTimerCount()
  const afterHover = performance.now()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(countToasts()).toBe(1)
  const beforeLeave = performance.now()
  await pointAway()
  await waitForTimers((count) => count > paused)
  const afterLeave = performance.now()
  await runTo(beforeLeave + (shown + 5_000 - afterHover) - 1)
  expect(countToasts()).toBe(1)
  await runTo(afterLeave + (shown + 5_000 - beforeHover))
  await expect.poll(countToasts).toBe(0)
})
