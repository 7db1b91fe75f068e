import { createStore } from '../../platform/store.ts'

/** A form or field that is open for editing. */
export interface OpenForm {
  /** True if it contains unsaved changes. */
  readonly dirty: boolean
  /** True while a save is running. */
  readonly working: boolean
  /** Discards the input. Called only after the user has agreed. */
  readonly discard: () => void
}

export const forms = createStore<ReadonlyMap<symbol, OpenForm>>(new Map())

/** Adds or changes a form. Null removes the form. */
export const setForm = (id: symbol, form: OpenForm | null): void => {
  const next = new Map(forms.get())
  if (form) next.set(id, form)
  else next.delete(id)
  forms.set(next)
}

/** Returns all forms that are mounted, with or without changes. */
export const openForms = (): readonly OpenForm[] => [...forms.get().values()]

/** The function that answers the open question "discard the input?"; null if the question isn't open. */
export const discardQuestion = createStore<((discards: boolean) => void) | null>(null)

/** Asks before typed text is discarded. Resolves to true if the user agrees. */
export const confirmDiscard = (): Promise<boolean> =>
  new Promise((resolve) => {
    discardQuestion.get()?.(false)
    discardQuestion.set((discards) => {
      discardQuestion.set(null)
      resolve(discards)
    })
  })

export const discardAll = (): void => {
  for (const form of openForms()) if (form.dirty) form.discard()
}

/** If any input is unsaved, asks before discarding it. Resolves to true if the user may leave. */
export const mayLeave = async (): Promise<boolean> => {
  if (!openForms().some(({ dirty }) => dirty)) return true
  const discards = await confirmDiscard()
  if (discards) discardAll()
  return discards
}
