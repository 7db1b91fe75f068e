import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const writeAfterMs = 250

/** Returns the current history entry's navigation state, which React Router keeps in `usr`. */
const entryState = (): unknown => {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'usr' in state ? state.usr : null
}

/**
 * Returns a function that sets URL parameters; null removes one. Replaces the history entry, which suits typing in a filter. `push` adds an
 * entry, which suits the pages and views of a list, so that Back returns to the previous one.
 */
export const useUrlWriter = () => {
  const [, setParams] = useSearchParams()
  return useCallback(
    (changes: Readonly<Record<string, string | null>>, mode: 'replace' | 'push' = 'replace'): void => {
      // Reads the browser's URL, not React Router's copy from the last render: the second of two writes in a row must keep the first.
      const next = new URLSearchParams(window.location.search)
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value)
        else next.delete(key)
      }
      setParams(next, mode === 'push' ? {} : { replace: true, state: entryState() })
    },
    [setParams],
  )
}

/**
 * Keeps the state of a text input in the URL. When typing pauses, writes the text to the URL and removes the parameter `resets`. Other
 * changes of the URL update the input.
 */
export const useUrlText = (key: string, resets?: string): [text: string, setText: (text: string) => void] => {
  const [params] = useSearchParams()
  const fromUrl = params.get(key) ?? ''
  const [text, setText] = useState(fromUrl)
  const written = useRef(fromUrl)
  const write = useUrlWriter()

  useEffect(() => {
    if (fromUrl === written.current) return
    written.current = fromUrl
    setText(fromUrl)
  }, [fromUrl])

  useEffect(() => {
    if (text === written.current) return
    const timer = setTimeout(() => {
      written.current = text
      write({ [key]: text, ...(resets && { [resets]: null }) })
    }, writeAfterMs)
    return () => clearTimeout(timer)
  }, [text, key, resets, write])

  return [text, setText]
}

/** The allowed values of each filter; null allows any. */
type Filters = Readonly<Record<string, readonly string[] | null>>

type FilterValues<F extends Filters> = {
  readonly [Key in keyof F]: (F[Key] extends readonly (infer Value)[] ? Value : string) | null
}

/** Keeps a list's search text (`q`) and filters in the URL. A filter whose value is null matches all rows. */
export const useUrlFilters = <const F extends Filters>(filters: F) => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const entries = Object.entries(filters).map(([key, allowed]) => {
    const value = params.get(key) || null
    return [key, value !== null && allowed?.includes(value) === false ? null : value] as const
  })
  return {
    text,
    setText,
    // The compiler can't see that `entries` contains only allowed values.
    values: Object.fromEntries(entries) as FilterValues<F>,
    set: (key: keyof F & string, value: string | null) => write({ [key]: value }),
    /** The number of active filters, not counting the search. */
    active: entries.filter(([, value]) => value !== null).length,
    filtered: text.trim() !== '' || entries.some(([, value]) => value !== null),
    reset: () => {
      setText('')
      write({ q: null, ...Object.fromEntries(entries.map(([key]) => [key, null])) })
    },
  }
}

/** The search and filters of a list. */
export type SearchState = Pick<ReturnType<typeof useUrlFilters>, 'text' | 'setText' | 'filtered' | 'active' | 'reset'>
