import { useEffect, useState } from 'react'
import { textInputs } from '../../../platform/shortcuts.ts'

const pause = 500

/** True once no key has been pressed for half a second since the component was mounted; at once if no text field has the focus. */
export const useTypingPause = (): boolean => {
  const [paused, setPaused] = useState(() => !document.activeElement?.matches(textInputs))
  useEffect(() => {
    if (paused) return
    const wait = () => setTimeout(() => setPaused(true), pause)
    let timer = wait()
    const restart = () => {
      clearTimeout(timer)
      timer = wait()
    }
    // Listens in the capture phase, since fields stop the propagation of their keys.
    document.addEventListener('keydown', restart, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', restart, true)
    }
  }, [paused])
  return paused
}
