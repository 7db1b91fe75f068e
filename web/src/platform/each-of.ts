import { SessionExpiredError } from './api-client.ts'

const concurrency = 4

export interface EachOutcome<Id, Result> {
  readonly done: ReadonlyMap<Id, Result>
  /** Errors by id, in the order they occurred. */
  readonly failed: ReadonlyMap<Id, unknown>
}

export interface EachOptions<Id, Result> {
  readonly onDone?: (id: Id, result: Result) => void
  /** Once aborted, lets the running calls finish and starts no new ones. */
  readonly signal?: AbortSignal
}

/**
 * Calls `run` for each id, at most four at a time, and continues after failures. Once the session has expired, skips the remaining ids: they
 * are neither in `done` nor in `failed`. Never rejects.
 */
export const runForEach = async <Id, Result>(
  ids: readonly Id[],
  run: (id: Id) => Promise<Result>,
  { onDone, signal }: EachOptions<Id, Result> = {},
): Promise<EachOutcome<Id, Result>> => {
  const done = new Map<Id, Result>()
  const failed = new Map<Id, unknown>()
  const queue = [...ids]
  const worker = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined && !signal?.aborted; id = queue.shift()) {
      try {
        const result = await run(id)
        done.set(id, result)
        onDone?.(id, result)
      } catch (error) {
        failed.set(id, error)
        if (error instanceof SessionExpiredError) queue.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { done, failed }
}
