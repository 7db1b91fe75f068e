import { ApiError } from './api-client.ts'
import { runForEach } from './each-of.ts'

export interface DeleteOutcome<Id extends string | number = string> {
  readonly deleted: ReadonlySet<Id>
  readonly failed: readonly Id[]
  /** The error of the first failure. */
  readonly error: unknown
}

/**
 * Deletes each row, at most four at a time. A 404 counts as deleted. Skips the remaining rows once the session has expired. Never rejects.
 */
export const deleteRows = async <Row extends { readonly id: string | number }>(
  rows: readonly Row[],
  deleteOne: (row: Row) => Promise<unknown>,
  onProgress: (done: number) => void = () => {},
): Promise<DeleteOutcome<Row['id']>> => {
  let count = 0
  const onDone = () => {
    count += 1
    onProgress(count)
  }
  const { done, failed } = await runForEach(rows, (row) => deleteOne(row).catch(passIfGone), { onDone })
  const [error] = failed.values()
  return {
    deleted: new Set([...done.keys()].map(({ id }) => id)),
    failed: rows.filter((row) => !done.has(row)).map(({ id }) => id),
    error,
  }
}

/** Ignores 404 in the `catch` of a deletion. */
export const passIfGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
