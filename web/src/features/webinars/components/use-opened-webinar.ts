import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useUrlWriter } from '../../../platform/url-state.ts'
import type { Webinar } from '../webinars.api.ts'

/** The URL parameters for the webinar, the search in its registrations and their sort order. */
export const registrationParams = { webinar: 'webinar', search: 'rq', sort: 'rsort' } as const

/** Keeps in the URL which webinar's registrations are shown, so that Back returns to the previous webinar. The id is null for none. */
export const useRegistrationsOf = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const { webinar, search, sort } = registrationParams
  const change = useCallback(
    (id: string | null, mode: 'push' | 'replace' = 'push') =>
      write({ [webinar]: id, [search]: null, [sort]: null }, mode),
    [write],
  )
  return [params.get(webinar), change] as const
}

/** Finds the webinar whose registrations are shown. Focuses their heading when they open, and the opener when they close. */
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
