import { ApiError, SessionExpiredError } from './api-client.ts'

const parallelDeletes = 4

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
  const deleted = new Set<Id>()
  const queue = [...ids]
  let error: unknown
  const work = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      try {
        await deleteOne(id).catch(passIfGone)
        deleted.add(id)
        onProgress(deleted.size)
      } catch (cause) {
        error ??= cause
        if (cause instanceof SessionExpiredError) queue.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: parallelDeletes }, work))
  return { deleted, failed: ids.filter((id) => !deleted.has(id)), error }
}

/** For the `catch` of a deletion: what is gone already is as good as deleted. */
export const passIfGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}
