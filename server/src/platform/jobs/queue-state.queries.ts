import { sql } from 'drizzle-orm'
import type { Queryable } from '../database/database.ts'
import { queueSchema } from './queue-schema.ts'

export interface QueueState {
  readonly queue: string
  /** The number of jobs that are due or running. */
  readonly due: number
  /** Seconds for which the oldest waiting job has been due. */
  readonly ageSeconds: number
}

/** Reads the state of Kontor's queues. Names of pg-boss's own queues begin with underscores. */
export const readQueues = async (db: Queryable): Promise<readonly QueueState[]> => {
  const { rows } = await db.execute<{ queue: string; due: number; ageSeconds: number }>(sql`
    select queue.name as queue, count(job.id)::int as due,
      coalesce(extract(epoch from now() - min(job.start_after) filter (where job.state < 'active')), 0)::float as "ageSeconds"
    from ${sql.identifier(queueSchema)}.queue
    left join ${sql.identifier(queueSchema)}.job on job.name = queue.name and job.state <= 'active' and job.start_after <= now()
    where not starts_with(queue.name, '__pgboss')
    group by queue.name`)
  return rows
}
