import * as endpoints from '@kontor/contract/audit-events/audit-events.endpoints'
import { pagination } from '@kontor/contract/shared/paging'
import { logSecurityEvent } from '../../platform/audit/audit.ts'
import { staleVersion } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { requireOwnPage } from '../../platform/session/anti-forgery.ts'
import * as queries from './audit-events.queries.ts'
import { sendAuditEvents } from './audit-events.service.ts'

export const auditEvents: Feature = (app, { database: { db } }) => {
  serve(app, endpoints.listAuditEvents, async ({ query: { page, size, ...filter } }) => {
    const total = await queries.countAuditEvents(db, filter)
    const events = await queries.listAuditEvents(db, filter, { limit: size, offset: (page - 1) * size })
    return { events, pagination: pagination(page, size, total) }
  })

  serve(app, endpoints.readAuditSummary, async () => ({
    total: await queries.countAuditEvents(db, {}),
    actors: await queries.listAuditActors(db),
  }))

  serve(app, endpoints.exportAuditEvents, async ({ query: { format, auth, ...filter }, request, reply }) => {
    requireOwnPage(request, auth)
    return sendAuditEvents(reply, db, filter, format)
  })

  serve(app, endpoints.readAuditRetention, () => queries.auditRetention.read(db))

  serve(app, endpoints.changeAuditRetention, async ({ body: { known, months } }) => {
    const { exchange, key } = queries.auditRetention
    await db.transaction((tx) =>
      exchange(tx, known === undefined ? undefined : { months: known }, { months }, staleVersion),
    )
    logSecurityEvent({ action: 'updated', kind: 'setting', id: key, values: { months } })
    return { months }
  })
}
