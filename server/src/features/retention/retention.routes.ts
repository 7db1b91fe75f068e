import { purge, readRetention } from '@kontor/contract/retention/retention.endpoints'
import { purgeTimes } from '@kontor/contract/retention/retention.rules'
import { osloDay } from '@kontor/contract/shared/time'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { countDue, readPurge } from './retention.queries.ts'
import { nextPurge, purgeExpired } from './retention.service.ts'

/** Milliseconds that an administrator's request may take: after years without a purge there is much to delete. */
const purgeTimeout = 5 * 60_000

/** Returns the cron expression for times of day that differ only in their hour. */
const cronAt = (times: readonly string[]): string => {
  const [first = ''] = times
  return `${Number(first.slice(3))} ${times.map((time) => Number(time.slice(0, 2))).join(',')} * * *`
}

export const retention: Feature = (app, deps) => {
  const { database, clock } = deps

  serve(app, readRetention, async () => {
    const now = clock.now()
    return {
      due: await countDue(database.db, osloDay(now.toISOString())),
      nextAt: nextPurge(now),
      lastRun: await readPurge(database.db, 'run'),
      lastDeletion: await readPurge(database.db, 'deletion'),
    }
  })

  serve(app, purge, () => purgeExpired(deps), { handlerTimeout: purgeTimeout })

  deps.jobs.schedule('retention', cronAt(purgeTimes), async () => {
    await purgeExpired(deps)
  })
}
