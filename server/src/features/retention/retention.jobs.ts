import { purgeTimes } from '@kontor/contract/retention/retention.rules'
import type { Deps } from '../../platform/deps.ts'
import { purgeExpired } from './retention.service.ts'

/** A cron expression for times of day that differ only in their hour. */
const cronAt = (times: readonly string[]): string => {
  const [first = ''] = times
  return `${Number(first.slice(3))} ${times.map((time) => Number(time.slice(0, 2))).join(',')} * * *`
}

/** Schedules the nightly purge. */
export const schedulePurge = (deps: Deps): void => {
  deps.jobs.schedule('retention', cronAt(purgeTimes), async () => {
    await purgeExpired(deps)
  })
}
