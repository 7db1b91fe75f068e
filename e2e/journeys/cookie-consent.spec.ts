import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { cookieBanner, cookieLabels, storedConsent } from '../harness/cookies.ts'
import { chooseLanguage } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const button = (page: Page, name: keyof typeof cookieLabels.no, language: keyof typeof cookieLabels = 'no') =>
  cookieBanner(page, language).getByRole('button', { name: cookieLabels[language][name], exact: true })

const customiseDialog = (page: Page) => page.getByRole('dialog', { name: 'Velg informasjonskapsler' })
const settingsDialog = (page: Page) => page.getByRole('dialog', { name: 'Cookie-innstillinger' })
const openSettings = (page: Page) => page.getByRole('button', { name: 'Endre cookie-innstillinger' }).click()

/** Replaces what is stored, then opens the page anew. */
const reopenWith = async (page: Page, consent: unknown, date: string | null): Promise<void> => {
  await page.evaluate(
    ([choice, when]) => {
      localStorage.clear()
      if (choice !== null) localStorage.setItem('cookieConsent', choice)
      if (when !== null) localStorage.setItem('cookieConsentDate', when)
    },
    [typeof consent === 'string' ? consent : JSON.stringify(consent), date] as const,
  )
  await page.reload()
}

const monthsAgo = (months: number, minutes = 0): string => {
  const date = new Date(Date.now() + minutes * 60_000)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString()
}

test('yes and no have the same size, weight and contrast, in both languages and on a phone', async ({ page }) => {
  const looks = (name: 'all' | 'necessary', language: 'no' | 'en') =>
    button(page, name, language).evaluate((element) => {
      const { width, height, top } = element.getBoundingClientRect()
      const { color, backgroundColor, fontWeight, fontSize, borderColor, opacity } = getComputedStyle(element)
      return {
        width: Math.round(width),
        height,
        top,
        color,
        backgroundColor,
        fontWeight,
        fontSize,
        borderColor,
        opacity,
      }
    })
  for (const [path, language] of [
    ['/', 'no'],
    ['/en/', 'en'],
  ] as const) {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      expect(await looks('all', language)).toEqual(await looks('necessary', language))
      expect((await looks('all', language)).height).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
})

test('the banner traps nobody: the page works under it, and what gets the focus is not covered', async ({ page }) => {
  await page.goto('/')
  for (let presses = 0; presses < 70; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '')
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const element = document.activeElement
            if (!element || element === document.body) return true
            const { left, top, width, height } = element.getBoundingClientRect()
            const above = document.elementFromPoint(left + width / 2, top + height / 2)
            return above !== null && (element.contains(above) || above.contains(element))
          }),
        `${name} is seen`,
      )
      .toBe(true)
    if (name === cookieLabels.no.customise) break
  }
  await expect(button(page, 'customise')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'customise')).not.toBeFocused()
})

test('the keyboard gets to the banner at once, refuses, and goes on at the content', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Til valg av informasjonskapsler' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(button(page, 'necessary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cookieBanner(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  expect((await storedConsent(page)).choice).toMatchObject({ necessary: true, analytics: false, marketing: false })
})

test('accepting stores the choice with the text that it was made on, and asks no more', async ({ page }) => {
  await page.goto('/')
  await button(page, 'all').click()
  await expect(cookieBanner(page)).toBeHidden()
  const { choice, date } = await storedConsent(page)
  expect(choice).toEqual({
    necessary: true,
    analytics: true,
    marketing: true,
    version: expect.any(Number),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(Math.abs(Date.parse(date ?? '') - Date.now())).toBeLessThan(60_000)
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(cookieBanner(page)).toBeHidden()
})

test('a choice made before the scripts are there is carried out when they are', async ({ page }) => {
  let arrive = () => {}
  const mayArrive = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await mayArrive
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await button(page, 'necessary').click()
  expect((await storedConsent(page)).choice).toBeNull()
  arrive()
  await expect(cookieBanner(page)).toBeHidden()
  expect((await storedConsent(page)).choice).toMatchObject({ analytics: false })
})

test('the visitor chooses by category; Esc and Avbryt change nothing', async ({ page }) => {
  await page.goto('/')
  await button(page, 'customise').click()
  await expect(customiseDialog(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(customiseDialog(page)).toContainText('Alltid på')
  await expect(customiseDialog(page).getByRole('switch')).toHaveCount(2)
  await customiseDialog(page).getByText('Vis hva som lagres').nth(1).click()
  await expect(customiseDialog(page)).toContainText('_ga')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(customiseDialog(page)).toBeHidden()
  await expect(button(page, 'customise')).toBeFocused()

  await button(page, 'customise').click()
  await customiseDialog(page).getByRole('switch', { name: 'Markedsføring' }).check()
  await customiseDialog(page).getByRole('button', { name: 'Avbryt' }).click()
  await expect(customiseDialog(page)).toBeHidden()
  expect((await storedConsent(page)).choice).toBeNull()
  await expect(cookieBanner(page)).toBeVisible()

  await button(page, 'customise').click()
  await expect(customiseDialog(page).getByRole('switch', { name: 'Markedsføring' })).not.toBeChecked()
  await customiseDialog(page).getByRole('switch', { name: 'Analyse' }).check()
  await customiseDialog(page).getByRole('button', { name: 'Lagre valg' }).click()
  await expect(customiseDialog(page)).toBeHidden()
  await expect(cookieBanner(page)).toBeHidden()
  expect((await storedConsent(page)).choice).toMatchObject({ necessary: true, analytics: true, marketing: false })
})

test('Enter turns a switch, as the space bar does, and stores nothing', async ({ page }) => {
  await page.goto('/')
  await button(page, 'customise').click()
  const analytics = customiseDialog(page).getByRole('switch', { name: 'Analyse' })
  await analytics.focus()
  await page.keyboard.press('Space')
  await expect(analytics).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(analytics).not.toBeChecked()
  expect((await storedConsent(page)).choice).toBeNull()
})

test('the footer shows the visitor their own receipt, and asks again when they want', async ({ page }) => {
  await page.goto('/')
  await openSettings(page)
  await expect(settingsDialog(page)).toContainText('Du har ikke valgt ennå.')
  await settingsDialog(page).getByRole('button', { name: 'Lukk' }).click()
  await expect(settingsDialog(page)).toBeHidden()
  await button(page, 'all').click()
  await openSettings(page)
  await expect(settingsDialog(page)).toContainText(String(new Date().getFullYear()))
  await expect(settingsDialog(page)).toContainText('Nødvendig, Analyse, Markedsføring')
  await expect(settingsDialog(page)).toContainText(/Versjon \d+/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Endre cookie-innstillinger' })).toBeFocused()
  await openSettings(page)
  await settingsDialog(page).getByRole('button', { name: 'Vis cookie-banner' }).click()
  await expect(cookieBanner(page)).toBeVisible()
  expect(await storedConsent(page)).toEqual({ choice: null, date: null })
})

test('the visitor is asked when nothing valid is stored, after six months, and when the text is another', async ({
  page,
}) => {
  await page.goto('/')
  await button(page, 'necessary').click()
  await expect(cookieBanner(page)).toBeHidden()
  const { choice } = await storedConsent(page)
  const valid = choice as Record<string, unknown>
  const now = new Date().toISOString()
  await reopenWith(page, valid, monthsAgo(6, 5))
  await expect(cookieBanner(page)).toBeHidden()
  const asked: [what: string, consent: unknown, date: string | null][] = [
    ['no choice', null, now],
    ['no date', valid, null],
    ['older than six months', valid, monthsAgo(6, -5)],
    ['no date at all', valid, 'i går'],
    ['a date to come', valid, new Date(Date.now() + 86_400_000).toISOString()],
    ['another text', { ...valid, version: Number(valid.version) + 1 }, now],
    ['no JSON', '{', now],
    ['half a choice', { ...valid, marketing: 'ja' }, now],
    ['necessary refused', { ...valid, necessary: false }, now],
  ]
  for (const [what, consent, date] of asked) {
    await reopenWith(page, consent, date)
    await expect(cookieBanner(page), what).toBeVisible()
  }
})

test('six months before the last of August is the last of February', async ({ page }) => {
  await page.goto('/')
  await button(page, 'necessary').click()
  await expect(cookieBanner(page)).toBeHidden()
  const { choice } = await storedConsent(page)
  await page.clock.setFixedTime('2026-08-31T12:00:00.000Z')
  await reopenWith(page, choice, '2026-02-28T12:00:01.000Z')
  await expect(cookieBanner(page)).toBeHidden()
  await reopenWith(page, choice, '2026-02-28T11:59:59.000Z')
  await expect(cookieBanner(page)).toBeVisible()
})

const declined = ['_ga', '_ga_ABC123', '_gid', '_gat', '_gat_UA_1']
const marketing = ['_fbp', '_fbc']

/** Cookies as tags set them: for the host itself, and for its parent domain. */
const setTagCookies = async (context: BrowserContext, host: string): Promise<void> => {
  const parent = host.slice(host.indexOf('.') + 1)
  const names = [...declined, ...marketing, 'egen']
  await context.addCookies(
    [host, `.${host}`, `.${parent}`].flatMap((domain) =>
      names.map((name) => ({ name, value: 'x', domain, path: '/', expires: Date.now() / 1000 + 3600 })),
    ),
  )
}

const cookieNames = async (context: BrowserContext): Promise<string[]> =>
  [...new Set((await context.cookies()).map(({ name }) => name))].sort()

test('the cookies of what is declined are deleted, on the host and on its parent domains', async ({
  browser,
  kontor,
}) => {
  const { port } = new URL(kontor.url)
  const context = await browser.newContext({ baseURL: `http://www.kontor.localhost:${port}` })
  const page = await context.newPage()
  await page.goto('/')
  await setTagCookies(context, 'www.kontor.localhost')
  await button(page, 'customise').click()
  await customiseDialog(page).getByRole('switch', { name: 'Markedsføring' }).check()
  await customiseDialog(page).getByRole('button', { name: 'Lagre valg' }).click()
  await expect.poll(() => cookieNames(context)).toEqual([...marketing, 'egen'].sort())

  await setTagCookies(context, 'www.kontor.localhost')
  await openSettings(page)
  await settingsDialog(page).getByRole('button', { name: 'Vis cookie-banner' }).click()
  await expect(cookieBanner(page)).toBeVisible()
  await expect.poll(() => cookieNames(context), 'a consent taken back holds no cookies').toEqual(['egen'])

  await setTagCookies(context, 'www.kontor.localhost')
  await button(page, 'necessary').click()
  await expect.poll(() => cookieNames(context)).toEqual(['egen'])
  await context.close()
})

test('nothing is asked of another host, before the choice and after it', async ({ page, context, kontor }) => {
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  const response = await page.goto('/')
  expect(response?.headers()['content-security-policy']).not.toContain('https:')
  await page.mouse.wheel(0, 600)
  await button(page, 'all').click()
  await page.waitForLoadState('networkidle')
  expect(await context.cookies()).toEqual([])
  expect([...hosts]).toEqual([new URL(kontor.url).host])
})

test('a tag gets its consent signals first, denied, before anything is granted or loaded', async ({
  page,
  expectedErrors,
}) => {
  // The delivered policy refuses the tag's host, so that nothing leaves the machine here either.
  expectedErrors.push(/Content Security Policy/, /googletagmanager/)
  await page.goto('/')
  const chunk = readdirSync(fileURLToPath(new URL('../../web/dist/assets', import.meta.url))).find((name) =>
    /^tags-.+\.js$/.test(name),
  )
  const commands = await page.evaluate(async (url) => {
    const { startTags } = await import(url)
    startTags({ googleAnalytics: 'G-TEST', metaPixel: null }, { analytics: true, marketing: false })
    const layer = 'dataLayer' in window && Array.isArray(window.dataLayer) ? window.dataLayer : []
    return layer.map((command) => JSON.stringify([...command]))
  }, `/assets/${chunk}`)
  const signals = (advertising: string, analytics: string) => ({
    ad_storage: advertising,
    ad_user_data: advertising,
    ad_personalization: advertising,
    analytics_storage: analytics,
  })
  expect(commands.slice(0, 2).map((command) => JSON.parse(command))).toEqual([
    ['consent', 'default', signals('denied', 'denied')],
    ['consent', 'update', signals('denied', 'granted')],
  ])
  expect(JSON.parse(commands[3] ?? '')).toEqual(['config', 'G-TEST'])
})

test('at the end of the page the banner has a place of its own and covers nothing', async ({ page }) => {
  await page.goto('/')
  // The page grows while it scrolls, when the webinars come.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByRole('contentinfo')).toBeInViewport({ timeout: 1_500 })
  }).toPass()
  const overlap = async (): Promise<number> => {
    const [footer, banner] = [await page.getByRole('contentinfo').boundingBox(), await cookieBanner(page).boundingBox()]
    return footer && banner ? Math.round(footer.y + footer.height - banner.y) : Number.NaN
  }
  await expect.poll(overlap).toBe(0)
})

test('the banner and the dialogs speak English to who reads English', async ({ page }) => {
  await page.goto('/')
  await chooseLanguage(page, 'en')
  await expect(cookieBanner(page, 'en')).toContainText('May we count your visit?')
  await button(page, 'customise', 'en').click()
  const dialog = page.getByRole('dialog', { name: 'Choose cookies' })
  await expect(dialog).toContainText('Always on')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save choice' }).click()
  await expect(cookieBanner(page, 'en')).toBeHidden()
  await page.getByRole('button', { name: 'Change cookie settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toContainText('You allowNecessary')
  await expectAccessible(page)
})

test('where the browser refuses storage the choice holds for the page', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await page.goto('/')
  await button(page, 'necessary').click()
  await expect(cookieBanner(page)).toBeHidden()
})
