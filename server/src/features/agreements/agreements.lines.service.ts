import { agreementLimits } from '@kontor/contract/agreements/agreements.rules'
import type {
  agreementConditionCreateSchema,
  agreementConditionUpdateSchema,
  agreementLineCreateSchema,
  agreementLineUpdateSchema,
  orderSchema,
} from '@kontor/contract/agreements/agreements.schema'
import { lineTotal } from '@kontor/contract/shared/money'
import type { z } from 'zod'
import { recordEvent } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import * as queries from './agreements.lines.queries.ts'
import type { AgreementRow } from './agreements.queries.ts'
import { calculate, changeContent, fieldError } from './agreements.service.ts'

const lineNotFound = () => notFound('Produktlinjen finnes ikke.')
const conditionNotFound = () => notFound('Betingelsen finnes ikke i avtalen.')

/** Returns the row unless `version` is given and differs. @throws HttpError 409 with the row; the caller's transaction then rolls back */
const unchanged = <Row extends { readonly version: number }>(row: Row, version: number | undefined): Row => {
  if (version !== undefined && version !== row.version) throw staleVersion(row)
  return row
}

const checkProduct = async (tx: Queryable, productId: number | null | undefined): Promise<void> => {
  if (productId && !(await queries.lockProduct(tx, productId))) throw fieldError('productId', 'Produktet finnes ikke')
}

/** Returns the `sortOrder` for a new last row, capped at the largest 32-bit integer. @throws HttpError 409 if there are too many rows */
const nextPlace = (rows: readonly { readonly sortOrder: number }[], what: string): number => {
  if (rows.length >= agreementLimits.lines) {
    throw new HttpError(409, `En avtale kan ha høyst ${agreementLimits.lines} ${what}.`)
  }
  return Math.min((rows.at(-1)?.sortOrder ?? -1) + 1, 2_147_483_647)
}

/** Adds a line, at the end unless `sortOrder` is given. */
export const addLine = (deps: Deps, agreementId: string, body: z.output<typeof agreementLineCreateSchema>) =>
  changeContent(deps, agreementId, async (tx) => {
    const place = nextPlace(await queries.listLines(tx, agreementId), 'produktlinjer')
    const { description, quantity, unitPrice, vatRate } = body
    await checkProduct(tx, body.productId)
    const [result] = await queries.insertLines(tx, [
      {
        agreementId,
        description,
        quantity,
        unitPrice,
        vatRate,
        productId: body.productId ?? null,
        totalPrice: calculate(() => lineTotal(quantity, unitPrice)),
        sortOrder: body.sortOrder ?? place,
      },
    ])
    if (!result) throw new Error('The line was not stored')
    return { result, detail: `Linje lagt til: ${description}`, amounts: true }
  })

/** Changes the given fields of a line. @throws HttpError 404, 409 with the current line when the version is stale. */
export const changeLine = (
  deps: Deps,
  agreementId: string,
  id: string,
  { version, totalPrice: _, ...body }: z.output<typeof agreementLineUpdateSchema>,
) =>
  changeContent(deps, agreementId, async (tx) => {
    const line = unchanged(await orThrow(queries.findLine(tx, agreementId, id), lineNotFound), version)
    await checkProduct(tx, body.productId)
    const totalPrice = calculate(() => lineTotal(body.quantity ?? line.quantity, body.unitPrice ?? line.unitPrice))
    const result = await queries.updateLine(tx, id, { ...body, totalPrice })
    return { result, detail: `Linje endret: ${result.description}`, amounts: true }
  })

/** @throws HttpError 404, 409 with the current line when the version is stale. */
export const removeLine = (deps: Deps, agreementId: string, id: string, version: number | undefined): Promise<void> =>
  changeContent(deps, agreementId, async (tx) => {
    const { description } = unchanged(await orThrow(queries.deleteLine(tx, agreementId, id), lineNotFound), version)
    return { result: undefined, detail: `Linje fjernet: ${description}`, amounts: true }
  })

type Order = z.output<typeof orderSchema>

/** Checks that `ids` names each row once and that `known`, if given, is the current order. @throws HttpError 409 with the current rows */
const checkOrder = ({ ids, known }: Order, current: readonly { readonly id: string }[]): void => {
  const named = new Set(ids)
  const complete =
    named.size === ids.length && ids.length === current.length && current.every(({ id }) => named.has(id))
  const isUnchanged =
    !known || (known.length === current.length && current.every(({ id }, place) => id === known[place]))
  if (!complete || !isUnchanged) throw staleVersion(current)
}

/** Records a new order in the audit trail, since the trail's triggers ignore changes of positions. */
const recordOrder = (
  tx: Queryable,
  kind: 'agreement-line' | 'agreement-condition',
  { id, reference, title }: AgreementRow,
  former: readonly string[],
  order: readonly string[],
): Promise<void> =>
  recordEvent(tx, {
    action: 'updated',
    kind,
    id,
    title: `${reference} ${title}`,
    former: { order: former },
    facts: { order },
  })

export const reorderLines = (deps: Deps, agreementId: string, order: Order) =>
  changeContent(deps, agreementId, async (tx, agreement) => {
    const former = await queries.listLines(tx, agreementId)
    checkOrder(order, former)
    await queries.orderLines(tx, agreementId, order.ids)
    const result = await queries.listLines(tx, agreementId)
    const texts = (lines: typeof result) => lines.map(({ description }) => description)
    await recordOrder(tx, 'agreement-line', agreement, texts(former), texts(result))
    return { result, detail: 'Rekkefølgen på linjene' }
  })

/** Attaches a copy of a condition, at the end unless `sortOrder` is given. */
export const addCondition = (deps: Deps, agreementId: string, body: z.output<typeof agreementConditionCreateSchema>) =>
  changeContent(deps, agreementId, async (tx) => {
    const place = nextPlace(await queries.listConditions(tx, agreementId), 'betingelser')
    const result = await queries.attachCondition(tx, agreementId, body.conditionId, {
      customContent: body.customContent,
      sortOrder: body.sortOrder ?? place,
    })
    if (!result) throw fieldError('conditionId', 'Betingelsen finnes ikke')
    return { result, detail: `Betingelse lagt til: ${result.name}` }
  })

/** Changes the given fields of a condition. @throws HttpError 404, 409 with the current condition when the version is stale. */
export const changeCondition = (
  deps: Deps,
  agreementId: string,
  id: string,
  { version, ...body }: z.output<typeof agreementConditionUpdateSchema>,
) =>
  changeContent(deps, agreementId, async (tx) => {
    unchanged(await orThrow(queries.findCondition(tx, agreementId, id), conditionNotFound), version)
    const result = await queries.updateCondition(tx, id, body)
    return { result, detail: `Betingelse endret: ${result.name}` }
  })

/** @throws HttpError 404, 409 with the current condition when the version is stale. */
export const removeCondition = (
  deps: Deps,
  agreementId: string,
  id: string,
  version: number | undefined,
): Promise<void> =>
  changeContent(deps, agreementId, async (tx) => {
    const { name } = unchanged(await orThrow(queries.deleteCondition(tx, agreementId, id), conditionNotFound), version)
    return { result: undefined, detail: `Betingelse fjernet: ${name}` }
  })

export const reorderConditions = (deps: Deps, agreementId: string, order: Order) =>
  changeContent(deps, agreementId, async (tx, agreement) => {
    const former = await queries.listConditions(tx, agreementId)
    checkOrder(order, former)
    await queries.orderConditions(tx, agreementId, order.ids)
    const result = await queries.listConditions(tx, agreementId)
    const names = (conditions: typeof result) => conditions.map(({ name }) => name)
    await recordOrder(tx, 'agreement-condition', agreement, names(former), names(result))
    return { result, detail: 'Rekkefølgen på betingelsene' }
  })
