import { deliverMails } from '../features/emails/emails.jobs.ts'
import { systemClock } from '../platform/clock.ts'
import { loadConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createJobs } from '../platform/jobs/pg-boss-jobs.ts'
import { createMailHooks } from '../platform/mail/mail-hooks.ts'
import { smtpMailer } from '../platform/mail/smtp-mailer.ts'

/** A process that only delivers mails, for tests that kill it: `mail-worker.ts <pg.PoolConfig as JSON> <SMTP_URL>`. */
const [poolConfig = '{}', smtpUrl = ''] = process.argv.slice(2)
const database = openDatabase(JSON.parse(poolConfig))
const jobs = createJobs({
  pool: database.pool,
  worker: 'only',
  log: console,
  liveness: { heartbeatSeconds: 10, superviseSeconds: 1 },
})
deliverMails({
  config: loadConfig({}),
  database,
  jobs,
  mailer: smtpMailer(smtpUrl),
  mailHooks: createMailHooks(),
  clock: systemClock,
})
await jobs.start()
