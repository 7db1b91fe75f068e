import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { cookieBanner, cookieLabels } from '../harness/cookies.ts'
import { post } from '../harness/rows.ts'
import { chooseLanguage } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'
import { clearWebinars } from '../harness/webinars.ts'

// Every page of the site in both languages, loaded once and resized.

const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']
const unknownPath = '/finnes/ikke'

const phone = { width: 390, height: 844 }

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const pageWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

/** Email addresses and numbers that are broken over two lines, and pairs of the header's texts that touch each other. */
const findFaults = (page: Page): Promise<{ broken: string[]; overlaps: string[] }> =>
  page.evaluate(() => {
    const broken: string[] = []
    const texts: { text: string; box: DOMRect }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [text, parent] = [node.textContent ?? '', node.parentElement]
      if (!text.trim() || !parent?.checkVisibility()) continue
      for (const match of text.matchAll(/\S+@\S+\.\w+|\+47 [\d ]+\d|999 999 999/g)) {
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(match[0])
      }
      if (!parent.closest('header') || parent.closest('.sr-only')) continue
      range.selectNodeContents(node)
      texts.push({ text: text.trim(), box: range.getBoundingClientRect() })
    }
    const touches = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const overlaps = texts.flatMap(({ text, box }, index) =>
      texts
        .slice(index + 1)
        .filter((other) => touches(box, other.box))
        .map((other) => `${text} / ${other.text}`),
    )
    // "Kurs" and its note are two lines of one entry, whose line boxes overlap, unlike their letters.
    return { broken, overlaps: overlaps.filter((pair) => !/^(?:Kurs|Courses) \//.test(pair)) }
  })

/** Checks the drawing of one page at 768 pixels: it ends where the page ends, beside the text. */
const drawings: Partial<Record<string, (page: Page) => Promise<void>>> = {
  '/om-oss': async (page) => {
    const quay = await boxOf(page.locator('main img').first())
    expect(quay.right).toBeGreaterThan(768 - 48)
    expect(quay.y).toBeLessThan((await boxOf(page.locator('main p').first())).bottom)
  },
  '/produkter': async (page) => {
    const title = await boxOf(page.locator('#tool h2'))
    expect(title.x).toBeGreaterThan((await boxOf(page.locator('#tool img'))).right)
  },
}

/** The first round ends where the language switch is in the header; the second, with texts of another length, on the smallest phone. */
const expectFitsEveryWidth = async (page: Page, path: string, turn: number): Promise<void> => {
  const others = path === '/' ? [390, 1024, 1440, 1920] : []
  for (const width of turn === 0 ? [768, 640, 320, ...others, 1280] : [...others, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await pageWidth(page), `${width} px`).toBeLessThanOrEqual(width)
    if (width === 768) await drawings[path]?.(page)
    else expect(await findFaults(page), `${width} px`).toEqual({ broken: [], overlaps: [] })
    if (width >= 1024) expect((await boxOf(page.getByRole('banner'))).height, `${width} px`).toBeLessThan(90)
  }
}

const languages = [
  { language: 'no', lang: 'nb', privacy: 'Personvern', prefix: '' },
  { language: 'en', lang: 'en', privacy: 'Privacy', prefix: '/en' },
] as const

test('every page fits each width, passes axe and changes its language at once', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  for (const [index, path] of [...paths, unknownPath].entries())
    await test.step(path, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(path === unknownPath ? 404 : 200)
      // Each page opens in the language that was chosen on the one before.
      const order = index % 2 === 0 ? [0, 1] : [1, 0]
      for (const [turn, which] of order.entries()) {
        const { language, lang, privacy, prefix } = languages[which === 0 ? 0 : 1]
        if (turn === 1) await chooseLanguage(page, language)
        await expect(page.locator('html')).toHaveAttribute('lang', lang)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const link = page.getByRole('link', { name: privacy, exact: true })
        await expect(link).toHaveAttribute('href', `${prefix}/personvern`)
        if (turn === 1)
          await expect(page.getByRole('button', { name: language.toUpperCase(), exact: true })).toBeFocused()
        await expectFitsEveryWidth(page, path, turn)
        if (turn === 0) await expectAccessible(page)
      }
    })
})

/** The size and looks of a button of the cookie banner. */
const styleOf = (page: Page, name: 'all' | 'necessary', language: 'no' | 'en') =>
  cookieBanner(page, language)
    .getByRole('button', { name: cookieLabels[language][name], exact: true })
    .evaluate((element) => {
      const { width, height, top } = element.getBoundingClientRect()
      const { color, backgroundColor, fontWeight, fontSize, borderColor, opacity } = getComputedStyle(element)
      const style = { color, backgroundColor, fontWeight, fontSize, borderColor, opacity }
      return { width: Math.round(width), height, top, ...style }
    })

test('the home page with three webinars and the cookie banner, on any screen', async ({ page, admin }) => {
  await clearWebinars(admin)
  const webinar = (day: number) => ({
    name: `Webinar nummer ${day}`,
    date: `2031-06-0${day}T08:00:00.000Z`,
    isActive: true,
  })
  await post(admin, '/api/webinars', [1, 2, 3].map(webinar))
  for (const { language, prefix } of languages.toReversed())
    await test.step(`has all its sections on ten screens of a phone, and an accessible menu: ${language}`, async () => {
      await page.setViewportSize(phone)
      await page.goto(`${prefix}/`)
      await page.locator('#contact').scrollIntoViewIfNeeded()
      await expect(page.getByRole('radio')).toHaveCount(3)
      for (const id of ['hero', 'intro', 'products', 'services', 'about', 'webinar-registration', 'contact'])
        await expect(page.locator(`#${id}`)).toBeVisible()
      await expect(cookieBanner(page, language)).toBeVisible()
      // The banner lies over the page, and has its own place after the footer.
      const height = await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom + scrollY)
      expect(height / phone.height).toBeLessThanOrEqual(10)
      await page.locator('summary').first().click()
      await expectAccessible(page, 'header')
      await page.keyboard.press('Escape')
      // Accepting and declining look the same.
      await expectAccessible(page, '#cookie-banner')
      for (const width of [1440, phone.width]) {
        await page.setViewportSize({ ...phone, width })
        const yes = await styleOf(page, 'all', language)
        expect(yes).toEqual(await styleOf(page, 'necessary', language))
        expect(yes.height).toBeGreaterThanOrEqual(44)
        expect(await pageWidth(page)).toBeLessThanOrEqual(width)
      }
    })

  await test.step('the first screen shows a piece of the tool, and the map has its sentence at its side', async () => {
    for (const size of [
      phone,
      { width: 768, height: 1024 },
      { width: 1280, height: 900 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(size)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      const tool = await boxOf(page.getByRole('img', { name: /Tegnet eksempel/ }))
      expect(tool.y + 200, `the tool at ${size.width}`).toBeLessThan(size.height)
      if (size.width < 1024) continue
      const sentence = await boxOf(page.getByText('Linjen på kartet går fra åpent hav til kai.'))
      const map = await boxOf(page.locator('picture img').first())
      expect(sentence.y, `below the map's top at ${size.width}`).toBeGreaterThan(map.y)
      expect(sentence.y, `at most a line below the map at ${size.width}`).toBeLessThan(map.y + map.height + 40)
    }
  })

  await test.step('the demo can be booked from everywhere on a wide screen', async () => {
    await page.locator('#contact').scrollIntoViewIfNeeded()
    await expect(page.getByRole('banner').getByRole('link', { name: /Book en demo/ })).toBeInViewport()
  })
  await clearWebinars(admin)
})
