import type { Page } from '@playwright/test'
import { policyOf, watchPolicy } from '../harness/policy.ts'
import { chooseLanguage, contactForm, fillForm, isHydrated, labels, sendButton, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const scripts = '**/assets/*.js'
const heading = { no: 'Din digitale utviklingspartner', en: 'Your digital development partner' }

/** Opens the home page as somebody does who has not moved yet, and waits until the scripts lie ready. */
const openQuietly = async (page: Page): Promise<void> => {
  await page.goto('/')
  await expect(page.locator('head link[rel="modulepreload"]')).not.toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(await isHydrated(page)).toBe(false)
}

const intents: Record<string, (page: Page) => Promise<unknown>> = {
  'moves the mouse': (page) => page.mouse.move(200, 300, { steps: 3 }),
  'turns the wheel': (page) => page.mouse.wheel(0, 400),
  'presses a key': (page) => page.keyboard.press('Tab'),
  'scrolls by other means': (page) => page.evaluate(() => scrollTo(0, 300)),
  'gives a field the focus': (page) => contactForm(page).getByLabel(labels.no.name).focus(),
}

for (const [what, act] of Object.entries(intents)) {
  test(`the page's scripts lie ready and run when the visitor ${what}`, async ({ page }) => {
    await openQuietly(page)
    await act(page)
    await expect.poll(() => isHydrated(page)).toBe(true)
  })
}

test('a visitor who does nothing loads no script, and all that the first move brings is allowed by the policy', async ({
  page,
}) => {
  const refused = await watchPolicy(page)
  const policy = policyOf(await page.goto('/'))
  expect(policy).not.toContain('unsafe-inline')
  await page.waitForLoadState('networkidle')
  expect(await isHydrated(page)).toBe(false)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => isHydrated(page)).toBe(true)
  expect(await refused()).toEqual([])
})

test('the scripts of the page run when the visitor touches it', async ({ browser, kontor }) => {
  const context = await browser.newContext({ baseURL: kontor.url, hasTouch: true })
  const page = await context.newPage()
  await page.goto('/')
  await page.touchscreen.tap(200, 300)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await context.close()
})

test('no script of ours is asked for before the page has been painted', async ({ page }) => {
  await openQuietly(page)
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js'))
      .map((entry) => entry.startTime),
  ])
  expect(asked.length).toBeGreaterThan(1)
  expect(Math.min(...asked)).toBeGreaterThan(painted)
})

test('where the scripts cannot be loaded the form says so, and works when they can', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route(scripts, (route) => route.abort())
  await page.goto('/')
  await fillForm(page, 'no', {
    name: 'Ola Nordmann',
    email: 'ola@kunde.example',
    subject: 'Teknisk støtte',
    message: 'Uten nett',
  })
  await sendButton(page).click()
  await expect(contactForm(page).getByText('Skjemaet lot seg ikke laste.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.unroute(scripts)
  await sendButton(page).click()
  await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
  await expect(contactForm(page).getByText('Skjemaet lot seg ikke laste.')).toBeHidden()
})

test('where a page’s own script cannot be loaded once, what the visitor does next works', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  const own = '**/assets/home-page-*.js'
  await page.route(own, (route) => route.abort())
  await page.goto('/')
  await sendButton(page).click()
  await expect(contactForm(page).getByText('Skjemaet lot seg ikke laste.')).toBeVisible()
  expect(await isHydrated(page)).toBe(false)
  await page.unroute(own)
  await sendButton(page).click()
  await expect(siteToast(page, 'Manglende felter')).toBeVisible()
  await expect(contactForm(page).getByText('Skjemaet lot seg ikke laste.')).toBeHidden()
})

test('a language chosen before the scripts are there holds, even if they never come', async ({ page }) => {
  await page.route(scripts, () => {})
  await page.goto('/')
  await chooseLanguage(page, 'en')
  expect(await isHydrated(page)).toBe(false)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
})

/** A visitor who has chosen English, in a browser that has lost or refuses something. */
const chooseEnglishThen = async (page: Page, refuse: () => void): Promise<void> => {
  await page.goto('/')
  await chooseLanguage(page, 'en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.context().clearCookies()
  await page.addInitScript(refuse)
}

const countLoads = (page: Page): (() => number) => {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  return () => loads
}

test('where the browser refuses cookies the page is made in the chosen language on the spot', async ({ page }) => {
  await chooseEnglishThen(page, () => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
  })
  const loads = countLoads(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await expect(page).toHaveTitle(/your digital development partner/)
  await chooseLanguage(page, 'no')
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
  expect(loads()).toBe(1)
})

test('where the session’s storage is refused the page is not loaded over and over', async ({ page }) => {
  await chooseEnglishThen(page, () => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  const loads = countLoads(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  expect(loads()).toBe(1)
})

test('where a cache on the way always answers in Norwegian the page is loaded twice, not for ever', async ({
  page,
}) => {
  const norwegian = await (await page.request.get('/')).text()
  await page.goto('/')
  await chooseLanguage(page, 'en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.route('/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: norwegian, headers: { ...response.headers(), 'content-length': '' } })
  })
  const loads = countLoads(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  expect(loads()).toBe(2)
})

test('a hidden page is shown after four seconds, whatever happens', async ({ page }) => {
  await chooseEnglishThen(page, () => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
  })
  await page.route(scripts, () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: heading.no })).toBeHidden()
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible({ timeout: 6_000 })
})
