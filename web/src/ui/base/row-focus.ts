/**
 * Moves the focus in lists. A list is marked `data-rows`. Its rows are marked `data-index`, with their index among all rows, rendered or not. A
 * row's main control, which handles the row's keys, is marked `data-main`; without a mark it is the first link or button. A row's detail
 * may contain another list, whose rows don't belong to the outer list.
 */

const rowControls = 'a[href], button, input'
const mainControls = 'a[href], button'

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-rows] [data-index]') : null

const isRowOf = (list: Element, row: Element): boolean => row.closest('[data-rows]') === list

/** Returns the row of `list` that contains `target`; null if `target` is in no row, or if `target` is in a list within that row. */
export const rowIn = (list: Element | null, target: EventTarget | null): HTMLElement | null => {
  const row = rowOf(target)
  return row && list && isRowOf(list, row) ? row : null
}

const rowsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-index]')].filter((row) => isRowOf(list, row))

export const indexOfRow = (row: HTMLElement): number => Number(row.dataset.index)

export const mainControlOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('[data-main]') ?? row.querySelector<HTMLElement>(mainControls)

/** Returns true if a click or key press in a row was on one of the row's controls. */
export const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(`${rowControls}, label`) !== null

const rowAt = (list: Element, index: number): HTMLElement | null =>
  rowsOf(list).find((row) => indexOfRow(row) === index) ?? null

/** Focuses the first rendered row, which is the list's first row unless the list was scrolled. */
export const focusFirstRow = (list: Element | null): void => {
  const row = list?.querySelector('[data-index]')
  if (row) mainControlOf(row)?.focus()
}

const isBefore = (first: Node, second: Node): boolean =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

const searchBefore = (list: Element): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('input[type="search"]')].findLast((input) => isBefore(input, list))

export const firstList = (): Element | null => document.querySelector('[data-rows]')

/** Finds the list that a search field filters, which is the first list after the field. */
export const listOfSearch = (search: Element): Element | null =>
  [...document.querySelectorAll('[data-rows]')].find((list) => searchBefore(list) === search) ?? null

/** Focuses the same control of the adjacent row, or the search field above the first row. */
export const moveBetweenRows = (list: Element, focused: Element, step: -1 | 1): void => {
  const row = rowIn(list, focused)
  if (!row) return
  const index = indexOfRow(row) + step
  const next = rowAt(list, index)
  if (next) {
    const place = [...row.querySelectorAll(rowControls)].indexOf(focused)
    const target =
      focused === mainControlOf(row) ? null : [...next.querySelectorAll<HTMLElement>(rowControls)].at(place)
    ;(target ?? mainControlOf(next))?.focus()
  } else if (index < 0) {
    searchBefore(list)?.focus()
  }
}

/** Returns a function that finds the main control of the focused row. If that row was removed, finds the row in its place, or the last row. */
export const rememberRow = (focused: Element | null): (() => HTMLElement | null) => {
  const row = rowOf(focused)
  const list = row?.closest('[data-rows]')
  if (!row || !list) return () => null
  const index = indexOfRow(row)
  return () => {
    const present = row.isConnected ? row : (rowAt(list, index) ?? rowsOf(list).at(-1))
    return present ? mainControlOf(present) : null
  }
}
