import { purge, readRetention } from '@kontor/contract/retention/retention.endpoints'
import { osloDay } from '@kontor/contract/shared/time'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { schedulePurge } from './retention.jobs.ts'
import { countDue, readPurge } from './retention.queries.ts'
import { nextPurge, purgeExpired } from './retention.service.ts'

/** Milliseconds: after years without a purge there is much to delete while the administrator waits. */
const purgeTimeout = 5 * 60_000

/** Data retention: the nightly purge, a preview of it, and a purge on demand. */
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

  schedulePurge(deps)
}
