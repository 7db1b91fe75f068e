import { useEffect, useRef } from 'react'

export const focusCard = (id: number): void =>
  document.querySelector<HTMLElement>(`[data-card="${id}"] [data-lead]`)?.focus()

/** Keeps focus on a card moved by keyboard, also back when the move is rejected: each move remounts the card. */
export const useFocusOnMovedCard = () => {
  const movedId = useRef<number | null>(null)
  useEffect(() => {
    const clearMoved = ({ target }: Event) => {
      const keepsFocus = `[data-card="${movedId.current}"], [role=dialog]`
      if (!(target instanceof Element && target.closest(keepsFocus))) movedId.current = null
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('pointerdown', clearMoved, { signal })
    document.addEventListener('focusin', clearMoved, { signal })
    return () => controller.abort()
  }, [])
  useEffect(() => {
    if (movedId.current !== null && document.activeElement === document.body) focusCard(movedId.current)
  })
  return (id: number) => {
    movedId.current = id
  }
}
