import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const writeAfterMs = 250

/** Sets the given parameters of the URL, in place of the current history entry; null takes one out. */
export const useUrlWriter = () => {
  const [, setParams] = useSearchParams()
  return useCallback(
    (changes: Readonly<Record<string, string | null>>): void => {
      // Not React Router's own copy, which is the one of the last render: two writes in a row must both count.
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
 * A typed text that is kept in the URL, written there when the typing rests; follows the URL when that changes otherwise.
 * Writing it takes `resets` out, another parameter of the URL.
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
