import type { Deps } from '../../platform/deps.ts'
import type { RegisterWatch } from '../company-register/company-register.watch.service.ts'
import { watchCompanies } from './leads.watch.service.ts'

/**
 * Each night the companies of leads and customers are looked after in the register: in several runs, each of which goes on
 * where the one before it ended, was killed or was sent away.
 */
export const scheduleRegisterWatch = (deps: Deps, watch: RegisterWatch): void => {
  deps.jobs.schedule('register-watch', '15 0-5 * * *', () => watchCompanies(deps, watch))
}
