import { checkRegister, readSenderDomain, readSystem } from '@kontor/contract/system-status/system-status.endpoints'
import { HttpError } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { clientLeft } from '../../platform/http/client-left.ts'
import { serve } from '../../platform/http/route.ts'
import { txtResolver } from '../../platform/mail/sender-domain.ts'
import { openCompanyRegister } from '../company-register/company-register.service.ts'
import { readSender, readStatus } from './system-status.service.ts'

/** Serves the system status and the check of the company register. */
export const settings: Feature = (app, deps) => {
  const register = openCompanyRegister(deps)

  serve(app, readSystem, ({ request }) =>
    readStatus(deps, {
      untrustedProxy: app.sawUntrustedProxy,
      logError: (error) => request.log.error({ err: error }, 'A part of the status could not be read'),
    }),
  )

  const resolve = txtResolver(deps.config.dnsServers)
  serve(app, readSenderDomain, ({ request }) =>
    readSender(deps, resolve, (error) => request.log.warn({ err: error }, 'DNS does not answer')),
  )

  serve(app, checkRegister, async ({ request, reply }) => {
    const startedAt = performance.now()
    try {
      await register.check(clientLeft(reply))
      return { reachable: true, milliseconds: Math.round(performance.now() - startedAt) } as const
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode !== 502) throw error
      request.log.warn({ err: error }, 'The company register does not answer')
      return { reachable: false, problem: error.message } as const
    }
  })
}
