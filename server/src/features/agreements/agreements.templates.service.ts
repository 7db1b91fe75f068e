import { agreementLimits } from '@kontor/contract/agreements/agreements.rules'
import type { AgreementTemplateContent } from '@kontor/contract/agreements/agreements.schema'
import type {
  AgreementTemplate,
  agreementTemplateCreateSchema,
} from '@kontor/contract/agreements/agreements.templates.schema'
import { agreementAmounts } from '@kontor/contract/shared/money'
import { daysBetween, osloDay } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { rejectTaken } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import { lockForDeletion } from '../../platform/trash/deletion.ts'
import { listConditions, listLines } from './agreements.lines.queries.ts'
import { type AgreementRow, readAgreement } from './agreements.queries.ts'
import { agreementNotFound } from './agreements.service.ts'
import { agreementTemplates } from './agreements.table.ts'
import * as queries from './agreements.templates.queries.ts'

/** Returns a template for lists, with the numbers of lines and conditions instead of the lines and conditions. */
export const templateView = ({ id, name, content, version, createdAt }: queries.TemplateRow): AgreementTemplate => {
  const { lines, conditions, ...fields } = content
  return {
    id,
    name,
    content: fields,
    lineCount: lines.length,
    conditionCount: conditions.length,
    ...agreementAmounts(lines),
    version,
    createdAt,
  }
}

/** Returns the days from the agreement's creation to `validUntil`, from 1 to 3650; null without `validUntil`. */
const validDaysOf = ({ validUntil, createdAt }: AgreementRow): number | null =>
  validUntil === null ? null : Math.min(3_650, Math.max(1, daysBetween(osloDay(createdAt), validUntil)))

const contentOf = async (tx: Queryable, agreement: AgreementRow): Promise<AgreementTemplateContent> => {
  const { id, title, description, vatRate, language, verification } = agreement
  const { reminderDays, remindAfterDays, remindEveryDays, remindAtMost } = agreement
  return {
    title,
    description,
    vatRate,
    validDays: validDaysOf(agreement),
    language,
    verification,
    reminderDays,
    remindAfterDays,
    remindEveryDays,
    remindAtMost,
    lines: (await listLines(tx, id)).map((line) => ({
      productId: line.productId,
      description: line.description,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      vatRate: line.vatRate,
    })),
    conditions: (await listConditions(tx, id)).map(({ conditionId, name, content, customContent }) => ({
      conditionId,
      name,
      content,
      customContent,
    })),
  }
}

/** Stores an agreement's content, without its customer, as a template. Works for archived agreements, too. @throws HttpError 404, 409 */
export const saveTemplate = (
  { database }: Deps,
  { name, agreementId }: z.output<typeof agreementTemplateCreateSchema>,
): Promise<AgreementTemplate> => {
  const save = database.db.transaction(async (tx) => {
    const agreement = await orThrow(readAgreement(tx, agreementId), agreementNotFound)
    if ((await queries.countTemplates(tx)) >= agreementLimits.templates) {
      throw new HttpError(409, `Det kan være høyst ${agreementLimits.templates} maler. Slett en som ikke brukes.`)
    }
    return templateView(await queries.insertTemplate(tx, { name, content: await contentOf(tx, agreement) }))
  })
  return rejectTaken(save, 'name', 'Det finnes allerede en mal med dette navnet.')
}

const templateNotFound = () => notFound('Malen finnes ikke.')

/** Deletes a template. @throws HttpError 404, 409 with the current template when the version is stale */
export const removeTemplate = ({ database }: Deps, id: string, version: number | undefined): Promise<void> =>
  database.db.transaction(async (tx) => {
    const find = async () => templateView(await orThrow(queries.findTemplate(tx, id), templateNotFound))
    await lockForDeletion(tx, { table: agreementTemplates }, { id, find, missing: templateNotFound }, version)
    await queries.deleteTemplate(tx, id)
  })
