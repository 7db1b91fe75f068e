import { purgeTimes } from '@kontor/contract/retention/retention.rules'
import type { Deps } from '../../platform/deps.ts'
import { purgeExpired } from './retention.service.ts'

/** The cron expression of times of day that differ in their hour only. */
const nightly = (times: readonly string[]): string => {
  const [first = ''] = times
  return `${Number(first.slice(3))} ${times.map((time) => Number(time.slice(0, 2))).join(',')} * * *`
}

/** Each night what has reached its age is deleted. */
export const schedulePurge = (deps: Deps): void => {
  deps.jobs.schedule('retention', nightly(purgeTimes), async () => {
    await purgeExpired(deps)
  })
}
