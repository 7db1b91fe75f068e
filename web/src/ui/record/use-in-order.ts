import { useRef } from 'react'

/** Runs actions one after the other, in the order of the calls. An action that rejects doesn't stop the next ones. */
export const useInOrder = () => {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (action: () => Promise<unknown>): void => {
    last.current = last.current.then(action, action)
  }
}
