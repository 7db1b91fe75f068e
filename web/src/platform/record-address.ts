import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router'

/** The addresses of a kind of record: `<path>/<id>` over the list at `list`; `tab` is the list's tab there. */
export interface RecordPlace {
  readonly path: string
  readonly list: string
  readonly tab?: string
}

/** Changes to the URL parameters of the list (search, filters, tab); null removes one. */
const searchWith = (tab: string | undefined, changes: Readonly<Record<string, string | null>> = {}): string => {
  const params = new URLSearchParams(window.location.search)
  params.delete('tab')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) params.delete(key)
    else params.set(key, value)
  }
  return (tab === undefined ? params : new URLSearchParams([['tab', tab], ...params])).toString()
}

/** Navigation state of a record opened from its list: the list's search at that time, to return to. */
interface OpenedState {
  readonly fromList: string
}

const isOpened = (state: unknown): state is OpenedState =>
  typeof state === 'object' && state !== null && 'fromList' in state

/** The record that is open over a list: its id is in the URL, so that Back closes it and a reload keeps it. */
export const useRecordAddress = ({ path, list, tab }: RecordPlace) => {
  const id = useMatch(`${path}/:id`)?.params.id ?? null
  const navigate = useNavigate()
  const { state } = useLocation()
  const isOpen = id !== null

  /**
   * Opening adds an entry to the browser's history. Moving to another record replaces that entry, so that Back returns to the list.
   * `changes` are changes to the list's parameters, such as the page with the record.
   */
  const open = useCallback(
    (next: string | number, changes?: Readonly<Record<string, string | null>>): void => {
      const search = searchWith(undefined, changes)
      void navigate(
        { pathname: `${path}/${next}`, search },
        isOpen ? { replace: true, state } : { state: { fromList: search } satisfies OpenedState },
      )
    },
    [navigate, path, isOpen, state],
  )
  const close = useCallback((): void => {
    // Reads the current parameters: the list may have changed beneath, by a search typed just before or another page.
    const isUnchanged = isOpened(state) && state.fromList === searchWith(undefined)
    void (isUnchanged ? navigate(-1) : navigate({ pathname: list, search: searchWith(tab) }, { replace: true }))
  }, [navigate, list, tab, state])
  const latestClose = useRef(close)
  useLayoutEffect(() => {
    latestClose.current = close
  })
  /** Closes a deleted record if it is still open, even if called long after the render that made this function. */
  const closeOf = useCallback(
    (gone: string | number): void => {
      if (window.location.pathname === `${path}/${gone}`) latestClose.current()
    },
    [path],
  )
  return { id, open, close, closeOf }
}
