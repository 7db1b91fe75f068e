import * as endpoints from '@kontor/contract/emails/emails.endpoints'
import { emailStatus } from '@kontor/contract/emails/emails.rules'
import { cursorAfter, nextCursorHeader } from '@kontor/contract/shared/paging'
import type { Deps } from '../../platform/deps.ts'
import { notFound, orThrow } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { acceptForms } from '../../platform/http/accept-forms.ts'
import { requireProof } from '../../platform/http/default-deny.ts'
import { serve } from '../../platform/http/route.ts'
import { fillTokens } from '../../platform/mail/link-tokens.queries.ts'
import { readCompany } from '../company/company.queries.ts'
import { addressCode, addressCodeSecret, changeEmailSettings } from './emails.addresses.service.ts'
import { deliverMails, measureOutbox } from './emails.jobs.ts'
import { listEmailLogs, summarizeEmailLogs } from './emails.list.queries.ts'
import { templatePreview } from './emails.mails.ts'
import { findEmailLog, readEmailSettings } from './emails.queries.ts'
import { countFailedMails, resendFailedMails } from './emails.resend.service.ts'
import { mailNotFound, resendMail, sendTestMail } from './emails.service.ts'
import { listEmailTemplates } from './emails.templates.queries.ts'
import { changeTemplate, createTemplate, removeTemplate } from './emails.templates.service.ts'

/** Headers for a stored mail, which may be hostile. It gets only styles and embedded images, and only our own pages may frame it. */
export const previewHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/** Milliseconds; a bit longer than the mailer waits for the mail server (60 s). */
const testTimeout = 65_000

/** Maximum bytes of a template in a form post, whose encoding may triple its size. */
const previewLimit = 400_000

export const emails: Feature = (app, deps) => {
  serveLog(app, deps)
  serveTemplates(app, deps)
  servePreview(app, deps)
  serveSettings(app, deps)
  fillTokens(deps.mailHooks.secrets, deps.signing.secrets)
  deliverMails(deps, app.metrics)
  measureOutbox(app.metrics, deps)
}

const serveLog: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listEmailLogs, async ({ query: { sort, cursor, size, ...filter }, reply }) => {
    // One extra row shows whether there is a next page.
    const rows = await listEmailLogs(db, filter, {
      after: cursor,
      oldestFirst: sort === 'createdAt:asc',
      limit: size + 1,
    })
    const onPage = rows.slice(0, size)
    const last = onPage.at(-1)
    if (last && rows.length > size) reply.header(nextCursorHeader, cursorAfter(last))
    return onPage.map(withStatus)
  })

  serve(app, endpoints.readEmailLogSummary, ({ query }) => summarizeEmailLogs(db, query))

  serve(app, endpoints.readEmailLog, async ({ params }) => {
    const mail = await getMail(deps, params.id)
    return { ...withStatus(mail), tries: [...mail.tries] }
  })

  serve(app, endpoints.previewEmailLog, async ({ params, reply }) => {
    const { htmlContent } = await getMail(deps, params.id)
    if (htmlContent === null) throw notFound('Innholdet i e-posten er ikke tilgjengelig.')
    reply.headers(previewHeaders)
    return htmlContent
  })

  serve(app, endpoints.resendEmail, async ({ params }) => withStatus(await resendMail(deps, params.id)))

  serve(app, endpoints.countFailedEmails, ({ query }) => countFailedMails(deps, query))

  serve(app, endpoints.resendFailedEmails, ({ body }) => resendFailedMails(deps, body))
}

const serveTemplates: Feature = (app, deps) => {
  const { db } = deps.database

  serve(app, endpoints.listEmailTemplates, () => listEmailTemplates(db))

  serve(app, endpoints.createEmailTemplate, ({ body }) => createTemplate(deps, body))

  serve(app, endpoints.updateEmailTemplate, ({ params, body }) => changeTemplate(deps, params.id, body))

  serve(app, endpoints.deleteEmailTemplate, ({ params, query }) => removeTemplate(deps, params.id, query.version))
}

/** Accepts a form post, by which a page can load the preview into a sandboxed frame. */
const servePreview: Feature = (app, { database }) => {
  app.register(async (scope) => {
    acceptForms(scope)
    serve(
      scope,
      endpoints.previewEmailTemplate,
      async ({ body, reply }) => {
        reply.headers(previewHeaders)
        return templatePreview(body, await readCompany(database.db))
      },
      { bodyLimit: previewLimit, config: { changesNothing: true } },
    )
  })
}

const serveSettings: Feature = (app, deps) => {
  const { db } = deps.database
  deps.mailHooks.secrets.set(addressCodeSecret, (subject) => addressCode(deps, subject))

  serve(app, endpoints.readEmailSettings, () => readEmailSettings(db))

  serve(app, endpoints.updateEmailSettings, ({ body, request }) =>
    changeEmailSettings(deps, body, () => requireProof(request)),
  )

  serve(app, endpoints.sendTestEmail, ({ body }) => sendTestMail(deps, body), { handlerTimeout: testTimeout })
}

const getMail = ({ database }: Deps, id: string) => orThrow(findEmailLog(database.db, id), mailNotFound)

const withStatus = <Row extends { delivery: Parameters<typeof emailStatus>[0] }>(row: Row) => ({
  ...row,
  status: emailStatus(row.delivery),
})
