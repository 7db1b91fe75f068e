import { agreementStatuses, isFrozen } from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { and, desc, eq, type GetColumnData, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { customers } from '../customers/customers.table.ts'
import { agreementSnapshots, agreements } from './agreements.table.ts'

/**
 * Selects the text that was accepted or rejected, for a lateral join with agreements. Lists and records show this text, since somebody
 * could have changed the rows directly in the database.
 */
export const answeredText = (db: Queryable) =>
  db
    .select({ text: sql`${agreementSnapshots.content}::jsonb`.as('text') })
    .from(agreementSnapshots)
    .where(
      and(
        eq(agreementSnapshots.agreementId, agreements.id),
        inArray(agreements.status, keysOf(agreementStatuses).filter(isFrozen)),
      ),
    )
    .orderBy(desc(agreementSnapshots.number))
    .limit(1)
    .as('answered')

const asAnswered = <Column extends PgColumn>(column: Column, path: string) =>
  sql<GetColumnData<Column>>`CASE WHEN answered.text IS NULL THEN ${column}
    ELSE (answered.text #>> ${path})::${sql.raw(column.getSQLType())} END`.mapWith(column)

/** Columns of lists and records. Once the agreement is accepted or rejected, their values come from the answered text. */
export const shownColumns = {
  title: asAnswered(agreements.title, '{title}'),
  description: asAnswered(agreements.description, '{description}'),
  totalAmount: asAnswered(agreements.totalAmount, '{totalAmount}'),
  vatAmount: asAnswered(agreements.vatAmount, '{vatAmount}'),
  validUntil: asAnswered(agreements.validUntil, '{validUntil}'),
  customerName: asAnswered(customers.name, '{customer,name}'),
}
