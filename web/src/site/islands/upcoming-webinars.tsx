import type { listActiveWebinars } from '@kontor/contract/webinars/webinars.endpoints'
import type { UpcomingWebinar } from '@kontor/contract/webinars/webinars.schema'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../../platform/i18n.tsx'
import { RefreshIcon } from '../../ui/base/icons.tsx'
import { webinarTexts } from '../texts/webinar-texts.ts'
import { WebinarRegistration } from './webinar-registration.tsx'

const bar = 'rounded-sm bg-sunken motion-safe:animate-pulse'

/** Is as tall as the content that replaces it, to avoid a layout shift. */
function WebinarSkeleton() {
  const { loading, failed, failedText } = useTexts(webinarTexts)
  return (
    <>
      <div role="status" className="mt-10 in-[.scripts-failed]:hidden noscript:hidden">
        <p className="sr-only">{loading}</p>
        <div aria-hidden="true" className="grid gap-x-12 gap-y-10 lg:grid-cols-12">
          <div className="grid content-start gap-3 lg:col-span-5">
            <div className={`h-[6.25rem] ${bar}`} />
            <div className={`h-[6.25rem] ${bar}`} />
          </div>
          <div className={`hidden min-h-[33rem] lg:col-span-7 lg:block ${bar}`} />
        </div>
      </div>
      <p className="scripts-failed-note mt-6 text-danger">
        {failed} {failedText}
      </p>
    </>
  )
}

/**
 * Gets JSON from the server without checking it by a schema: the site's bundle has no zod.
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

/** Loads the list as soon as the page's scripts run, so that the layout doesn't shift when the visitor gets there. */
const useWebinars = () => {
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

function Failure({ onRetry }: { onRetry: () => void }) {
  const texts = useTexts(webinarTexts)
  return (
    <div role="alert" className="mt-10 max-w-[44rem] border-danger border-l-4 py-1 pl-5">
      <p className="font-semibold">{texts.failed}</p>
      <p>{texts.failedText}</p>
      <button
        type="button"
        onClick={onRetry}
        className="mt-3 inline-flex min-h-12 items-center gap-2 rounded-sm border border-ink px-5 font-semibold hover:bg-sunken"
      >
        <RefreshIcon />
        {texts.retry}
      </button>
    </div>
  )
}

/** The upcoming webinars and the registration form. Fetches the list when the page's scripts run. */
export function Webinars() {
  const { state, refresh, retry } = useWebinars()
  if (state === 'loading') return <WebinarSkeleton />
  if (state === 'failed') return <Failure onRetry={retry} />
  return <WebinarRegistration webinars={state} onClosed={refresh} />
}
