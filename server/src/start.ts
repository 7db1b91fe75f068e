import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { renewOlderAnswers } from './features/agreement-evidence/agreement-evidence.older.service.ts'
import { agreementRights, agreements } from './features/agreements/agreements.table.ts'
import { watchSite } from './features/site-editing/site-editing.render.service.ts'
import {
  ensureFirstUsers,
  type GeneratedAccounts,
  refuseWeakPasswords,
  warnOfWeakPasswords,
} from './features/users/users.service.ts'
import { webinarRegistrations } from './features/webinars/webinars.table.ts'
import { prepareDatabase } from './platform/access/rights.ts'
import { systemClock } from './platform/clock.ts'
import { loadConfig } from './platform/config/config.ts'
import { connect } from './platform/connect.ts'
import { asOwner, openDatabase } from './platform/database/database.ts'
import { createJobs } from './platform/jobs/pg-boss-jobs.ts'
import { prepareDrain } from './platform/lifecycle/drain.ts'
import { print, runUntilStopped } from './platform/lifecycle/lifecycle.ts'
import { listen } from './platform/lifecycle/listen.ts'
import { sealPlainTokens } from './platform/mail/link-tokens.queries.ts'
import { createMailHooks } from './platform/mail/mail-hooks.ts'
import { openMailer } from './platform/mail/open-mailer.ts'
import { loadSite } from './platform/pages/built-site.ts'
import { joinServers, watchServers } from './platform/secrets/servers.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { copyDatabase } from './restore.ts'

/** The folder with the web workspace's build. */
const webBuild = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Milliseconds of a stop (10 s in total) for pending requests, and then for running jobs; the database gets the rest. */
const drainMs = 5_500
const finishJobsMs = 2_000

const printPasswords = ({ adminPassword, sales }: GeneratedAccounts): void => {
  if (adminPassword || sales) print('These passwords were made just now and are shown only this once:')
  if (adminPassword) print(`  Administrator (/admin): ${adminPassword}`)
  if (sales) print(`  Sales user ${sales.username} (/login): ${sales.password}`)
}

await runUntilStopped(async (lifecycle) => {
  const { signal, onStop } = lifecycle
  const config = loadConfig(process.env)
  const [site] = await Promise.all([loadSite(webBuild, config.publicUrl), refuseWeakPasswords(config)])
  onStop(await openTracing(config))
  const access = await connect(config, lifecycle, 'refuse', copyDatabase(config))
  signal.throwIfAborted()
  await prepareDatabase(access, agreementRights)
  const database = openDatabase(access.runtime)
  onStop(database.close)
  signal.throwIfAborted()

  let app: FastifyInstance | undefined
  const clock = systemClock
  const { db } = database
  const signing = await asOwner(access.owner, async (owner) => {
    const joined = await joinServers(config, { db, owner, clock, signal })
    await renewOlderAnswers(owner, joined)
    return joined
  })
  const failed = (error: unknown) => app?.log.warn({ err: error }, 'The other servers could not be looked for')
  onStop(watchServers(config, { db, clock, signing, failed }))
  for (const table of [agreements, webinarRegistrations]) await sealPlainTokens(db, signing.secrets, table)
  const mailer = openMailer(config)
  onStop(async () => mailer.close())
  const jobs = createJobs({
    pool: database.pool,
    worker: config.worker,
    log: {
      info: (details, message) => app?.log.info(details, message),
      warn: (details, message) => app?.log.warn(details, message),
      error: (details, message) => app?.log.error(details, message),
    },
  })
  const deps = {
    config,
    database,
    databaseOwner: access.owner,
    mailer,
    mailHooks: createMailHooks(),
    jobs,
    signing,
    clock,
  }
  printPasswords(await ensureFirstUsers(deps))
  for (const sentence of await warnOfWeakPasswords(deps)) print(sentence)
  const siteLog = { warn: (details: object, message: string) => app?.log.warn(details, message) }
  const watch = config.worker === 'only' ? null : await watchSite(db, site, siteLog)
  if (watch) onStop(watch.stop)
  app = await buildApp({ ...deps, ...(watch && { refreshSite: watch.refreshSoon }) }, { site })
  onStop(app.close)
  signal.throwIfAborted()
  await jobs.start()
  onStop(() => jobs.stop(finishJobsMs))
  signal.throwIfAborted()

  const drain = prepareDrain(app.server)
  onStop(async () => {
    app?.eventStreams.endAll()
    const cutOff = await drain(drainMs)
    if (cutOff === 1) print('1 request took too long and was cut off.')
    if (cutOff > 1) print(`${cutOff} requests took too long and were cut off.`)
  })
  const address = await listen(app, config)
  print(`Kontor is ready: ${address}`)
  process.send?.({ ready: address })
})
