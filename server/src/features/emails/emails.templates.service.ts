import { templateProblem } from '@kontor/contract/emails/emails.rules'
import type { emailTemplateUpdateSchema } from '@kontor/contract/emails/emails.schema'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import { mailHtmlProblem } from '../../platform/mail/mail-html.ts'
import * as queries from './emails.templates.queries.ts'

const checkTemplate = ({ subject, content }: queries.TemplateFields): void => {
  const problems = {
    subject: templateProblem(subject),
    content: templateProblem(content) ?? mailHtmlProblem(content),
  }
  const fields: Record<string, string> = {}
  for (const [field, problem] of Object.entries(problems)) if (problem) fields[field] = problem
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new HttpError(400, sentences.join('. '), { fields })
}

export const createTemplate = async (
  { database }: Deps,
  fields: queries.TemplateFields,
): Promise<queries.EmailTemplateRow> => {
  checkTemplate(fields)
  return database.db.transaction(async (tx) => {
    await queries.lockTemplates(tx)
    if (fields.isActive) await queries.deactivateTemplates(tx, fields)
    return queries.insertEmailTemplate(tx, fields)
  })
}

/** Changes a template. An active one deactivates the others of its type and language. @throws HttpError 400, 404, 409 with the current template */
export const changeTemplate = async (
  { database }: Deps,
  id: string,
  { version, ...changes }: z.output<typeof emailTemplateUpdateSchema>,
): Promise<queries.EmailTemplateRow> =>
  database.db.transaction(async (tx) => {
    await queries.lockTemplates(tx)
    const current = await orThrow(queries.findEmailTemplate(tx, id), templateNotFound)
    if (version !== undefined && version !== current.version) throw staleVersion(current)
    const fields: queries.TemplateFields = {
      type: changes.type ?? current.type,
      language: changes.language ?? current.language,
      subject: changes.subject ?? current.subject,
      content: changes.content ?? current.content,
      isActive: changes.isActive ?? current.isActive,
    }
    checkTemplate(fields)
    if (fields.isActive) await queries.deactivateTemplates(tx, fields, id)
    return queries.updateEmailTemplate(tx, id, fields)
  })

/** Deletes a template. @throws HttpError 404, 409 with the current template when the version is stale */
export const removeTemplate = ({ database }: Deps, id: string, version: number | undefined): Promise<void> =>
  database.db.transaction(async (tx) => {
    await queries.lockTemplates(tx)
    const current = await orThrow(queries.findEmailTemplate(tx, id), templateNotFound)
    if (version !== undefined && version !== current.version) throw staleVersion(current)
    await queries.deleteEmailTemplate(tx, id)
  })

const templateNotFound = () => notFound('E-postmalen finnes ikke.')
