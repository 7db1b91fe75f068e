import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { focus } from '../../testing/locators.ts'
import { mountSite } from '../../testing/site.tsx'
import { SiteFooter } from '../components/site-footer.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { CookieDialogs } from './cookie-dialogs.tsx'
import { consentVersion } from './cookie-version.ts'
import { startConsent } from './start-consent.ts'
import { readConsent, setAsking } from './stored-consent.ts'

const banner = page.getByRole('region', { name: 'Informasjonskapsler', exact: true })
const button = (name: string, inside: Locator = banner) => inside.getByRole('button', { name, exact: true })
const customise = page.getByRole('dialog', { name: 'Velg informasjonskapsler' })
const settings = page.getByRole('dialog', { name: 'Cookie-innstillinger' })
const openSettings = page.getByRole('button', { name: 'Endre cookie-innstillinger' })

startConsent(null, true)

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

test('lets the visitor choose by category and shows the receipt; Escape and Avbryt change nothing', async () => {
  await open()
  await openSettings.click()
  await expect.element(settings).toMatchTextContent('Du har ikke valgt ennå.')
  await button('Lukk', settings).click()
  await expect.element(settings).not.toBeInTheDocument()

  await button('Tilpass').click()
  await expect.element(customise.getByRole('heading', { level: 2 })).toHaveFocus()
  await expect.element(customise).toMatchTextContent('Alltid på')
  await expect.element(customise.getByRole('switch')).toHaveLength(2)
  await customise.getByText('Vis hva som lagres', { exact: false }).nth(1).click()
  await expect.element(customise).toMatchTextContent('_ga')
  const analytics = customise.getByRole('switch', { name: 'Analyse' })
  await focus(analytics)
  await userEvent.keyboard(' ')
  await expect.element(analytics).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expect.element(analytics).not.toBeChecked()
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
  await analytics.click()
  await button('Lagre valg', customise).click()
  await expect.element(customise).not.toBeInTheDocument()
  await expect.element(banner).not.toBeInTheDocument()
  expect(storedChoice()).toEqual({ necessary: true, analytics: true, marketing: false })
  expect(localStorage.getItem('cookieConsentVersion')).toBe(String(consentVersion))

  await openSettings.click()
  await expect.element(settings).toMatchTextContent(String(new Date().getFullYear()))
  await expect.element(settings).toMatchTextContent('Nødvendig, Analyse')
  await expect.element(settings).toMatchTextContent(/Versjon \d+/)
  await userEvent.keyboard('{Escape}')
  await expect.element(openSettings).toHaveFocus()
})

const storeConsent = (consent: unknown, date: string | null, version: number | null = consentVersion): void => {
  localStorage.clear()
  if (version !== null) localStorage.setItem('cookieConsentVersion', String(version))
  if (consent !== null) {
    localStorage.setItem('cookieConsent', typeof consent === 'string' ? consent : JSON.stringify(consent))
  }
  if (date !== null) localStorage.setItem('cookieConsentDate', date)
}

const valid = { necessary: true, analytics: false, marketing: false }

test('reads a valid choice on the text for six months, and no other', () => {
  const given = '2026-11-15T12:00:00.000Z'
  for (const [what, now, consent, date, isRead] of [
    ['six months old', given, valid, '2026-05-15T12:05:00.000Z', true],
    ['older', given, valid, '2026-05-15T11:55:00.000Z', false],
    ['of the last of February, in August', '2026-08-31T12:00:00.000Z', valid, '2026-02-28T12:00:01.000Z', true],
    ['older, in August', '2026-08-31T12:00:00.000Z', valid, '2026-02-28T11:59:59.000Z', false],
    ['no choice', given, null, given, false],
    ['no date', given, valid, null, false],
    ['an invalid date', given, valid, 'i går', false],
    ['a future date', given, valid, '2026-11-16T12:00:00.000Z', false],
    ['invalid JSON', given, '{', given, false],
    ['half a choice', given, { ...valid, marketing: 'ja' }, given, false],
    ['necessary refused', given, { ...valid, necessary: false }, given, false],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    storeConsent(consent, date)
    if (isRead) expect(readConsent(consentVersion), what).toMatchObject({ analytics: false, marketing: false })
    else expect(readConsent(consentVersion), what).toBeNull()
  }
  vi.useRealTimers()
  // A choice without a version was made for the first text.
  storeConsent(valid, new Date().toISOString(), null)
  expect(readConsent(1)).toMatchObject({ analytics: false })
  expect(readConsent(2)).toBeNull()
  storeConsent(valid, new Date().toISOString(), 2)
  expect(readConsent(1)).toBeNull()
})
