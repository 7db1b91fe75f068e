import { checkConfirmed } from '@kontor/contract/session/session.endpoints'
import type { MouseEvent } from 'react'
import { ConfirmationError, call, SessionExpiredError } from './api-client.ts'
import { readAuth } from './session.ts'

const openInNewTab = (href: string): void => {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}

/** The address with the anti-forgery token that is valid now: a login before the download changes it. */
const withCurrentAuth = (href: string): string => {
  const url = new URL(href, location.href)
  const auth = readAuth()
  if (auth !== undefined && url.searchParams.has('auth')) url.searchParams.set('auth', auth)
  return url.href
}

/** Opens a file that only users who lately proved who they are may fetch: asks for the proof first, which a navigation couldn't. */
export const openConfirmed = async (href: string): Promise<void> => {
  try {
    await call(checkConfirmed, {})
  } catch (error) {
    if (error instanceof ConfirmationError || error instanceof SessionExpiredError) return
    // The new tab shows what is wrong, and this one stays.
  }
  openInNewTab(withCurrentAuth(href))
}

/** As `openConfirmed`, for the click on a link. */
export const followConfirmed = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.preventDefault()
  void openConfirmed(event.currentTarget.href)
}
