import { templateProblem } from '@kontor/contract/emails/emails.rules'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, staleVersion } from '../../platform/errors/http-error.ts'
import { mailHtmlProblem } from '../../platform/mail/mail-html.ts'
import {
  deactivateTemplates,
  type EmailTemplateRow,
  findEmailTemplate,
  holdTemplates,
  insertEmailTemplate,
  type TemplateFields,
  updateEmailTemplate,
} from './emails.templates.queries.ts'

/** @throws HttpError 400 with a sentence for each text that a mail cannot be made of. */
const checkTemplate = ({ type, subject, content }: TemplateFields): void => {
  const problems = {
    subject: templateProblem(type, subject),
    content: templateProblem(type, content) ?? mailHtmlProblem(content),
  }
  const fields: Record<string, string> = {}
  for (const [field, problem] of Object.entries(problems)) if (problem) fields[field] = problem
  const sentences = Object.values(fields)
  if (sentences.length > 0) throw new HttpError(400, sentences.join('. '), { fields })
}

/** Adds a template; an active one takes the place of the one of its type that was in use, or nothing happens. */
export const createTemplate = async ({ database }: Deps, fields: TemplateFields): Promise<EmailTemplateRow> => {
  checkTemplate(fields)
  return database.db.transaction(async (tx) => {
    await holdTemplates(tx)
    if (fields.isActive) await deactivateTemplates(tx, fields.type)
    return insertEmailTemplate(tx, fields)
  })
}

type TemplateChanges = { readonly [Field in keyof TemplateFields]?: TemplateFields[Field] | undefined } & {
  readonly version?: number | undefined
}

/**
 * Changes a template; whatever is in use afterwards is the only one of its type.
 * @throws HttpError 404 when it is gone, 409 with the current one when somebody else has changed it, 400 for its texts.
 */
export const changeTemplate = async (
  { database }: Deps,
  id: string,
  { version, ...changes }: TemplateChanges,
): Promise<EmailTemplateRow> =>
  database.db.transaction(async (tx) => {
    await holdTemplates(tx)
    const current = await findEmailTemplate(tx, id)
    if (!current) throw templateGone()
    if (version !== undefined && version !== current.version) throw staleVersion(current)
    const fields: TemplateFields = {
      type: changes.type ?? current.type,
      subject: changes.subject ?? current.subject,
      content: changes.content ?? current.content,
      isActive: changes.isActive ?? current.isActive,
    }
    checkTemplate(fields)
    if (fields.isActive) await deactivateTemplates(tx, fields.type, id)
    const updated = await updateEmailTemplate(tx, id, fields)
    if (!updated) throw templateGone()
    return updated
  })

export const templateGone = () => notFound('E-postmalen finnes ikke.')
