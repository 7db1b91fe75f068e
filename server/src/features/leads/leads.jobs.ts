import type { Deps } from '../../platform/deps.ts'
import { sendMorningMails } from './leads.morning.service.ts'

/** At 7, 8 and 9 in Norway on workdays. Later runs finish what the first one couldn't. */
const morningTimes = '0 7-9 * * 1-5'

export const scheduleMorningMails = (deps: Deps): void =>
  deps.jobs.schedule('lead-morning-mails', morningTimes, () => sendMorningMails(deps))
