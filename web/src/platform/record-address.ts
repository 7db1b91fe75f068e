import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router'

/** The addresses of a kind of record: `<path>/<id>` over the list at `list`; `tab` is the list's tab there. */
export interface RecordPlace {
  readonly path: string
  readonly list: string
  readonly tab?: string
}

/** The list's search and filters, with or without its tab. Changed parameters; null removes one. */
const searchWith = (tab: string | undefined, changes: Readonly<Record<string, string | null>> = {}): string => {
  const params = new URLSearchParams(window.location.search)
  params.delete('tab')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) params.delete(key)
    else params.set(key, value)
  }
  return (tab === undefined ? params : new URLSearchParams([['tab', tab], ...params])).toString()
}

/** Navigation state of a record opened from its list: the list's search at that time, to go back to. */
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
   * Opening adds to the browser's history; moving on from an open record replaces it, so that Back returns to the list. `changes` are
   * of the list's parameters, such as the page that has the record.
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
    // The list may have changed below: a search typed just before, or another page.
    const isUnchanged = isOpened(state) && state.fromList === searchWith(undefined)
    void (isUnchanged ? navigate(-1) : navigate({ pathname: list, search: searchWith(tab) }, { replace: true }))
  }, [navigate, list, tab, state])
  const latestClose = useRef(close)
  useLayoutEffect(() => {
    latestClose.current = close
  })
  /** Closes a deleted record if it is still the open one, also when called long after the render that it comes from. */
  const closeOf = useCallback(
    (gone: string | number): void => {
      if (window.location.pathname === `${path}/${gone}`) latestClose.current()
    },
    [path],
  )
  return { id, open, close, closeOf }
}
