import type { Page } from '@playwright/test'

export const cookieLabels = {
  no: { region: 'Informasjonskapsler', all: 'Godta alle', necessary: 'Kun nødvendige', customise: 'Tilpass' },
  en: { region: 'Cookies', all: 'Accept all', necessary: 'Necessary only', customise: 'Customise' },
} as const

export const cookieBanner = (page: Page, language: keyof typeof cookieLabels = 'no') =>
  page.getByRole('region', { name: cookieLabels[language].region, exact: true })

/** Returns the visitor's stored choice about cookies, and its date. */
export const storedConsent = (page: Page): Promise<{ choice: unknown; date: string | null }> =>
  page.evaluate(() => ({
    choice: JSON.parse(localStorage.getItem('cookieConsent') ?? 'null'),
    date: localStorage.getItem('cookieConsentDate'),
  }))
