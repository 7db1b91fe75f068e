import { expect, type Page } from '@playwright/test'

/** The labels of the contact form in each language. */
export const labels = {
  no: { name: 'Navn', email: 'E-post', company: 'Bedrift', subject: 'Emne', message: 'Melding', send: 'Send melding' },
  en: {
    name: 'Name',
    email: 'Email',
    company: 'Company',
    subject: 'Subject',
    message: 'Message',
    send: 'Send message',
  },
} as const

export type SiteLanguage = keyof typeof labels

export interface Message {
  readonly name: string
  readonly email: string
  readonly company?: string
  /** The label of the chosen subject. */
  readonly subject: string
  readonly message: string
}

export const contactForm = (page: Page) => page.locator('form[aria-labelledby="contact-title"]')

/** Fills in the contact form without sending it. */
export const fillForm = async (page: Page, language: SiteLanguage, message: Message): Promise<void> => {
  const label = labels[language]
  const form = contactForm(page)
  await form.getByLabel(label.name).fill(message.name)
  await form.getByLabel(label.email).fill(message.email)
  if (message.company) await form.getByLabel(label.company).fill(message.company)
  await form.getByLabel(label.subject).selectOption({ label: message.subject })
  await form.getByLabel(label.message).fill(message.message)
}

export const sendButton = (page: Page, language: SiteLanguage = 'no') =>
  contactForm(page).getByRole('button', { name: labels[language].send })

export const siteToast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** Returns true if React has hydrated the page's islands. */
export const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const islands = [...document.querySelectorAll('[data-island]')]
    const isLive = (island: Element) => Object.keys(island).some((key) => key.startsWith('__reactContainer'))
    return islands.length > 0 && islands.every(isLive)
  })

/** Waits until React has hydrated the page and its webinars have loaded. */
export const waitForWebinars = async (page: Page): Promise<void> => {
  await expect.poll(() => isHydrated(page)).toBe(true)
  await expect(page.locator('#webinar-registration').getByRole('status')).toHaveCount(0)
}

export const chooseLanguage = (page: Page, language: SiteLanguage) =>
  page.getByRole('banner').getByRole('button', { name: language.toUpperCase(), exact: true }).click()
