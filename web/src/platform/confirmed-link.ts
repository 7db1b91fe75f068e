import { checkConfirmed } from '@kontor/contract/session/session.endpoints'
import type { MouseEvent } from 'react'
import { ConfirmationError, call, SessionExpiredError } from './api-client.ts'

const openInNewTab = (href: string): void => {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}

/** Opens a file that only users who lately proved who they are may fetch: asks for the proof first, which a navigation couldn't. */
export const openConfirmed = async (href: string): Promise<void> => {
  try {
    await call(checkConfirmed, {})
  } catch (error) {
    if (error instanceof ConfirmationError || error instanceof SessionExpiredError) return
    // The new tab shows what is wrong, and this one stays.
  }
  openInNewTab(href)
}

/** As `openConfirmed`, for the click on a link. */
export const followConfirmed = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.preventDefault()
  void openConfirmed(event.currentTarget.href)
}
