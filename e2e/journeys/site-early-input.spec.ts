import type { CDPSession, Locator, Page, Route } from '@playwright/test'
import { cookieBanner, cookieLabels, storedConsent } from '../harness/cookies.ts'
import { clearEnquiries } from '../harness/panel.ts'
import { chooseLanguage, contactForm, fillForm, isHydrated, labels, sendButton, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const scripts = '**/assets/*.js'

/** Delays the page's scripts until `release` is called. */
const holdScripts = async (page: Page): Promise<{ release: () => void }> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(scripts, async (route: Route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

test.describe('on a slow phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  const inputCount = 20
  const pauseMs = 20

  const slowDown = async (page: Page): Promise<CDPSession> => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    return session
  }

  /**
   * Sends input at a steady pace, without waiting for the slow page to handle it: the first half before the scripts, the rest
   * while they load and hydrate.
   */
  const sendSteadily = async (release: () => void, send: (index: number) => Promise<unknown>): Promise<void> => {
    const sent: Promise<unknown>[] = []
    for (let index = 0; index < inputCount; index += 1) {
      if (index === inputCount / 2) {
        await Promise.all(sent)
        release()
      }
      sent.push(send(index))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    await Promise.all(sent)
  }

  /** Counts button clicks, real or replayed, before and after hydration. */
  const watchPresses = async (page: Page): Promise<() => Promise<{ early: number; answered: number }>> => {
    await page.addInitScript(() => {
      const presses = { early: 0, answered: 0 }
      Object.assign(window, { presses })
      addEventListener(
        'click',
        ({ target }) => {
          if (!(target instanceof Element) || !target.closest('button')) return
          const isHydratedNow = Object.keys(document.getElementById('root') ?? {}).some((key) =>
            key.startsWith('__reactContainer'),
          )
          presses[isHydratedNow ? 'answered' : 'early'] += 1
        },
        true,
      )
    })
    return () =>
      page.evaluate(() =>
        'presses' in window ? (window.presses as { early: number; answered: number }) : { early: 0, answered: 0 },
      )
  }

  const middleOf = async (locator: Locator): Promise<{ x: number; y: number }> => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('The element is not visible.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  test('of 20 taps before and while the scripts load none is lost', async ({ page }) => {
    const presses = await watchPresses(page)
    const { release } = await holdScripts(page)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await page.locator('summary').first().tap()
    const button = (name: string) => page.locator('[data-menu]').getByRole('button', { name, exact: true })
    const [norwegian, english] = [await middleOf(button('NO')), await middleOf(button('EN'))]
    const session = await slowDown(page)
    await sendSteadily(release, (index) =>
      Promise.all([
        session.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [index % 2 === 0 ? norwegian : english],
        }),
        session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      ]),
    )
    await expect.poll(async () => (await presses()).answered).toBe(inputCount)
    expect((await presses()).early).toBeGreaterThanOrEqual(inputCount / 2)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('of 20 keystrokes before and while the scripts load none is lost', async ({ page }) => {
    const { release } = await holdScripts(page)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const field = contactForm(page).getByLabel(labels.no.message)
    await field.focus()
    const session = await slowDown(page)
    expect(await isHydrated(page)).toBe(false)
    const text = 'abcdefghijklmnopqrst'
    await sendSteadily(release, async (index) => {
      const character = text[index] ?? ''
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, key: character })
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character })
    })
    await expect.poll(() => isHydrated(page)).toBe(true)
    await expect(field).toHaveValue(text)
  })
})

test('a message sent and cookies refused before the scripts are there are carried out when they are', async ({
  page,
  admin,
}) => {
  await clearEnquiries(admin)
  const visitor = { name: 'Kari Nordmann', email: 'kari@kunde.example', message: 'Hva koster det?' }
  const { release } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await fillForm(page, 'no', { ...visitor, subject: 'Produktinformasjon' })
  await sendButton(page).click()
  await cookieBanner(page).getByRole('button', { name: cookieLabels.no.necessary, exact: true }).click()
  expect(await isHydrated(page)).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/')
  expect((await storedConsent(page)).choice).toBeNull()
  await expect(contactForm(page).getByLabel(labels.no.message)).toHaveValue(visitor.message)
  release()
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  await expect(cookieBanner(page)).toBeHidden()
  expect((await storedConsent(page)).choice).toMatchObject({ analytics: false })
  expect(await (await admin.get('/api/contacts')).json()).toEqual([expect.objectContaining(visitor)])
})

test('a language chosen before the scripts are there is shown when they are, and holds if they never come', async ({
  page,
}) => {
  const { release } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await contactForm(page).getByLabel(labels.no.message).fill('Skrevet tidlig')
  await chooseLanguage(page, 'en')
  expect(await isHydrated(page)).toBe(false)
  release()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(contactForm(page).getByLabel(labels.en.message)).toHaveValue('Skrevet tidlig')

  await page.unrouteAll()
  await page.route(scripts, () => {})
  await page.goto('/')
  await chooseLanguage(page, 'no')
  expect(await isHydrated(page)).toBe(false)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Din digitale utviklingspartner' })).toBeVisible()
})
