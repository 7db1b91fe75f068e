import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router'

/** The URLs of a kind of record: a record is at `<path>/<id>`, its list at `list`, in the tab `tab` if there is one. */
export interface RecordPlace {
  readonly path: string
  readonly list: string
  readonly tab?: string
}

/** Returns the current URL parameters with the tab `tab` (or none), and with `changes`. A change to null removes a parameter. */
const searchWith = (tab: string | undefined, changes: Readonly<Record<string, string | null>> = {}): string => {
  const params = new URLSearchParams(window.location.search)
  params.delete('tab')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) params.delete(key)
    else params.set(key, value)
  }
  return (tab === undefined ? params : new URLSearchParams([['tab', tab], ...params])).toString()
}

/** The navigation state of a record opened from its list: the list's URL parameters at that time. */
interface OpenedState {
  readonly fromList: string
}

const isOpened = (state: unknown): state is OpenedState =>
  typeof state === 'object' && state !== null && 'fromList' in state

/** Keeps in the URL which record is open over a list, so that Back closes the record and a reload keeps it open. */
export const useRecordAddress = ({ path, list, tab }: RecordPlace) => {
  const id = useMatch(`${path}/:id`)?.params.id ?? null
  const navigate = useNavigate()
  const { state } = useLocation()
  const isOpen = id !== null

  /**
   * Opens a record, which adds an entry to the browser's history. Another record replaces that entry, so that Back returns to the list.
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
    // Goes back only if the list's parameters are unchanged: going back would lose a search typed just before, or another page.
    const isUnchanged = isOpened(state) && state.fromList === searchWith(undefined)
    void (isUnchanged ? navigate(-1) : navigate({ pathname: list, search: searchWith(tab) }, { replace: true }))
  }, [navigate, list, tab, state])
  const latestClose = useRef(close)
  useLayoutEffect(() => {
    latestClose.current = close
  })
  /** Closes a deleted record if it is still open. Works even if it is called long after the render that returned it. */
  const closeOf = useCallback(
    (gone: string | number): void => {
      if (window.location.pathname === `${path}/${gone}`) latestClose.current()
    },
    [path],
  )
  return { id, open, close, closeOf }
}
