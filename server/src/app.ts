import type { FastifyInstance } from 'fastify'
import { agreementPdfs } from './features/agreement-answers/agreement-answers.pdf.routes.ts'
import { agreementAnswers } from './features/agreement-answers/agreement-answers.public.routes.ts'
import { agreementEvidence } from './features/agreement-evidence/agreement-evidence.public.routes.ts'
import { agreements } from './features/agreements/agreements.routes.ts'
import { auditEvents } from './features/audit-events/audit-events.routes.ts'
import { backups } from './features/backups/backups.routes.ts'
import { changes } from './features/changes/changes.routes.ts'
import { company } from './features/company/company.routes.ts'
import { registerWatch } from './features/company-checks/company-checks.jobs.ts'
import { companyRegister } from './features/company-register/company-register.routes.ts'
import { conditions } from './features/conditions/conditions.routes.ts'
import { contacts } from './features/contacts/contacts.routes.ts'
import { customerRecords } from './features/customer-records/customer-records.routes.ts'
import { customers } from './features/customers/customers.routes.ts'
import { emails } from './features/emails/emails.routes.ts'
import { leadTimeline } from './features/lead-timeline/lead-timeline.routes.ts'
import { leads } from './features/leads/leads.routes.ts'
import { privacy } from './features/privacy/privacy.routes.ts'
import { products } from './features/products/products.routes.ts'
import { retention } from './features/retention/retention.routes.ts'
import { search } from './features/search/search.routes.ts'
import { secondFactor } from './features/second-factor/second-factor.routes.ts'
import { sessionStorage } from './features/session/session.queries.ts'
import { session } from './features/session/session.routes.ts'
import { secondStep } from './features/session/session.second-step.routes.ts'
import { policyReports } from './features/site/site.reports.routes.ts'
import { securityText, siteForms } from './features/site/site.routes.ts'
import { siteTexts } from './features/site-editing/site-editing.routes.ts'
import { settings } from './features/system-status/system-status.routes.ts'
import { trash } from './features/undo/undo.routes.ts'
import { users } from './features/users/users.routes.ts'
import { webinars } from './features/webinars/webinars.routes.ts'
import type { Deps } from './platform/deps.ts'
import type { Feature } from './platform/feature.ts'
import { describeApi, serveApiDocs } from './platform/http/api-docs.ts'
import { compressJson } from './platform/http/compression.ts'
import { denyByDefault } from './platform/http/default-deny.ts'
import { keepEventStreams } from './platform/http/event-streams.ts'
import { limitForms } from './platform/http/form-limit.ts'
import { serveHealth, serveHealthOnly } from './platform/http/health.ts'
import { measureRequests, serveMetrics } from './platform/http/metrics.ts'
import { answerUnknownPaths } from './platform/http/not-found.ts'
import { refuseOverload } from './platform/http/overload.ts'
import { refuseCrossOrigin } from './platform/http/same-origin.ts'
import { createServer } from './platform/http/server.ts'
import { noticeUntrustedProxy } from './platform/http/untrusted-proxy.ts'
import type { Site } from './platform/pages/built-site.ts'
import { notFoundPage, registerPages } from './platform/pages/pages.ts'
import { servePdfs } from './platform/pdf/pdf-renderer.ts'
import { keepSessions } from './platform/session/sessions.ts'

/** Every feature of the API, by name. */
const features: readonly Feature[] = [
  session,
  secondStep,
  secondFactor,
  users,
  company,
  siteTexts,
  contacts,
  siteForms,
  securityText,
  policyReports,
  webinars,
  customers,
  customerRecords,
  products,
  conditions,
  emails,
  agreements,
  agreementEvidence,
  agreementAnswers,
  agreementPdfs,
  leads,
  search,
  changes,
  leadTimeline,
  companyRegister,
  registerWatch,
  retention,
  privacy,
  trash,
  backups,
  auditEvents,
  settings,
]

/** Registers the API's hooks, whose order matters, then its routes. */
const serveApi = async (api: FastifyInstance, deps: Deps, guardOverload: boolean): Promise<void> => {
  if (guardOverload) refuseOverload(api)
  noticeUntrustedProxy(api, deps.config)
  refuseCrossOrigin(api)
  await describeApi(api, deps.config)
  await keepSessions(api, deps, sessionStorage(deps.database.db))
  denyByDefault(api)
  await limitForms(api, deps)
  await compressJson(api)

  await serveApiDocs(api)
  serveHealth(api, deps)
  serveMetrics(api, deps)
  servePdfs(api)
  for (const feature of features) feature(api, deps)
}

interface AppOptions {
  /** The built website; without one, only the API is served. */
  readonly site?: Site
  /** If true (the default), the API answers 503 while the event loop is blocked. Tests of features turn it off. */
  readonly guardOverload?: boolean
  /** Adds hooks for every route; for tests. */
  readonly prepare?: (app: FastifyInstance) => void
}

/** Builds the server. It neither listens nor runs jobs yet. */
export const buildApp = async (
  deps: Deps,
  { site, guardOverload = true, prepare }: AppOptions = {},
): Promise<FastifyInstance> => {
  const app = createServer(deps.config)
  prepare?.(app)
  if (deps.config.worker === 'only') serveHealthOnly(app)
  measureRequests(app)
  keepEventStreams(app)
  // `register` encapsulates the API's hooks, so they don't run for pages.
  await app.register((api) => serveApi(api, site ? { ...deps, site } : deps, guardOverload))
  if (site) registerPages(app, site)
  app.refusedForms = site ?? null
  answerUnknownPaths(app, site && notFoundPage(app, site))
  return app
}
