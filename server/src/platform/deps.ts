import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Database, DatabaseOptions } from './database/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Site } from './pages/built-site.ts'
import type { Signing } from './secrets/servers.ts'

export interface Deps {
  readonly config: Config
  readonly database: Database
  /** Options to connect as the owner of the tables: for backups. */
  readonly databaseOwner: DatabaseOptions
  readonly mailer: Mailer
  readonly mailHooks: MailHooks
  readonly jobs: Jobs
  readonly clock: Clock
  readonly signing: Signing
  /** The website; absent if only the API is served. */
  readonly site?: Site
  /** Starts to update this instance's site after a change of its facts or texts; doesn't wait. Absent if no site is served. */
  readonly refreshSite?: () => void
}
