import { collectDraft, fillIn, wasFaulty } from '../head/draft.ts'
import { isFirstVisit } from '../head/keep-place.ts'

const key = 'typed'

const storedDraft = (): ReturnType<typeof collectDraft> | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Keeps the visitor's input when they leave the page, and fills it in when they return. The browser itself would forget the input if the
 * page's language has changed since.
 */
export const keepLeftDraft = (): void => {
  const left = isFirstVisit() ? null : storedDraft()
  const { pageHead } = window
  if (left && pageHead) {
    const { restore } = pageHead
    pageHead.restore = (form) => {
      const hadErrors = restore(form)
      fillIn(form, left)
      return hadErrors || wasFaulty(left, form)
    }
  }
  addEventListener('pagehide', () => {
    const draft = collectDraft()
    try {
      if (Object.keys(draft.values).length > 0) sessionStorage.setItem(key, JSON.stringify(draft))
      else sessionStorage.removeItem(key)
    } catch {
      // Storage is refused: the page will start empty.
    }
  })
}
