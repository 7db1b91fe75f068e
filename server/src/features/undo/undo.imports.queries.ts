import { type ImportKind, trashKinds } from '@kontor/contract/undo/undo.rules'
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { recordPurged } from '../../platform/audit/audit.ts'
import { forgetRecords } from '../../platform/audit/personal-trail.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Relation, readRelations, readTables } from '../../platform/database/relations.ts'
import { firstRow, idsOf } from '../../platform/database/rows.ts'
import { importChanges, imports } from '../../platform/imports/imports.table.ts'
import { insertedValue } from '../../platform/trash/restore-trash.ts'
import { trash } from '../../platform/trash/trash.table.ts'
import { customers } from '../customers/customers.table.ts'
import { leads } from '../leads/leads.table.ts'

interface Target {
  readonly table: PgTable & { readonly id: PgColumn; readonly version: PgColumn }
  readonly name: 'leads' | 'customers'
  readonly title: PgColumn
  /** The column with the time of the last change. */
  readonly touched: string
}

const targets: Readonly<Record<ImportKind, Target>> = {
  leads: { table: leads, name: 'leads', title: leads.company_name, touched: 'last_touched_at' },
  customers: { table: customers, name: 'customers', title: customers.name, touched: 'updated_at' },
}

/** Maximum imports in a list; older ones can be undone by id. */
const maxListedImports = 200

/** Lists imports after `since` that wrote something and can be undone, newest first; with a `userId`, only imports of this user. */
export const listImports = (db: Queryable, { since, userId }: { since: string; userId: number | undefined }) =>
  db
    .select({
      importId: imports.id,
      kind: imports.kind,
      importedAt: imports.importedAt,
      importedBy: imports.importedBy,
      fileName: imports.fileName,
      rowsCreated: imports.rowsCreated,
      rowsUpdated: imports.rowsUpdated,
    })
    .from(imports)
    .where(
      and(
        gt(imports.importedAt, since),
        isNull(imports.undoneAt),
        or(gt(imports.rowsCreated, 0), gt(imports.rowsUpdated, 0)),
        userId === undefined ? undefined : eq(imports.userId, userId),
      ),
    )
    .orderBy(desc(imports.importedAt), asc(imports.id))
    .limit(maxListedImports)

/** Locks an import after `since` until the transaction ends. */
export const lockImport = (tx: Queryable, id: string, since: string) =>
  firstRow(
    tx
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), gt(imports.importedAt, since)))
      .for('update'),
  )

export const markUndone = async (tx: Queryable, id: string, undoneAt: string): Promise<void> => {
  await tx.update(imports).set({ undoneAt }).where(eq(imports.id, id))
  await tx.delete(importChanges).where(eq(importChanges.importId, id))
}

const createdIds = (importId: string): SQL =>
  sql`select unnest(created) as id from ${importChanges} where import_id = ${importId}::uuid`

const updatedRows = (importId: string): SQL => sql`
  select (item ->> 'id')::int as id, (item ->> 'version')::int as version, item -> 'former' as former
  from ${importChanges}, jsonb_array_elements(updated) as item where import_id = ${importId}::uuid`

/** Condition: nothing refers to the row, so it was not used after the import. */
const isUnused = (name: string, id: PgColumn, relations: readonly Relation[]): SQL => {
  const references = relations.filter(({ parent }) => parent === name)
  const none = references.map(
    ({ child, column }) =>
      sql`not exists (select from ${sql.identifier(child)} child where child.${sql.identifier(column)} = ${id})`,
  )
  return none.length === 0 ? sql`true` : sql.join(none, sql` and `)
}

/** Deletes the rows that the import created, unless they were changed or used since. Returns how many. */
export const removeCreated = async (tx: Queryable, kind: ImportKind, importId: string): Promise<number> => {
  const { table, name } = targets[kind]
  const relations = await readRelations(tx)
  const { rowCount } = await tx.execute(sql`
    delete from ${table} where ${table.id} in (${createdIds(importId)}) and ${table.version} = 1
      and ${isUnused(name, table.id, relations)}`)
  return rowCount ?? 0
}

/** Resets the rows that the import updated to their former values, unless they were changed since. Returns how many. */
export const restoreUpdated = async (tx: Queryable, kind: ImportKind, importId: string): Promise<number> => {
  const { table, name, touched } = targets[kind]
  const { rows: keys } = await tx.execute<{ key: string }>(
    sql`select distinct key from (${updatedRows(importId)}) as changes, jsonb_object_keys(former) as key`,
  )
  const stored = (await readTables(tx, [name])).get(name)?.columns ?? []
  const columns = keys.map(({ key }) => key).filter((key) => stored.includes(key))
  if (columns.length === 0) return 0
  const relations = await readRelations(tx)
  const assignments = columns.map((column) => {
    const named = sql.identifier(column)
    return sql`${named} = case when changes.former ? ${column}::text then ${insertedValue(column, name, relations)} else t.${named} end`
  })
  const { rowCount } = await tx.execute(sql`
    update ${table} t set version = t.version + 1, ${sql.identifier(touched)} = now(), ${sql.join(assignments, sql`, `)}
    from (${updatedRows(importId)}) as changes,
      lateral (select * from jsonb_populate_record(null::${sql.identifier(name)}, changes.former)) as r
    where t.id = changes.id and t.version = changes.version`)
  return rowCount ?? 0
}

/** Locks the rows that the import wrote, so that nobody changes or uses them until the transaction ends. */
export const lockImportedRows = async (tx: Queryable, kind: ImportKind, importId: string): Promise<void> => {
  const { table } = targets[kind]
  await tx.execute(sql`
    select from ${table} where ${table.id} in (${createdIds(importId)} union all select id from (${updatedRows(importId)}) as updated)
    order by ${table.id} for update`)
}

/** The reason why a row of an import can't be undone. */
export type SkipReason = 'changed' | 'used' | 'deleted'

/** The first rows of an import that weren't undone, and the total number of such rows. */
interface SkippedRows {
  readonly total: number
  readonly rows: readonly { readonly id: number; readonly title: string; readonly reason: SkipReason }[]
}

const readSkipped = async (tx: Queryable, statement: SQL): Promise<SkippedRows> => {
  const { rows } = await tx.execute<SkippedRows['rows'][number] & { readonly total: number }>(statement)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ id, title, reason }) => ({ id, title, reason })) }
}

const inTrash = (kind: ImportKind, id: SQL): SQL => sql`${trash.kind} = ${kind} and ${trash.entityId} = ${id}::text`

/**
 * Lists up to `limit` of the import's rows that were changed, used or archived since, and counts all of them. Call after `removeCreated`
 * and before `restoreUpdated`.
 */
export const listSkipped = (tx: Queryable, kind: ImportKind, importId: string, limit: number): Promise<SkippedRows> => {
  const { table, title } = targets[kind]
  return readSkipped(
    tx,
    sql`
    select ${table.id} as id, ${title} as title, count(*) over ()::int as total,
      case when ${trash.archived} then 'deleted' when ${table.version} <> written.version then 'changed' else 'used' end as reason
    from ${table} join (
      select id, 1 as version, true as created from (${createdIds(importId)}) as created
      union all
      select id, version, false from (${updatedRows(importId)}) as updated) as written on written.id = ${table.id}
      left join ${trash} on ${inTrash(kind, sql`${table.id}`)}
    where written.created or ${table.version} <> written.version
    order by ${table.id} limit ${limit}`,
  )
}

/**
 * Lists up to `limit` of the import's rows that were deleted since, and counts all of them. Call before `removeCreated`. The title of a row
 * that isn't in the trash any more is its kind and id.
 */
export const listDeleted = (tx: Queryable, kind: ImportKind, importId: string, limit: number): Promise<SkippedRows> => {
  const { table } = targets[kind]
  return readSkipped(
    tx,
    sql`
    select written.id, coalesce(${trash.title}, ${`${trashKinds[kind]} `} || written.id) as title, 'deleted' as reason,
      count(*) over ()::int as total
    from (${createdIds(importId)} union select id from (${updatedRows(importId)}) as updated) as written
      left join ${trash} on ${inTrash(kind, sql`written.id`)}
    where not exists (select from ${table} where ${table.id} = written.id)
    order by written.id limit ${limit}`,
  )
}

/** Deletes imports up to `before` and the lists of their rows. Imports that created leads stay, without lists: the leads' timelines name them. */
export const purgeImports = (db: Queryable, before: string): Promise<void> =>
  db.transaction(async (tx) => {
    const due = lte(imports.importedAt, before)
    const isNamed = and(
      eq(imports.kind, 'leads' satisfies ImportKind),
      gt(imports.rowsCreated, 0),
      isNull(imports.undoneAt),
    )
    const forgotten = await idsOf(
      tx
        .delete(imports)
        .where(and(due, sql`not (${isNamed})`))
        .returning({ id: imports.id }),
    )
    await forgetRecords(
      tx,
      forgotten.map((id) => ({ kind: 'import', id })),
    )
    await recordPurged(tx, 'import', forgotten.length)
    const dueIds = tx.select({ id: imports.id }).from(imports).where(due)
    await tx.delete(importChanges).where(inArray(importChanges.importId, dueIds))
  })
