import type { Feature } from '../../platform/feature.ts'
import { openRegisterCheck } from '../company-register/company-register.check.service.ts'
import { watchCompanies } from './company-checks.service.ts'

/** Schedules several runs a night. Each run continues where the previous run stopped, was killed or was rejected by the register. */
export const registerWatch: Feature = (app, deps) => {
  const check = openRegisterCheck(deps)
  deps.jobs.schedule('register-watch', '15 0-5 * * *', () =>
    watchCompanies(deps, check, (details, message) => app.log.warn(details, message)),
  )
}
