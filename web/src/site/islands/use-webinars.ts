import type { listActiveWebinars } from '@kontor/contract/webinars/webinars.endpoints'
import type { UpcomingWebinar } from '@kontor/contract/webinars/webinars.schema'
import { useCallback, useEffect, useState } from 'react'

/**
 * Gets JSON from the server, for the public site, whose bundle has no zod.
 * @throws Error `"<status>: <text>"` for an error response, or the error of `fetch` without a response.
 */
const getJson = async (url: string): Promise<unknown> => {
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`)
  return response.json()
}

// Imports only the endpoint's type: the site's bundle has no zod.
const address: (typeof listActiveWebinars)['path'] = '/api/webinars/active'

const isWebinar = (value: unknown): value is UpcomingWebinar =>
  ['id', 'name', 'date'].every((key) => typeof Reflect.get(Object(value), key) === 'string')

const fetchWebinars = async (): Promise<readonly UpcomingWebinar[]> => {
  const list = await getJson(address)
  if (!Array.isArray(list)) throw new Error('The list of webinars is not an array.')
  return list.filter(isWebinar)
}

/** Loads the list as soon as the page's scripts run, so that the layout doesn't shift when the visitor scrolls to the list. */
export const useWebinars = () => {
  const [state, setState] = useState<readonly UpcomingWebinar[] | 'loading' | 'failed'>('loading')
  const load = useCallback(() => {
    // Keeps a list that is shown, since a form below it may contain the visitor's input.
    fetchWebinars().then(setState, () => setState((shown) => (Array.isArray(shown) ? shown : 'failed')))
  }, [])
  useEffect(load, [load])
  const retry = (): void => {
    setState('loading')
    load()
  }
  return { state, refresh: load, retry }
}
