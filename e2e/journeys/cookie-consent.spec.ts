import type { BrowserContext, Page } from '@playwright/test'
import { cookieBanner, cookieLabels, storedConsent } from '../harness/cookies.ts'
import { tabTo } from '../harness/keyboard.ts'
import { isHydrated } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const button = (page: Page, name: keyof typeof cookieLabels.no, language: keyof typeof cookieLabels = 'no') =>
  cookieBanner(page, language).getByRole('button', { name: cookieLabels[language][name], exact: true })

const customiseDialog = (page: Page) => page.getByRole('dialog', { name: 'Velg informasjonskapsler' })
const settingsDialog = (page: Page) => page.getByRole('dialog', { name: 'Cookie-innstillinger' })
const openSettings = (page: Page) => page.getByRole('button', { name: 'Endre cookie-innstillinger' }).click()

test('shows no banner if it is switched off; otherwise the banner covers nothing and calls no other hosts', async ({
  page,
  context,
  kontor,
}) => {
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  const asks = async () => !(await (await fetch(kontor.url)).text()).includes('data-quiet')
  expect(await asks()).toBe(true)
  await kontor.sql(`INSERT INTO company (facts) VALUES ('{"asksAboutCookies": false}')`)
  await expect.poll(asks).toBe(false)
  await page.goto('/om-oss')
  await expect(page.getByRole('link', { name: 'Til valg av informasjonskapsler' })).toBeHidden()
  await expect(cookieBanner(page)).toBeHidden()
  await openSettings(page)
  await settingsDialog(page).getByRole('button', { name: 'Vis cookie-banner' }).click()
  await expect(cookieBanner(page)).toBeInViewport()
  await kontor.sql('DELETE FROM company')
  await expect.poll(asks).toBe(true)

  await test.step('at the end of the page the banner has a place of its own', async () => {
    const overlap = async (): Promise<number> => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const footer = await page.getByRole('contentinfo').boundingBox()
      const banner = await cookieBanner(page).boundingBox()
      return footer && banner ? Math.round(footer.y + footer.height - banner.y) : Number.NaN
    }
    await expect.poll(overlap).toBe(0)
    await expect(page.getByRole('contentinfo')).toBeInViewport()
  })

  await test.step('the focused element is never hidden, and the focus moves on from the banner', async () => {
    await page.getByRole('main').getByRole('link').first().focus()
    await tabTo(page, /^Tilpass$/)
    await page.keyboard.press('Tab')
    await expect(button(page, 'customise')).not.toBeFocused()
  })

  await button(page, 'all').click()
  await expect(cookieBanner(page)).toBeHidden()
  expect((await storedConsent(page)).choice).toEqual({ necessary: true, analytics: true, marketing: true })

  await page.goto('/')
  await page.mouse.wheel(0, 600)
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect(cookieBanner(page)).toBeHidden()
  expect(await context.cookies()).toEqual([])
  expect([...hosts]).toEqual([new URL(kontor.url).host])

  await test.step('the choice holds for the page if the browser refuses storage', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      })
    })
    await page.goto('/personvern')
    await button(page, 'necessary').click()
    await expect(cookieBanner(page)).toBeHidden()
  })
})

const analytics = ['_ga', '_ga_ABC123', '_gid', '_gat', '_gat_UA_1']
const marketing = ['_fbp', '_fbc']

/** Sets cookies like tags do: for the host and for its parent domain. */
const setTagCookies = async (context: BrowserContext, host: string): Promise<void> => {
  const parent = host.slice(host.indexOf('.') + 1)
  const names = [...analytics, ...marketing, 'egen']
  await context.addCookies(
    [host, `.${host}`, `.${parent}`].flatMap((domain) =>
      names.map((name) => ({ name, value: 'x', domain, path: '/', expires: Date.now() / 1000 + 3600 })),
    ),
  )
}

const cookieNames = async (context: BrowserContext): Promise<string[]> =>
  [...new Set((await context.cookies()).map(({ name }) => name))].sort()

test('deletes the cookies of declined categories, on the host and on its parent domains', async ({
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
  expect(await storedConsent(page)).toEqual({ choice: null, date: null })

  await setTagCookies(context, 'www.kontor.localhost')
  await button(page, 'necessary').click()
  await expect.poll(() => cookieNames(context)).toEqual(['egen'])
  await test.step('also at every later visit, on any page', async () => {
    await setTagCookies(context, 'www.kontor.localhost')
    await page.goto('/personvern')
    await expect.poll(() => cookieNames(context)).toEqual(['egen'])
  })
  await context.close()
})
