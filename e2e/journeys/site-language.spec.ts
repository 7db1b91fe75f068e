import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { chooseLanguage, contactForm, labels, sendButton } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const heading = {
  no: 'Din digitale utviklingspartner',
  en: 'Your digital development partner',
} as const

/** Notes the language of every frame that the visitor sees, over reloads, too. */
const watchFrames = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const note = () => {
      const html = document.querySelector('html')
      if (html && html.style.visibility !== 'hidden' && document.querySelector('main')) {
        sessionStorage.setItem('seen', `${sessionStorage.getItem('seen') ?? ''} ${html.lang}`)
      }
      requestAnimationFrame(note)
    }
    note()
  })

const seen = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set((sessionStorage.getItem('seen') ?? '').trim().split(' '))])

for (const [path, language] of [
  ['/', 'no'],
  ['/en', 'en'],
] as const) {
  test(`${path} is complete: title, description, addresses, company, and axe likes it`, async ({ page, kontor }) => {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { name: heading[language] })).toBeVisible()
    await expect(page).toHaveTitle(/Eksempel AS/)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{50,}/)
    const { origin } = new URL(kontor.url)
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
    expect(canonical?.replace(/\/$/, '')).toBe(`${origin}${path}`.replace(/\/$/, ''))
    for (const other of ['no', 'en', 'x-default']) {
      await expect(page.locator(`link[rel="alternate"][hreflang="${other}"]`)).toHaveCount(1)
    }
    const company: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(company).toMatchObject({ '@graph': [{ '@type': 'Organization', name: 'Eksempel AS', url: `${origin}/` }] })
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
}

test('the choice changes all texts at once, is stored, and holds at the next visit', async ({ page, context }) => {
  await page.goto('/')
  await chooseLanguage(page, 'en')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(/your digital development partner/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/en\/$/)
  await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute('content', 'en_GB')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /your digital development partner/)
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en')
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'lang', value: 'en' }))

  const response = await page.goto('/')
  expect(await response?.text()).toContain('<html lang="en">')
  expect(response?.headers().vary).toContain('Cookie')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await chooseLanguage(page, 'no')
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
})

test('where the cookie was lost the stored choice counts, and no Norwegian is seen on the way', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await chooseLanguage(page, 'en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await context.clearCookies()
  await watchFrames(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  expect(await seen(page)).toEqual(['en'])
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'lang', value: 'en' }))
})

test('where only the cookie is left it counts, and is copied back', async ({ page }) => {
  await page.goto('/')
  await chooseLanguage(page, 'en')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('en')
})

test('a stored choice that is no language is ignored', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.reload()
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
})

test('/en is English for everybody, and its switch leads home to Norwegian', async ({ page }) => {
  await page.goto('/')
  await chooseLanguage(page, 'no')
  await page.goto('/en')
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
  await chooseLanguage(page, 'no')
  await expect(page.getByRole('heading', { name: heading.no })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a form filled in halfway keeps its words when the language changes, and so does what is said of it', async ({
  page,
}) => {
  await page.goto('/om-oss')
  await page.goto('/#contact')
  const form = contactForm(page)
  await form.getByLabel(labels.no.name).fill('Kari Nordmann')
  await form.getByLabel(labels.no.subject).selectOption('product')
  await sendButton(page).click()
  await expect(form.getByText('Skriv e-postadressen din.')).toBeVisible()
  await chooseLanguage(page, 'en')
  await expect(form.getByText('Please enter your email address.')).toBeVisible()
  await expect(form.getByLabel(labels.en.name)).toHaveValue('Kari Nordmann')
  await expect(form.getByLabel(labels.en.subject)).toHaveValue('product')
  await page.goBack()
  await expect(page).toHaveURL('/om-oss')
})

test('a page that the browser brings back is loaded anew where something else was chosen since', async ({ page }) => {
  await page.goto('/om-oss')
  const comeBack = (chosen: string | null) =>
    page.evaluate((language) => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      if (language) localStorage.setItem('language', language)
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, chosen)
  await page.evaluate(() => document.body.setAttribute('data-here', ''))
  await comeBack(null)
  await expect(page.locator('body')).toHaveAttribute('data-here')
  await comeBack('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('body')).not.toHaveAttribute('data-here')
})

test('where the scripts cannot be had the server changes the language', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/om-oss')
  await page.mouse.move(100, 300)
  await expect(page.locator('html')).toHaveClass(/scripts-failed/)
  await chooseLanguage(page, 'en')
  await expect(page).toHaveURL('/en/om-oss')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the switch leads to the same page in the other language, on which all links stay', async ({
    page,
    context,
  }) => {
    await page.goto('/om-oss')
    await chooseLanguage(page, 'en')
    await expect(page).toHaveURL('/en/om-oss')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidying other people’s papers since 2014.')
    await page.getByRole('link', { name: 'Privacy', exact: true }).click()
    await expect(page).toHaveURL('/en/personvern')
    expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'lang', value: 'en' }))
    await chooseLanguage(page, 'no')
    await expect(page).toHaveURL('/personvern')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personvernerklæring')
  })

  test('so it does in the narrow menu and at an unknown address, and nothing stands there that does nothing', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 404/)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/finnes-ikke')
    await page.locator('summary').first().click()
    await chooseLanguage(page, 'en')
    await expect(page).toHaveURL('/en/finnes-ikke')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The path ends here.')
    await expect(page.getByRole('button', { name: 'Change cookie settings' })).toBeHidden()
  })
})

test('an unknown address is a 404 page in the visitor’s language', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  const norwegian = await page.goto('/finnes/ikke')
  expect(norwegian?.status()).toBe(404)
  await expect(page.locator('html')).toHaveAttribute('lang', 'no')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Her slutter stien.')
  await expectAccessible(page)
  await chooseLanguage(page, 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The path ends here.')
  const english = await page.goto('/does/not/exist')
  expect(english?.status()).toBe(404)
  expect(await english?.text()).toContain('<html lang="en">')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the home page', exact: true }).click()
  await expect(page.getByRole('heading', { name: heading.en })).toBeVisible()
})

test('/en/… and unknown calls are 404 as well, each in its own form', async ({ request }) => {
  const english = await request.get('/en/does-not-exist')
  expect(english.status()).toBe(404)
  expect(await english.text()).toContain('<html lang="en">')
  const call = await request.get('/api/finnes-ikke')
  expect(call.status()).toBe(404)
  expect(await call.json()).toEqual({ error: expect.any(String) })
  expect((await request.get('/assets/finnes-ikke.js')).status()).toBe(404)
  expect((await request.get('/admin/finnes-ikke')).status()).toBe(404)
})
