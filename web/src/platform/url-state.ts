import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const writeAfterMs = 250

/** Returns a function that sets URL parameters, replacing the history entry; null removes one. */
export const useUrlWriter = () => {
  const [, setParams] = useSearchParams()
  return useCallback(
    (changes: Readonly<Record<string, string | null>>): void => {
      // Not React Router's copy from the last render: of two writes in a row, the second must keep the first.
      const next = new URLSearchParams(window.location.search)
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value)
        else next.delete(key)
      }
      setParams(next, { replace: true })
    },
    [setParams],
  )
}

/**
 * State of a text input, kept in the URL: written when typing pauses, and updated when the URL changes otherwise. Writing
 * removes the URL parameter `resets`.
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
