import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { consentVersion } from '../content/cookie-version.ts'
import { CookieBanner } from '../features/site/components/cookie-banner.tsx'
import { CookieDialogs } from '../features/site/components/cookie-dialogs.tsx'
import { SiteFooter } from '../features/site/components/site-footer.tsx'
import { readConsent, setAsking } from '../platform/cookie-consent.ts'
import { expectAccessible } from '../testing/axe.ts'
import { focus } from '../testing/locators.ts'
import { mountSite } from '../testing/site.tsx'
import { startConsent } from './consent.ts'

const banner = page.getByRole('region', { name: 'Informasjonskapsler', exact: true })
const button = (name: string, inside: Locator = banner) => inside.getByRole('button', { name, exact: true })
const customise = page.getByRole('dialog', { name: 'Velg informasjonskapsler' })
const settings = page.getByRole('dialog', { name: 'Cookie-innstillinger' })
const openSettings = page.getByRole('button', { name: 'Endre cookie-innstillinger' })

startConsent(null)

/** The banner as the head script shows it to a visitor who hasn't chosen, and the footer's button. */
const open = () => {
  setAsking(true)
  onTestFinished(() => setAsking(false))
  return mountSite(
    <>
      <SiteFooter page="about" />
      <CookieBanner />
      <CookieDialogs />
    </>,
  )
}

const storedChoice = (): unknown => JSON.parse(localStorage.getItem('cookieConsent') ?? 'null')

beforeEach(() => localStorage.clear())

test('lets the visitor choose by category; Escape and Avbryt change nothing', async () => {
  await open()
  await button('Tilpass').click()
  await expect.element(customise.getByRole('heading', { level: 2 })).toHaveFocus()
  await expect.element(customise).toMatchTextContent('Alltid på')
  await expect.element(customise.getByRole('switch')).toHaveLength(2)
  await customise.getByText('Vis hva som lagres', { exact: false }).nth(1).click()
  await expect.element(customise).toMatchTextContent('_ga')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(customise).not.toBeInTheDocument()
  await expect.element(button('Tilpass')).toHaveFocus()

  await button('Tilpass').click()
  await customise.getByRole('switch', { name: 'Markedsføring' }).click()
  await button('Avbryt', customise).click()
  await expect.element(customise).not.toBeInTheDocument()
  expect(storedChoice()).toBeNull()
  await expect.element(banner).toBeVisible()

  await button('Tilpass').click()
  await expect.element(customise.getByRole('switch', { name: 'Markedsføring' })).not.toBeChecked()
  await customise.getByRole('switch', { name: 'Analyse' }).click()
  await button('Lagre valg', customise).click()
  await expect.element(customise).not.toBeInTheDocument()
  await expect.element(banner).not.toBeInTheDocument()
  expect(storedChoice()).toEqual({ necessary: true, analytics: true, marketing: false })
  expect(localStorage.getItem('cookieConsentVersion')).toBe(String(consentVersion))
})

test('turns a switch by Enter as by the space bar, and stores nothing', async () => {
  await open()
  await button('Tilpass').click()
  const analytics = customise.getByRole('switch', { name: 'Analyse' })
  await focus(analytics)
  await userEvent.keyboard(' ')
  await expect.element(analytics).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expect.element(analytics).not.toBeChecked()
  await expect.element(customise).toBeVisible()
  expect(storedChoice()).toBeNull()
})

test('shows the visitor the receipt of their own choice', async () => {
  await open()
  await openSettings.click()
  await expect.element(settings).toMatchTextContent('Du har ikke valgt ennå.')
  await button('Lukk', settings).click()
  await expect.element(settings).not.toBeInTheDocument()
  await button('Godta alle').click()
  await openSettings.click()
  await expect.element(settings).toMatchTextContent(String(new Date().getFullYear()))
  await expect.element(settings).toMatchTextContent('Nødvendig, Analyse, Markedsføring')
  await expect.element(settings).toMatchTextContent(/Versjon \d+/)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(openSettings).toHaveFocus()
})

test('speaks English to English readers', async () => {
  const show = await open()
  show('en')
  const englishBanner = page.getByRole('region', { name: 'Cookies', exact: true })
  await button('Customise', englishBanner).click()
  const dialog = page.getByRole('dialog', { name: 'Choose cookies' })
  await expect.element(dialog).toMatchTextContent('Always on')
  await expectAccessible()
  await button('Save choice', dialog).click()
  await expect.element(englishBanner).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Change cookie settings' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Cookie settings' })).toMatchTextContent('You allowNecessary')
  await expectAccessible()
})

const monthsAgo = (months: number, minutes: number): string => {
  const date = new Date(Date.now() + minutes * 60_000)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString()
}

const storeConsent = (consent: unknown, date: string | null, version: number | null = consentVersion): void => {
  localStorage.clear()
  if (version !== null) localStorage.setItem('cookieConsentVersion', String(version))
  if (consent !== null) {
    localStorage.setItem('cookieConsent', typeof consent === 'string' ? consent : JSON.stringify(consent))
  }
  if (date !== null) localStorage.setItem('cookieConsentDate', date)
}

const valid = { necessary: true, analytics: false, marketing: false }

test('reads a valid choice for six months', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:00.000Z') })
  storeConsent(valid, monthsAgo(6, 5))
  expect(readConsent(consentVersion)).toMatchObject({ analytics: false, marketing: false })
})

test.each([
  ['no choice', null, '2026-11-15T12:00:00.000Z'],
  ['no date', valid, null],
  ['older than six months', valid, '2026-05-15T11:55:00.000Z'],
  ['an invalid date', valid, 'i går'],
  ['a future date', valid, '2026-11-16T12:00:00.000Z'],
  ['invalid JSON', '{', '2026-11-15T12:00:00.000Z'],
  ['half a choice', { ...valid, marketing: 'ja' }, '2026-11-15T12:00:00.000Z'],
  ['necessary refused', { ...valid, necessary: false }, '2026-11-15T12:00:00.000Z'],
])('ignores a stored choice: %s', (_, consent, date) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:00.000Z') })
  storeConsent(consent, date)
  expect(readConsent(consentVersion)).toBeNull()
})

test('takes a choice without a version as given on the first text, and ignores one given on another text', () => {
  storeConsent(valid, new Date().toISOString(), null)
  expect(readConsent(1)).toMatchObject({ analytics: false })
  expect(readConsent(2)).toBeNull()
  storeConsent(valid, new Date().toISOString(), 2)
  expect(readConsent(1)).toBeNull()
})

test('counts six months before the last of August as the last of February', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-31T12:00:00.000Z') })
  storeConsent(valid, '2026-02-28T12:00:01.000Z')
  expect(readConsent(consentVersion)).not.toBeNull()
  storeConsent(valid, '2026-02-28T11:59:59.000Z')
  expect(readConsent(consentVersion)).toBeNull()
})

test('gives a tag its consent signals first, denied, before anything is granted or loaded', async () => {
  const loaded: string[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) loaded.push(node.src)
  })
  const { startTags } = await import('../platform/tags.ts')
  startTags({ googleAnalytics: 'G-TEST', metaPixel: null }, { analytics: true, marketing: false })
  const layer = (window.dataLayer ?? []).map((command) => JSON.parse(JSON.stringify(Array.from(command as []))))
  delete window.dataLayer
  const signals = (advertising: string, analytics: string) => ({
    ad_storage: advertising,
    ad_user_data: advertising,
    ad_personalization: advertising,
    analytics_storage: analytics,
  })
  expect(layer.slice(0, 2)).toEqual([
    ['consent', 'default', signals('denied', 'denied')],
    ['consent', 'update', signals('denied', 'granted')],
  ])
  expect(layer[3]).toEqual(['config', 'G-TEST'])
  expect(loaded).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST'])
})
