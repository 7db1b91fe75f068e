import type { NameIn } from '@kontor/contract/shared/records'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { recordAsOne, recordAsRestored, recordEach } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import { type Relation, readRelations, readTables } from '../database/relations.ts'
import { firstRow } from '../database/rows.ts'
import { trash } from './trash.table.ts'

const name = sql.identifier

type Part = 'tables' | 'links' | 'values'

interface StoredPart {
  readonly part: Part
  readonly index: number
  readonly name: string
  readonly column: string | null
  readonly keys: string[]
}

const isEntry = (kind: NameIn<'trash'>, id: string) => and(eq(trash.kind, kind), eq(trash.entityId, id))

/** Reads the rows of an entry, in the order in which they are restored. */
const readParts = async (tx: Queryable, kind: NameIn<'trash'>, id: string): Promise<StoredPart[]> => {
  const { rows } = await tx.execute<StoredPart & Record<string, unknown>>(sql`
    select part, (item.position - 1)::int as index, item.value ->> 'name' as name, item.value ->> 'column' as column,
      array(select jsonb_object_keys(item.value -> 'rows' -> 0)) as keys
    from ${trash}, unnest('{tables,links,values}'::text[]) with ordinality as parts(part, step),
      jsonb_array_elements(content -> part) with ordinality as item(value, position)
    where ${isEntry(kind, id)} order by step, item.position`)
  return rows
}

/** Returns SQL for the stored rows of a part, as rows `r` of its table. */
const storedRows = (kind: NameIn<'trash'>, id: string, { part, index, name: table }: StoredPart): SQL => sql`
  ${trash}, jsonb_populate_recordset(null::${name(table)}, ${trash.content} -> ${part}::text -> ${index}::int -> 'rows') as r
  where ${isEntry(kind, id)}`

/** Returns the value for a column of the row `r`. Clears a reference if its target is gone and deleting the target would have cleared it. */
export const insertedValue = (column: string, table: string, relations: readonly Relation[]): SQL => {
  const relation = relations.find((one) => one.child === table && one.column === column && one.clears)
  if (!relation || relation.parent === table) return sql`r.${name(column)}`
  const { parent, key } = relation
  return sql`(select p.${name(key)} from ${name(parent)} p where p.${name(key)} = r.${name(column)})`
}

/**
 * Inserts an entry's rows with their old ids, restores cleared references that are still empty, and removes the entry. Columns added since the
 * deletion get their defaults. Of two concurrent calls, only one restores. @returns false if there is no such entry
 * @throws DatabaseError if a row that these rows refer to is gone, or another row has their unique value
 */
export const restoreFromTrash = async (tx: Queryable, kind: NameIn<'trash'>, id: string): Promise<boolean> => {
  const entry = await firstRow(tx.select({ id: trash.entityId }).from(trash).where(isEntry(kind, id)).for('update'))
  if (!entry) return false
  const relations = await readRelations(tx)
  const parts = await readParts(tx, kind, id)
  const tables = await readTables(
    tx,
    parts.map((part) => part.name),
  )
  for (const part of parts) {
    // Records no event for references that are set again: the event of the restored record covers them.
    await (part.part === 'links' ? recordAsOne(tx) : recordAsRestored(tx))
    const rows = storedRows(kind, id, part)
    const table = name(part.name)
    const columns = part.keys.filter((key) => tables.get(part.name)?.columns.includes(key))
    const list = (one: (column: string) => SQL) => sql.join(columns.map(one), sql`, `)
    if (part.part === 'tables') {
      const values = list((column) => insertedValue(column, part.name, relations))
      await tx.execute(
        sql`insert into ${table} (${list((column) => sql`${name(column)}`)}) select ${values} from ${rows}`,
      )
      continue
    }
    const others = columns.filter((column) => column !== key(part, relations))
    const changes = others.map((column) => sql`${name(column)} = r.${name(column)}`)
    // Increments the version, so that a form opened before the deletion gets a conflict.
    if (part.part === 'values' && tables.get(part.name)?.columns.includes('version'))
      changes.push(sql`version = t.version + 1`)
    const set = sql.join(changes, sql`, `)
    const same = sql`t.${name(key(part, relations))} = r.${name(key(part, relations))}`
    const empty = part.part === 'links' ? sql`and t.${name(part.column ?? '')} is null` : sql``
    await tx.execute(sql`update ${table} t set ${set} from ${rows} and ${same} ${empty}`)
  }
  await recordEach(tx)
  await tx.delete(trash).where(isEntry(kind, id))
  return true
}

const key = ({ part, name: table, column }: StoredPart, relations: readonly Relation[]): string => {
  if (part === 'values') return 'id'
  return relations.find((one) => one.child === table && one.column === column)?.childKey ?? 'id'
}
