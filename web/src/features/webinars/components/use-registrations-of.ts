import { useSearchParams } from 'react-router'
import { useUrlWriter } from '../../../platform/url-state.ts'

/** The URL parameters for the webinar, the search in its registrations and their sort order. */
export const registrationParams = { webinar: 'webinar', search: 'rq', sort: 'rsort' } as const

/** The id of the webinar whose registrations are shown, from the URL, and its setter; null for none. */
export const useRegistrationsOf = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const { webinar, search, sort } = registrationParams
  const change = (id: string | null) => write({ [webinar]: id, [search]: null, [sort]: null })
  return [params.get(webinar), change] as const
}
