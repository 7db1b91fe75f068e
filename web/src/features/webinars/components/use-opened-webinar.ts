import { useCallback, useEffect, useRef } from 'react'
import type { Webinar } from '../webinars.api.ts'
import { useRegistrationsOf } from './use-registrations-of.ts'

/** The webinar whose registrations are shown, kept in the URL. */
export const useOpenedWebinar = (webinars: readonly Webinar[]) => {
  const [id, change] = useRegistrationsOf()
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  const openWebinar = webinars.find((webinar) => webinar.id === id) ?? null
  const openedId = openWebinar?.id ?? null

  useEffect(() => {
    if (openedId === null || opener.current === null) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [openedId])

  const toggle = useCallback(
    ({ id: clicked }: Webinar) => {
      opener.current = document.activeElement
      change(clicked === openedId ? null : clicked)
    },
    [openedId, change],
  )
  const close = () => {
    change(null)
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  return { openWebinar, openedId, heading, toggle, close }
}
