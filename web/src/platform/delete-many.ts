import { ApiError } from './api-client.ts'
import { runForEach } from './each-of.ts'

export interface DeleteOutcome<Id extends string | number = string> {
  readonly deleted: ReadonlySet<Id>
  readonly failed: readonly Id[]
  /** The error of the first failure. */
  readonly error: unknown
}

/** Deletes each id, at most four at a time. A 404 counts as deleted. Skips the rest once the session has expired. Never rejects. */
export const deleteMany = async <Id extends string | number>(
  ids: readonly Id[],
  deleteOne: (id: Id) => Promise<unknown>,
  onProgress: (done: number) => void = () => {},
): Promise<DeleteOutcome<Id>> => {
  let count = 0
  const onDone = () => {
    count += 1
    onProgress(count)
  }
  const { done, failed } = await runForEach(ids, (id) => deleteOne(id).catch(passIfGone), { onDone })
  const [error] = failed.values()
  return { deleted: new Set(done.keys()), failed: ids.filter((id) => !done.has(id)), error }
}

/** Deletes like `deleteMany`, for calls that need more of a row than its id. */
export const deleteRows = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  deleteOne: (row: Row) => Promise<unknown>,
  onProgress?: (done: number) => void,
): Promise<DeleteOutcome> => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const deleteById = async (id: string): Promise<void> => {
    const row = byId.get(id)
    if (row) await deleteOne(row)
  }
  return deleteMany([...byId.keys()], deleteById, onProgress)
}

/** Ignores 404 in the `catch` of a deletion. */
export const passIfGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
