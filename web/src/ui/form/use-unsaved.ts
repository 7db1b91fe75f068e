import { useLayoutEffect, useRef, useState } from 'react'
import { forms, type OpenForm, setForm } from './unsaved.ts'

export const useOpenForms = (): readonly OpenForm[] => [...forms.use().values()]

/** Registers a form. While it has unsaved changes, leaving the form, the page or the session asks the user first. Each form primitive calls this. */
export const useUnsaved = ({ dirty, working, discard }: OpenForm): void => {
  const [id] = useState(() => Symbol('form'))
  const latest = useRef(discard)
  // Registers before the next event, so that Back right after a key press finds the form.
  useLayoutEffect(() => {
    latest.current = discard
  })
  useLayoutEffect(() => setForm(id, { dirty, working, discard: () => latest.current() }), [id, dirty, working])
  useLayoutEffect(() => () => setForm(id, null), [id])
}
