import { useCallback } from 'react'
import { type Location, useLocation, useMatch, useNavigate } from 'react-router'

/** Navigation state of an agreement that was opened from the list: closing it goes back there. */
const fromList = { fromList: true } as const

const isFromList = ({ state }: Location): boolean => typeof state === 'object' && state !== null && 'fromList' in state

/** The list's search and filters, with or without the panel's tab. */
const searchWith = (tab: string | null): string => {
  const params = new URLSearchParams(window.location.search)
  params.delete('tab')
  return (tab === null ? params : new URLSearchParams([['tab', tab], ...params])).toString()
}

/** The agreement whose details are open: its id is in the URL (`/admin/avtaler/{id}`), so that Back closes it and a reload keeps it. */
export const useAgreementAddress = () => {
  const id = useMatch('/admin/avtaler/:id')?.params.id ?? null
  const navigate = useNavigate()
  const location = useLocation()
  const { state } = location
  /** Replaces an agreement that is open already. */
  const open = useCallback(
    (next: string): void =>
      void navigate(
        { pathname: `/admin/avtaler/${next}`, search: searchWith(null) },
        id === null ? { state: fromList } : { replace: true, state },
      ),
    [navigate, id, state],
  )
  const close = (): void =>
    void (isFromList(location)
      ? navigate(-1)
      : navigate({ pathname: '/admin', search: searchWith('agreements') }, { replace: true }))
  return { id, open, close }
}
