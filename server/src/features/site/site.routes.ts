import { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import { contactLimits } from '@kontor/contract/contacts/contacts.rules'
import type { FieldProblem, FormResult, RefusedForm } from '@kontor/contract/shared/public-form'
import { messageSentId, pathIn, type SiteLanguage, siteLanguages } from '@kontor/contract/site/site.rules'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { TooManyRequests } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import type { StaticFile } from '../../platform/http/assets.ts'
import { answerError, describeFailure } from '../../platform/http/error-handler.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { readCompany } from '../company/company.queries.ts'
import { receiveEnquiry } from '../contacts/contacts.service.ts'

/** Minutes within which a repeated text counts as a double click. A page without scripts can't send a submission id. */
const sameSubmissionMinutes = 10

/** Returns a submission's id, which is its minute, and the ids of the minutes before, at which the same text may have been sent. */
const submissionAt = (now: Date) => {
  const minute = Math.floor(now.getTime() / 60_000)
  return {
    submissionId: String(minute),
    repeats: Array.from({ length: sameSubmissionMinutes }, (_, index) => String(minute - index - 1)),
  }
}

const textsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? body : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** Makes each line break one character: browsers count it as one against a field's limit, but send it as two. */
const withSingleLineBreaks = (body: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(textsOf(body)).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]))

const limits: ReadonlyMap<string, number> = new Map(Object.entries(contactLimits))

const problemOf = (field: string, value: string | undefined, sentence: string): FieldProblem => {
  const text = value?.trim()
  if (!text) return 'missing'
  const max = limits.get(field)
  if (max !== undefined && text.length > max) return { sentence, max }
  return field === 'email' || field === 'name' ? 'invalid' : { sentence }
}

const resultOf = (status: number, problems: readonly FieldProblem[]): FormResult => {
  if (problems.length === 0) return { kind: 'failed', status }
  return { kind: problems.includes('missing') ? 'missing' : 'check' }
}

/** Builds the page's content for a form that was not stored: the input, and the problems to correct. */
const refusedForm = (error: FastifyError, request: FastifyRequest): RefusedForm => {
  const { status, answer } = describeFailure(error, request)
  const values = textsOf(request.body)
  const problems = Object.fromEntries(
    Object.entries(answer.fields ?? {}).map(([field, sentence]) => [field, problemOf(field, values[field], sentence)]),
  )
  return { values, problems, result: resultOf(status, Object.values(problems)) }
}

/** Statuses whose page repeats the input. With other statuses, the form was refused before its fields were read. */
const drawnStatuses: ReadonlySet<number> = new Set([400, 500])

/** Returns the page that answers a refused form. For statuses that can't repeat the input, or if the rendering fails, it is a prerendered page. */
const refusalPage = async (
  error: FastifyError,
  request: FastifyRequest,
  language: SiteLanguage,
): Promise<StaticFile | undefined> => {
  const { refusedForms } = request.server
  if (!refusedForms) return undefined
  const ready = refusedForms.current().refusals[error instanceof TooManyRequests ? 'too-many' : 'failed'][language]
  if (!drawnStatuses.has(describeFailure(error, request).status)) return ready
  try {
    return await refusedForms.refusedForm(language, refusedForm(error, request))
  } catch (failure) {
    request.log.warn({ err: failure }, 'A refused form could not be shown')
    return ready
  }
}

/** Milliseconds for which a copy of `security.txt` is valid; less than a year, as RFC 9116 recommends. */
const securityTextLifetime = 180 * 24 * 60 * 60_000

/** Serves `/.well-known/security.txt` (RFC 9116), which says where to report vulnerabilities. */
export const securityText: Feature = (app, { config, database, clock }) => {
  const options = { config: { caller: 'public' }, logLevel: 'warn', schema: { hide: true } } as const
  app.get('/.well-known/security.txt', options, async (_request, reply) => {
    const { email } = await readCompany(database.db)
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${new Date(clock.now().getTime() + securityTextLifetime).toISOString()}`,
      'Preferred-Languages: no, en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(lines.map((line) => `${line}\n`).join(''))
  })
}

/** Receives the home page's contact form from browsers without scripts: a form post, answered by a redirect or, if refused, a page. */
export const siteForms: Feature = (app, deps) => {
  const { config } = publicFormLimit(deps)
  app.register(async (form) => {
    form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    form.addHook('preValidation', async (request) => {
      request.body = withSingleLineBreaks(request.body)
    })
    for (const language of siteLanguages) {
      const home = pathIn(language, '/')
      form.post<{ Body: z.output<typeof createContact.body> }>(
        home,
        {
          config: { ...config, caller: createContact.caller },
          schema: { body: createContact.body },
          errorHandler: async (error, request, reply) =>
            answerError(error, request, reply, await refusalPage(error, request, language)),
        },
        async ({ body }, reply) => {
          const { submissionId, repeats } = submissionAt(deps.clock.now())
          await receiveEnquiry(deps, { ...body, language, submissionId }, repeats)
          return reply.redirect(`${home}#${messageSentId}`, 303)
        },
      )
    }
  })
}
