/** Runs the cookie banner and its dialogs, which are part of every page, and starts third-party tags. Part of the head script. */

import { formatConsentTime } from '../../platform/format/consent-time.ts'
import { consentVersion } from './cookie-version.ts'
import { deleteDeclinedCookies } from './delete-cookies.ts'
import {
  type CookieChoice,
  type CookieConsent,
  clearConsent,
  readConsent,
  setAsking,
  storeConsent,
} from './stored-consent.ts'
import type { TagIds } from './tag-hosts.ts'

/** The URL fragment that opens the banner, even if the company has switched the banner off. */
const bannerHash = '#cookie-banner'
const nothing: CookieChoice = { analytics: false, marketing: false }

/** Ids of the company's tags and the URL of the script that starts them. */
export interface Tags extends TagIds {
  readonly script: string
}

const currentConsent = (): CookieConsent | null => readConsent(consentVersion)

/** Deletes declined cookies, which another tab may have set, and starts the allowed tags. Only the tags contact other sites. */
const apply = (choice: CookieChoice, tags: Tags | null): void => {
  deleteDeclinedCookies(choice)
  if (!(choice.analytics && tags?.googleAnalytics) && !(choice.marketing && tags?.metaPixel)) return
  const started: Promise<void> = import(/* @vite-ignore */ tags.script).then(({ startTags }) => startTags(tags, choice))
  // The page works without its tags.
  started.catch(() => undefined)
}

const decide = (choice: CookieChoice, tags: Tags | null): void => {
  storeConsent(choice, consentVersion)
  setAsking(false)
  apply(choice, tags)
  // Moves the focus, since the focused button has disappeared with the banner.
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** Withdraws the consent, deletes its cookies and reloads the page with the banner. */
const askAgain = (): void => {
  clearConsent()
  deleteDeclinedCookies(nothing)
  location.hash = bannerHash
  location.reload()
}

const switches = (dialog: HTMLDialogElement) => dialog.querySelectorAll<HTMLInputElement>('[role=switch]')

/** Opens a dialog. Its switches are off unless the visitor has turned them on before. */
const open = (dialog: HTMLDialogElement): void => {
  const consent = currentConsent()
  const { analytics, marketing } = consent ?? nothing
  for (const control of switches(dialog)) control.checked = control.name === 'analytics' ? analytics : marketing
  for (const part of dialog.querySelectorAll<HTMLElement>('[data-if]')) {
    part.hidden = !{ none: !consent, chosen: Boolean(consent), analytics, marketing }[part.dataset.if ?? '']
  }
  const time = dialog.querySelector('time')
  if (time && consent) time.textContent = formatConsentTime(consent.date, document.documentElement.lang)
  dialog.returnValue = ''
  dialog.showModal()
  dialog.querySelector('h2')?.focus()
}

const answerClicks = (tags: Tags | null): void => {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button) return
    const dialog = document.getElementById(button.dataset.opens ?? '')
    if (dialog instanceof HTMLDialogElement) open(dialog)
    const { decides } = button.dataset
    if (decides) decide({ analytics: decides === 'all', marketing: decides === 'all' }, tags)
  })
}

/** Lets Enter toggle a switch. By default Enter submits the form, which would store a consent that the visitor wanted to switch off. */
const turnSwitchByEnter = (event: KeyboardEvent): void => {
  const { target, key, repeat } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.role !== 'switch') return
  event.preventDefault()
  if (!repeat) target.click()
}

/** Applies a dialog's answer after it has closed, when the browser has returned the focus. */
const answerDialog = ({ target }: Event, tags: Tags | null): void => {
  if (!(target instanceof HTMLDialogElement)) return
  if (target.returnValue === 'ask') askAgain()
  if (target.returnValue !== 'save') return
  const chosen = [...switches(target)].filter(({ checked }) => checked).map(({ name }) => name)
  decide({ analytics: chosen.includes('analytics'), marketing: chosen.includes('marketing') }, tags)
}

/**
 * Asks for consent unless a valid consent is stored. If `asks` is false, asks only if the URL has the banner's fragment. Returns a function
 * that applies the stored choice; call it after the first paint.
 */
export const startConsent = (tags: Tags | null, asks: boolean): (() => void) => {
  const consent = currentConsent()
  // Deletes an expired or outdated consent.
  if (!consent) clearConsent()
  setAsking(!consent && (asks || location.hash === bannerHash))
  answerClicks(tags)
  addEventListener('keydown', turnSwitchByEnter)
  addEventListener('close', (event) => answerDialog(event, tags), true)
  return () => {
    if (consent) apply(consent, tags)
  }
}
