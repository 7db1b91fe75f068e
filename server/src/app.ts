import type { FastifyInstance } from 'fastify'
import { agreements } from './features/agreements/agreements.routes.ts'
import { companyRegister } from './features/company-register/company-register.routes.ts'
import { conditions } from './features/conditions/conditions.routes.ts'
import { contacts } from './features/contacts/contacts.routes.ts'
import { customers } from './features/customers/customers.routes.ts'
import { emails } from './features/emails/emails.routes.ts'
import { leads } from './features/leads/leads.routes.ts'
import { privacy } from './features/privacy/privacy.routes.ts'
import { products } from './features/products/products.routes.ts'
import { retention } from './features/retention/retention.routes.ts'
import { sessionStorage } from './features/session/session.queries.ts'
import { session } from './features/session/session.routes.ts'
import { settings } from './features/settings/settings.routes.ts'
import { users } from './features/users/users.routes.ts'
import { webinars } from './features/webinars/webinars.routes.ts'
import type { Deps } from './platform/deps.ts'
import type { Feature } from './platform/feature.ts'
import { describeApi, serveApiDocs } from './platform/http/api-docs.ts'
import { compressJson } from './platform/http/compression.ts'
import { denyByDefault } from './platform/http/default-deny.ts'
import { limitForms } from './platform/http/form-limit.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { answerUnknownPaths } from './platform/http/not-found.ts'
import { refuseOverload } from './platform/http/overload.ts'
import { notFoundPage, registerPages } from './platform/http/pages.ts'
import { refuseCrossOrigin } from './platform/http/same-origin.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { createServer } from './platform/http/server.ts'
import type { Site } from './platform/http/site.ts'
import { noticeUntrustedProxy } from './platform/http/untrusted-proxy.ts'
import { serveHealthOnly } from './platform/http/worker-only.ts'
import { keepSessions } from './platform/session/sessions.ts'

/** Every feature of the API, by name. */
const features: readonly Feature[] = [
  session,
  users,
  contacts,
  webinars,
  customers,
  products,
  conditions,
  emails,
  agreements,
  leads,
  companyRegister,
  retention,
  privacy,
  settings,
]

/** The whole server, ready to listen or to be asked in a test; its jobs do not run yet. Without a `site` it serves the API alone. */
export const buildApp = async (deps: Deps, site?: Site): Promise<FastifyInstance> => {
  const app = createServer(deps.config)
  if (deps.config.worker === 'only') serveHealthOnly(app)
  // What a request passes, in this order, before its route sees it.
  refuseOverload(app)
  noticeUntrustedProxy(app, deps.config)
  refuseCrossOrigin(app)
  await describeApi(app, deps.config)
  await keepSessions(app, deps, sessionStorage(deps.database.db))
  denyByDefault(app)
  await limitForms(app)
  await compressJson(app)

  await serveApiDocs(app)
  serveHealth(app, deps)
  serveMetrics(app, deps)
  for (const feature of features) feature(app, deps)
  // Pages are answered before any hook: an instance that serves none must not have them.
  if (site && deps.config.worker !== 'only') registerPages(app, site, securityHeaders(deps.config))
  answerUnknownPaths(app, site && notFoundPage(app, site))
  return app
}
