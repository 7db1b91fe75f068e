import type { BrowserContext, Page } from '@playwright/test'
import type { Kontor } from '../../stand-ins/kontor.ts'
import { cookieBanner, cookieLabels, storedConsent } from '../harness/cookies.ts'
import { expect, test } from '../harness/test.ts'

const google = new URL('https://www.googletagmanager.com/gtag/js?id=G-TEST123')
const meta = 'https://connect.facebook.net/en_US/fbevents.js'
const tags = { googleAnalytics: 'G-TEST123', metaPixel: '1234567890' }

const showCompany = async (kontor: Kontor, statement: string, hasTags: boolean): Promise<void> => {
  await kontor.sql(statement)
  const policy = async () => (await fetch(kontor.url)).headers.get('content-security-policy')?.includes(google.host)
  await expect.poll(policy).toBe(hasTags)
}

test.beforeAll(async ({ kontor }) => {
  const facts = JSON.stringify({ tags })
  await showCompany(kontor, `INSERT INTO company (facts) VALUES ('${facts}')`, true)
})
test.afterAll(({ kontor }) => showCompany(kontor, 'DELETE FROM company', false))

/** Intercepts and records requests to other hosts, so that nothing leaves the machine. */
const interceptOtherHosts = async (context: BrowserContext, home: string): Promise<string[]> => {
  const requested: string[] = []
  await context.route(
    (url) => url.origin !== new URL(home).origin,
    async (route) => {
      requested.push(route.request().url())
      await route.fulfill({ contentType: 'text/javascript', body: '' })
    },
  )
  return requested
}

const commands = (page: Page, name: 'dataLayer' | 'fbq'): Promise<unknown[]> =>
  page.evaluate((key) => {
    const found: unknown = Reflect.get(window, key)
    const queue = typeof found === 'function' ? Reflect.get(found, 'queue') : found
    return Array.isArray(queue) ? queue.map((command) => JSON.parse(JSON.stringify([...command]))) : []
  }, name)

const clickBanner = (page: Page, name: keyof typeof cookieLabels.no) =>
  cookieBanner(page).getByRole('button', { name: cookieLabels.no[name], exact: true }).click()

const signals = (advertising: string, analytics: string) => ({
  ad_storage: advertising,
  ad_user_data: advertising,
  ad_personalization: advertising,
  analytics_storage: analytics,
})

test('configured tags load only after consent, with every signal denied first', async ({ browser, kontor }) => {
  const context = await browser.newContext({ baseURL: kontor.url })
  const requested = await interceptOtherHosts(context, kontor.url)
  const consoleErrors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text())
  })
  const page = await context.newPage()
  const visit = async (path: string): Promise<void> => {
    await page.goto(path)
    await expect(page.locator('html.typeface')).toBeAttached()
    // The stored choice is applied when the page is idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }

  await test.step('nothing before the choice, which the first link of the page leads to, nor after a no', async () => {
    await visit('/')
    await expect(cookieBanner(page)).toBeInViewport()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Til valg av informasjonskapsler' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(cookieBanner(page).getByRole('button', { name: cookieLabels.no.necessary })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cookieBanner(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect((await storedConsent(page)).choice).toEqual({ necessary: true, analytics: false, marketing: false })
    await visit('/om-oss')
    expect(await commands(page, 'dataLayer')).toEqual([])
    await page.getByRole('button', { name: 'Endre cookie-innstillinger' }).click()
    await page.getByRole('button', { name: 'Vis cookie-banner' }).click()
    await expect(cookieBanner(page)).toBeVisible()
    expect(requested).toEqual([])
  })

  const response = await page.goto('/')
  expect(response?.headers()['content-security-policy']).toContain(google.origin)
  await clickBanner(page, 'all')
  // Each is requested once: the earlier visits requested neither.
  await expect.poll(() => requested.toSorted()).toEqual([meta, google.href])
  const layer = await commands(page, 'dataLayer')
  expect(layer.slice(0, 2)).toEqual([
    ['consent', 'default', signals('denied', 'denied')],
    ['consent', 'update', signals('granted', 'granted')],
  ])
  expect(layer.at(-1)).toEqual(['config', 'G-TEST123'])
  expect((await commands(page, 'fbq')).slice(0, 3)).toEqual([
    ['consent', 'revoke'],
    ['consent', 'grant'],
    ['init', '1234567890'],
  ])
  await visit('/om-oss')
  await expect.poll(() => requested.length).toBe(4)
  expect(consoleErrors).toEqual([])
  await context.close()
})
