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
 * Keeps what the visitor has typed when they leave the page, and fills it in when they come back: the browser forgets it if the page has
 * got another language since.
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
