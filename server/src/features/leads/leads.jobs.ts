import type { Deps } from '../../platform/deps.ts'
import { sendMorningMails } from './leads.morning.service.ts'

/** Seven in the morning in Norway on workdays; later runs retry what an earlier one couldn't finish. */
const morningTimes = '0 7-9 * * 1-5'

export const scheduleMorningMails = (deps: Deps): void =>
  deps.jobs.schedule('lead-morning-mails', morningTimes, () => sendMorningMails(deps))
