import type { Locator, Page, Route } from '@playwright/test'
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

const inputCount = 20
const pauseMs = 20

/** Sends input at a steady pace, without waiting for the page to handle it: half before the scripts, half while they load and hydrate. */
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  /** Counts the turns of a switch. */
  const watchTurns = async (page: Page): Promise<() => Promise<number>> => {
    await page.addInitScript(() => {
      let turns = 0
      addEventListener('change', () => {
        turns += 1
      })
      Object.assign(window, { turns: () => turns })
    })
    return () => page.evaluate(() => ('turns' in window ? (window.turns as () => number)() : Number.NaN))
  }

  const middleOf = async (locator: Locator): Promise<{ x: number; y: number }> => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('The element is not visible.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  test('no tap of 20 before and while the scripts load is lost', async ({ page, context }) => {
    const turns = await watchTurns(page)
    const { release } = await holdScripts(page)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await cookieBanner(page).getByRole('button', { name: cookieLabels.no.customise, exact: true }).tap()
    const toggle = (name: string) => page.getByRole('dialog').getByRole('switch', { name })
    const [analytics, marketing] = [await middleOf(toggle('Analyse')), await middleOf(toggle('Markedsføring'))]
    const session = await context.newCDPSession(page)
    await sendSteadily(release, (index) =>
      Promise.all([
        session.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [index % 2 === 0 ? analytics : marketing],
        }),
        session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      ]),
    )
    await expect.poll(() => isHydrated(page)).toBe(true)
    await expect.poll(turns).toBe(inputCount)
  })
})

test('a message sent before the scripts load is sent afterwards, and cookies are declined', async ({ page, admin }) => {
  await clearEnquiries(admin)
  const visitor = { name: 'Kari Nordmann', email: 'kari@kunde.example', message: 'Hva koster det?' }
  const { release } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await fillForm(page, 'no', { ...visitor, subject: 'Produktinformasjon' })
  await sendButton(page).click()
  await cookieBanner(page).getByRole('button', { name: cookieLabels.no.necessary, exact: true }).click()
  expect(await isHydrated(page)).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(cookieBanner(page)).toBeHidden()
  expect((await storedConsent(page)).choice).toMatchObject({ analytics: false })
  await expect(contactForm(page).getByLabel(labels.no.message)).toHaveValue(visitor.message)
  release()
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  expect(await (await admin.get('/api/contacts')).json()).toEqual([expect.objectContaining(visitor)])
})

test('a language chosen before the scripts load is shown and kept, with all typed text', async ({ page, context }) => {
  const { release } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await contactForm(page).getByLabel(labels.no.message).fill('Skrevet tidlig: ')
  await chooseLanguage(page, 'en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const field = contactForm(page).getByLabel(labels.en.message)
  await expect(field).toHaveValue('Skrevet tidlig: ')
  expect(await isHydrated(page)).toBe(false)
  await field.focus()
  await page.keyboard.press('End')
  const session = await context.newCDPSession(page)
  const text = 'abcdefghijklmnopqrst'
  await sendSteadily(release, async (index) => {
    const character = text[index] ?? ''
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, key: character })
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: character })
  })
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect(field).toHaveValue(`Skrevet tidlig: ${text}`)

  await page.unrouteAll()
  await page.route(scripts, () => {})
  await page.goto('/')
  await chooseLanguage(page, 'no')
  await expect(page.locator('html')).toHaveAttribute('lang', 'nb')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Din digitale utviklingspartner' })).toBeVisible()
})
