/**
 * Iterates over all rows of a list, page by page: `fetch` returns the page after a given row, or an empty page at the end. The next page is
 * fetched while the current one is consumed.
 */
export const pagedRows = <Row>(fetch: (after: Row | undefined) => Promise<readonly Row[]>): AsyncIterable<Row> => ({
  // Not a generator: for 100 000 rows, its overhead would be half the time that writing their cells takes.
  [Symbol.asyncIterator]: () => {
    const fetchPage = (after: Row | undefined) => {
      const page = fetch(after)
      // Prevents an unhandled rejection: the page is awaited only after the previous one is consumed, or never.
      page.catch(() => {})
      return page
    }
    let pending = fetchPage(undefined)
    let page: readonly Row[] = []
    let position = 0
    const firstOfNextPage = async (): Promise<IteratorResult<Row, undefined>> => {
      page = await pending
      position = 1
      const [value] = page
      if (value === undefined) return { done: true, value: undefined }
      pending = fetchPage(page.at(-1))
      return { done: false, value }
    }
    return {
      next: () => {
        const value = page[position]
        position += 1
        return value === undefined ? firstOfNextPage() : Promise.resolve({ done: false, value })
      },
    }
  },
})

/** Iterates over the rows with these ids, in the order of the ids, `pageSize` at a time. Skips rows that have been deleted since. */
export const rowsInOrder = <Row extends { readonly id: number }>(
  ids: readonly number[],
  pageSize: number,
  fetch: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncIterable<Row> => {
  let position = 0
  return pagedRows<Row>(async () => {
    while (position < ids.length) {
      const page = ids.slice(position, position + pageSize)
      position += pageSize
      const rows = new Map((await fetch(page)).map((row) => [row.id, row]))
      if (rows.size > 0) return page.flatMap((id) => rows.get(id) ?? [])
    }
    return []
  })
}
