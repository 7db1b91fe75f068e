import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { createJobs } from '../platform/jobs/pg-boss-jobs.ts'
import { createMailHooks } from '../platform/mail/mail-hooks.ts'
import { openMailer } from '../platform/mail/open-mailer.ts'
import type { Site } from '../platform/pages/built-site.ts'
import type { TestApp } from './app.ts'
import { onCleanup } from './cleanup.ts'

/** Starts a second server on the same database, without jobs: as after a restart, or as another instance. */
export const startAnotherApp = async (
  { config, database, clock, prepare, deps: { signing } }: TestApp,
  site?: Site,
  refreshSite?: () => void,
): Promise<FastifyInstance> => {
  const log = { warn: () => {}, error: () => {} }
  const jobs = createJobs({ pool: database.pool, worker: 'off', log })
  const mailer = openMailer(config)
  const deps = {
    config,
    database,
    databaseOwner: database.options,
    clock,
    jobs,
    mailer,
    mailHooks: createMailHooks(),
    signing,
    ...(refreshSite && { refreshSite }),
  }
  const app = await buildApp(deps, { prepare, guardOverload: false, ...(site && { site }) })
  await app.ready()
  onCleanup(async () => {
    app.server.closeAllConnections()
    await app.close()
    mailer.close()
  })
  return app
}
