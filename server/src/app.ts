import type { FastifyInstance } from 'fastify'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Mailer } from './platform/mail/mailer.ts'

/** What the app and its features are built from. */
export interface Deps {
  readonly config: Config
  readonly database: Database
  readonly mailer: Mailer
  readonly jobs: Jobs
  readonly clock: Clock
}

/** Registers one feature's endpoints (and jobs, through `deps.jobs`). */
export type Feature = (app: FastifyInstance, deps: Deps) => void
