import type { CDPSession, Locator, Page } from '@playwright/test'
import { contactForm, isHydrated, labels } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const count = 20
/** So far apart that all of them fall into the page's first second. */
const pauseMs = 40

/** What Lighthouse calls slow 4G, as the browser itself can slow down: milliseconds, bytes per second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const slowDown = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return session
}

/** Opens the home page and comes back as soon as anything of it is seen. */
const openUntilPainted = async (page: Page): Promise<void> => {
  await page.goto('/', { waitUntil: 'commit' })
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
      }),
  )
}

/** Sends input at a steady pace, without waiting for the slow page to take it. */
const inARow = async (send: (index: number) => Promise<unknown>): Promise<void> => {
  const sent: Promise<unknown>[] = []
  for (let index = 0; index < count; index += 1) {
    sent.push(send(index))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await Promise.all(sent)
}

/** Notes for every press of a button, real or replayed, whether the page's scripts were there to answer it. */
const watchPresses = async (page: Page): Promise<() => Promise<{ early: number; answered: number }>> => {
  await page.addInitScript(() => {
    const presses = { early: 0, answered: 0 }
    Object.assign(window, { presses })
    addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Element) || !target.closest('button')) return
        const live = Object.keys(document.getElementById('root') ?? {}).some((key) =>
          key.startsWith('__reactContainer'),
        )
        presses[live ? 'answered' : 'early'] += 1
      },
      true,
    )
  })
  return () =>
    page.evaluate(() =>
      'presses' in window ? (window.presses as { early: number; answered: number }) : { early: 0, answered: 0 },
    )
}

interface Place {
  readonly x: number
  readonly y: number
}

const middleOf = async (locator: Locator): Promise<Place> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Where the menu's button and, in the open menu, those of the languages are. */
const findPlaces = async (page: Page) => {
  await page.goto('/')
  const summary = page.locator('summary').first()
  const button = (name: string) => page.locator('[data-menu]').getByRole('button', { name, exact: true })
  await summary.tap()
  return {
    summary: await middleOf(summary),
    languages: [await middleOf(button('NO')), await middleOf(button('EN'))],
  }
}

test('of 20 taps in the first second, on a slow phone and network, none is lost', async ({ page }) => {
  const { summary, languages } = await findPlaces(page)
  const session = await slowDown(page)
  const presses = await watchPresses(page)
  const tap = (place: Place) =>
    Promise.all([
      session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] }),
      session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ])
  await openUntilPainted(page)
  await tap(summary)
  await inARow(async (index) => tap(languages[index % languages.length] ?? summary))
  await expect.poll(async () => (await presses()).answered).toBe(count)
  expect((await presses()).early).toBeGreaterThan(0)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('of 20 keystrokes in the first second, on a slow phone and network, none is lost', async ({ page }) => {
  const session = await slowDown(page)
  await openUntilPainted(page)
  const field = contactForm(page).getByLabel(labels.no.message)
  await field.focus()
  const liveAtFirst = await isHydrated(page)
  const text = 'abcdefghijklmnopqrst'
  await inARow(async (index) => {
    const character = text[index] ?? ''
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, key: character })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character })
  })
  expect(liveAtFirst).toBe(false)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect(field).toHaveValue(text)
})
