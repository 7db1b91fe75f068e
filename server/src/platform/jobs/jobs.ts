import type { Queryable } from '../database/database.ts'

/** The rules for retrying a failed job, in seconds. */
export interface RetryPolicy {
  readonly retryLimit: number
  readonly firstDelaySeconds: number
  readonly maxDelaySeconds: number
}

/** A job as passed to its handler. */
export interface Job<Data> {
  readonly id: string
  readonly data: Data
  /** The number of earlier tries: 0 on the first. */
  readonly retryCount: number
  /** True if this is the last try. */
  readonly lastTry: boolean
  /** Writes a log line that names the job, and the request that queued it. */
  readonly log: (level: 'info' | 'warn', details: object, message: string) => void
}

/** The queue. A job sent inside a transaction exists only if the transaction commits. */
export interface Jobs {
  send<Data extends object>(tx: Queryable, queue: string, items: readonly Data[]): Promise<void>
  /** Registers a queue and, if this instance runs jobs, its worker; a job whose handler throws is retried. */
  work<Data extends object>(
    queue: string,
    options: { retry: RetryPolicy; concurrency: number },
    handler: (job: Job<Data>) => Promise<void>,
  ): void
  /** Registers a job that runs by a cron expression (Europe/Oslo), once across all instances. */
  schedule(queue: string, cron: string, handler: () => Promise<void>): void
  start(): Promise<void>
  /** Waits for running jobs to finish, at most `graceMs` milliseconds. */
  stop(graceMs: number): Promise<void>
  isRunning(): boolean
}
