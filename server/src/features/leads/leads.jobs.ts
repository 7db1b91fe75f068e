import type { Deps } from '../../platform/deps.ts'
import type { RegisterWatch } from '../company-register/company-register.watch.service.ts'
import { watchCompanies } from './leads.watch.service.ts'

/**
 * Checks the companies of leads and customers in the register every night, in several runs: each continues where the previous
 * one stopped, was killed or was rejected.
 */
export const scheduleRegisterWatch = (deps: Deps, watch: RegisterWatch): void => {
  deps.jobs.schedule('register-watch', '15 0-5 * * *', () => watchCompanies(deps, watch))
}
