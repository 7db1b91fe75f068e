import { useLayoutEffect, useState } from 'react'

/** Returns a `ref` for an element, and whether the element's content is taller than the element. */
export const useScrolls = (): [ref: (element: HTMLElement | null) => void, scrolls: boolean] => {
  // A state, not a ref object, since portal content mounts after this component's effects.
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [scrolls, setScrolls] = useState(false)

  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setScrolls(element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [element])

  return [setElement, scrolls]
}
