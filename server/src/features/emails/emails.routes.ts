import { listEmailLogs as list, previewEmailLog, readEmailLog } from '@kontor/contract/emails/emails.endpoints'
import { emailStatus } from '@kontor/contract/emails/emails.rules'
import type { Feature } from '../../app.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/route.ts'
import { deliverMails, measureOutbox } from './emails.jobs.ts'
import { findEmailLog, listEmailLogs } from './emails.queries.ts'

/** A stored mail may be hostile: it may style itself and show embedded pictures, nothing else, and only in our own frame. */
const previewHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/** The mail log, and the delivery of the outbox. */
export const emails: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, list, async () => (await listEmailLogs(db)).map(withStatus))

  serve(app, readEmailLog, async ({ params }) => withStatus(await existing(deps, params.id)))

  serve(app, previewEmailLog, async ({ params, reply }) => {
    const { htmlContent } = await existing(deps, params.id)
    if (htmlContent === null) throw notFound('Innholdet i e-posten er ikke tilgjengelig.')
    reply.headers(previewHeaders)
    return htmlContent
  })

  deliverMails(deps)
  measureOutbox(app.metrics, deps)
}

const existing = async ({ database }: Deps, id: string) => {
  const mail = await findEmailLog(database.db, id)
  if (!mail) throw notFound('E-posten finnes ikke.')
  return mail
}

const withStatus = <Row extends { delivery: Parameters<typeof emailStatus>[0] }>(row: Row) => ({
  ...row,
  status: emailStatus(row.delivery),
})
