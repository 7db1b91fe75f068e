import { listBackups, startBackup } from '@kontor/contract/backups/backups.endpoints'
import { dateOf } from '@kontor/contract/shared/time'
import { Gauge } from 'prom-client'
import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import * as queries from './backups.queries.ts'
import { backupQueue, readBackups, requestBackup, runDueBackup } from './backups.service.ts'

/** Serves the list of scheduled backups, and sets up their metrics and jobs. */
export const backups: Feature = (app, deps) => {
  serve(app, listBackups, () => readBackups(deps))

  serve(app, startBackup, async () => {
    await requestBackup(deps)
    return readBackups(deps)
  })

  measureBackups(app.metrics, deps)

  const stopping = new AbortController()
  app.addHook('onClose', async () => stopping.abort())
  const run = () => runDueBackup(deps, (err) => app.log.error({ err }, 'The scheduled backup failed'), stopping.signal)
  deps.jobs.work(
    backupQueue,
    { retry: { retryLimit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 }, concurrency: 1 },
    run,
  )
  if (deps.config.backupTo) deps.jobs.schedule('backups', '*/5 * * * *', run)
}

const measureBackups = (metrics: Parameters<Feature>[0]['metrics'], { database, clock }: Deps): void => {
  const newest = async () => {
    // Without the database, omit these metrics but serve the others.
    const [done, failed] = await Promise.all([
      queries.findNewest(database.db, 'done').catch(() => undefined),
      queries.findNewest(database.db, 'failed').catch(() => undefined),
    ])
    return { done, failed }
  }
  const gauge = (
    name: string,
    help: string,
    read: (backups: Awaited<ReturnType<typeof newest>>) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      // A gauge without labels starts at 0, so `collect` removes its value when it has nothing to show.
      labelNames: [],
      registers: [metrics],
      async collect() {
        this.remove()
        const value = read(await newest())
        if (value !== undefined) this.set(value)
      },
    })
  gauge('kontor_backup_age_seconds', 'Since the last scheduled backup that succeeded.', ({ done }) =>
    done ? (clock.now().getTime() - dateOf(done.startedAt).getTime()) / 1_000 : undefined,
  )
  gauge(
    'kontor_backup_size_bytes',
    'Of the last scheduled backup that succeeded.',
    ({ done }) => done?.sizeBytes ?? undefined,
  )
  gauge('kontor_backup_verified', '1 if it was verified by restoring it.', ({ done }) => done && Number(done.verified))
  gauge('kontor_backup_success', '1 if the last scheduled backup succeeded, 0 if it failed.', ({ done, failed }) =>
    done || failed ? Number((done?.startedAt ?? '') > (failed?.startedAt ?? '')) : undefined,
  )
}
