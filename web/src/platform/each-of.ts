import { SessionExpiredError } from './api-client.ts'

const atOnce = 4

export interface EachOutcome<Id, Result> {
  readonly done: ReadonlyMap<Id, Result>
  /** Why, the first that failed first. */
  readonly failed: ReadonlyMap<Id, unknown>
}

export interface EachOptions<Id, Result> {
  readonly onDone?: (id: Id, result: Result) => void
  /** Aborted, it lets what is underway end and begins no more. */
  readonly signal?: AbortSignal
}

/**
 * Does something with each, one by one, at most four at a time; a failure of one leaves the others. Once the session has expired
 * the rest are not tried. Those that were not tried are neither done nor failed. Never rejects.
 */
export const eachOf = async <Id, Result>(
  ids: readonly Id[],
  doOne: (id: Id) => Promise<Result>,
  { onDone, signal }: EachOptions<Id, Result> = {},
): Promise<EachOutcome<Id, Result>> => {
  const done = new Map<Id, Result>()
  const failed = new Map<Id, unknown>()
  const queue = [...ids]
  const work = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined && !signal?.aborted; id = queue.shift()) {
      try {
        const result = await doOne(id)
        done.set(id, result)
        onDone?.(id, result)
      } catch (cause) {
        failed.set(id, cause)
        if (cause instanceof SessionExpiredError) queue.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { done, failed }
}
