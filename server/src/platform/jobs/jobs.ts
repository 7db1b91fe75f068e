import type { Queryable } from '../database/database.ts'

/** How often and when a job that fails is tried again. Seconds. */
export interface RetryPolicy {
  readonly retryLimit: number
  readonly firstDelaySeconds: number
  readonly maxDelaySeconds: number
}

/** A job as its worker sees it. */
export interface Job<Data> {
  readonly id: string
  readonly data: Data
  /** Earlier tries: 0 at the first. */
  readonly retryCount: number
  /** True when no further try follows if this one fails. */
  readonly lastTry: boolean
}

/** The queue. A job sent inside a transaction exists only if the transaction commits. */
export interface Jobs {
  send<Data extends object>(tx: Queryable, queue: string, items: readonly Data[]): Promise<void>
  /** Registers a queue and, unless this instance runs no jobs, its worker; a handler that throws is tried again. */
  work<Data extends object>(
    queue: string,
    options: { retry: RetryPolicy; concurrency: number },
    handler: (job: Job<Data>) => Promise<void>,
  ): void
  /** Registers a job that runs at the times of a cron expression (Europe/Oslo), once however many instances run. */
  schedule(queue: string, cron: string, handler: () => Promise<void>): void
  start(): Promise<void>
  /** Lets running jobs finish, at most `graceMs`. */
  stop(graceMs: number): Promise<void>
  isRunning(): boolean
}
