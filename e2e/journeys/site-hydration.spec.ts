import type { Page } from '@playwright/test'
import { chooseLanguage, contactForm, fillForm, sendButton, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const scripts = '**/assets/*.js'
const heading = { no: 'Din digitale utviklingspartner', en: 'Your digital development partner' }

test('without its scripts the form reports that, works once they load, and the server changes the language', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  const failure = contactForm(page).getByText('Skjemaet lot seg ikke laste.')

  await test.step('no script at all', async () => {
    await page.route(scripts, (route) => route.abort())
    await page.goto('/')
    await fillForm(page, 'no', {
      name: 'Ola Nordmann',
      email: 'ola@kunde.example',
      subject: 'Teknisk støtte',
      message: 'Uten nett',
    })
    await sendButton(page).click()
    await expect(failure).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await page.unroute(scripts)
    await sendButton(page).click()
    await expect(siteToast(page, 'Meldingen er sendt!')).toBeVisible()
    await expect(failure).toBeHidden()
  })

  await test.step('the server changes the language', async () => {
    await page.route(scripts, (route) => route.abort())
    await page.goto('/')
    await page.mouse.move(100, 300)
    await expect(page.locator('html')).toHaveClass(/scripts-failed/)
    await chooseLanguage(page, 'en')
    await expect(page).toHaveURL('/en/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en')
  })
})

test.describe('a visitor who has chosen English, in a browser without the cookie', () => {
  test.use({
    storageState: async ({ kontor }, use) =>
      use({
        cookies: [],
        origins: [{ origin: new URL(kontor.url).origin, localStorage: [{ name: 'language', value: 'en' }] }],
      }),
  })

  const countLoads = (page: Page): (() => number) => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    return () => loads
  }

  const refuseCookies = () => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
  }

  test('never sees Norwegian and gets the cookie back; if only the cookie is left, it is stored again', async ({
    page,
    context,
  }) => {
    // Records the language of every visible frame, across reloads.
    await page.addInitScript(() => {
      const note = () => {
        const html = document.querySelector('html')
        if (html && html.style.visibility !== 'hidden' && document.querySelector('main')) {
          sessionStorage.setItem('seen', `${sessionStorage.getItem('seen') ?? ''} ${html.lang}`)
        }
        requestAnimationFrame(note)
      }
      note()
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
    const seen = () =>
      page.evaluate(() => [...new Set((sessionStorage.getItem('seen') ?? '').trim().split(' ').filter(Boolean))])
    await expect.poll(seen).toEqual(['en'])
    expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'lang', value: 'en' }))

    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
    await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('en')
    expect(await seen()).toEqual(['en'])
  })

  test('gets the English page if cookies are refused; the Norwegian page is hidden for four seconds at most', async ({
    page,
    context,
  }) => {
    await page.addInitScript(refuseCookies)
    const loads = countLoads(page)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
    await expect(page).toHaveTitle(/your digital development partner/)
    expect(loads()).toBe(2)
    await chooseLanguage(page, 'no')
    await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
    expect(loads()).toBe(3)

    const stuck = await context.newPage()
    await stuck.addInitScript(refuseCookies)
    await stuck.addInitScript(() => localStorage.setItem('language', 'en'))
    await stuck.route('/en/', (route) => route.abort('aborted'))
    const now = new Date('2026-06-01T10:00:00.000Z').getTime()
    await stuck.clock.install({ time: now })
    await stuck.clock.pauseAt(now + 1000)
    await stuck.goto('/', { waitUntil: 'commit' })
    const norwegian = stuck.getByRole('heading', { name: heading.no, includeHidden: true })
    await expect(norwegian).toBeAttached()
    await stuck.clock.runFor(3999)
    await expect(norwegian).toBeHidden()
    await stuck.clock.runFor(1)
    await expect(norwegian).toBeVisible()
    await stuck.close()
  })

  test('is not redirected in a loop when storage is refused or a cache answers in Norwegian', async ({
    context,
    request,
  }) => {
    await test.step('the session’s storage is refused', async () => {
      const page = await context.newPage()
      await page.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('refused', 'SecurityError')
          },
        })
      })
      const loads = countLoads(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
      expect(loads()).toBe(2)
      await page.close()
    })

    await test.step('a cache on the way always answers in Norwegian', async () => {
      const norwegian = await (await request.get('/')).text()
      const page = await context.newPage()
      await page.route('/', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: norwegian, headers: { ...response.headers(), 'content-length': '' } })
      })
      const loads = countLoads(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
      expect(loads()).toBe(2)
      await page.close()
    })
  })
})
