import { ApiError } from './api-client.ts'
import { eachOf } from './each-of.ts'

export interface DeleteOutcome<Id extends string | number = string> {
  readonly deleted: ReadonlySet<Id>
  readonly failed: readonly Id[]
  /** Why the first of the failed ones failed. */
  readonly error: unknown
}

/**
 * Deletes one by one, at most four at a time; what is gone already is as good as deleted. Once the session has expired the
 * rest are not tried. Never rejects.
 */
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
  const { done, failed } = await eachOf(ids, (id) => deleteOne(id).catch(passIfGone), { onDone })
  const [error] = failed.values()
  return { deleted: new Set(done.keys()), failed: ids.filter((id) => !done.has(id)), error }
}

/** For the `catch` of a deletion: what is gone already is as good as deleted. */
export const passIfGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
