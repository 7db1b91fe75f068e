import type { NameIn } from '@kontor/contract/shared/records'
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../database/database.ts'
import { parentsFirst, type Relation, readRelations, readTables } from '../database/relations.ts'
import { trash } from './trash.table.ts'

/** A kind of entity that can be restored after its deletion. */
export interface TrashKind {
  readonly kind: NameIn<'trash'>
  readonly table: PgTable & { readonly id: PgColumn; readonly version: PgColumn }
  /** Returns the entity's name in a list. The row has the database's column names. */
  readonly title: (row: Readonly<Record<string, unknown>>) => string
}

/** The deleting user, and the time (ISO 8601). */
export interface Deletion {
  readonly by: string
  readonly at: string
  /** A sentence shown after a restore, about what it could not undo. */
  readonly notice?: string | undefined
}

/** Values that the deletion overwrites, and a restore sets again: `columns` of the rows in `table` that match `where`. */
export interface FormerValues {
  readonly table: PgTable
  readonly columns: readonly string[]
  readonly where: SQL
}

/** Rows as JSON texts: parsing them would round large numbers. */
interface StoredRows {
  readonly name: string
  readonly rows: string[]
}

interface StoredLinks extends StoredRows {
  readonly column: string
}

/**
 * Everything that a deletion changes. `tables`: deleted rows, parents first. `links`: references that it clears. `values`: values that it
 * overwrites.
 */
interface Content {
  readonly tables: StoredRows[]
  readonly links: StoredLinks[]
  readonly values: StoredRows[]
  readonly notice?: string | undefined
}

const name = sql.identifier

const toJson = ({ tables, links, values, notice = '' }: Content): string => {
  const list = (parts: readonly StoredRows[]): string =>
    parts
      .filter(({ rows }) => rows.length > 0)
      .map(({ rows, ...about }) => `${JSON.stringify(about).slice(0, -1)},"rows":[${rows.join(',')}]}`)
      .join(',')
  return `{"tables":[${list(tables)}],"links":[${list(links)}],"values":[${list(values)}],"notice":${JSON.stringify(notice)}}`
}

/** Returns the tables whose rows are deleted with a row of `root`, parents first. */
const ownedTables = (root: string, relations: readonly Relation[]): string[] => {
  const owned = [root]
  for (const table of owned) {
    for (const { parent, child, clears } of relations) {
      if (parent === table && !clears && !owned.includes(child)) owned.push(child)
    }
  }
  return parentsFirst(owned, relations)
}

interface Found {
  /** Index of the entity that the row belongs to. */
  readonly root: number
  readonly row: string
  /** The value of the column that children refer to, or the row's `ctid` if it has no such column. */
  readonly key: string
}

type FoundRow = Found & { readonly place: string } & Record<string, unknown>

/** Joins the table `t` with the found rows that its rows refer to. */
const referring = (found: readonly Found[], { column, keyType }: Pick<Relation, 'column' | 'keyType'>): SQL => sql`
  join unnest(${sql.param(found.map(({ key }) => key))}::text[], ${sql.param(found.map(({ root }) => root))}::int[])
    as input(key, root) on t.${name(column)} = input.key::${sql.raw(keyType)}`

const keyOf = (table: string, relations: readonly Relation[]): string =>
  relations.find(({ parent }) => parent === table)?.key ?? 'id'

/** Reads and locks the rows that are deleted with the entities, by table. */
const collectRows = async (
  tx: Queryable,
  { table }: TrashKind,
  ids: readonly string[],
  relations: readonly Relation[],
): Promise<Map<string, Found[]>> => {
  const root = getTableName(table)
  const order = ownedTables(root, relations)
  const tables = await readTables(tx, order)
  const all = new Map<string, Found[]>()
  const start = ids.map((id, index) => ({ key: id, root: index, row: '' }))
  for (const child of order) {
    const { columns = [], lockable = false } = tables.get(child) ?? {}
    const isRoot = child === root
    const key = keyOf(child, relations)
    const rows = new Map<string, Found>()
    const sources = isRoot
      ? [{ found: start, by: { column: key, keyType: table.id.getSQLType() } }]
      : relations
          .filter((relation) => relation.child === child && !relation.clears)
          .map((relation) => ({ found: all.get(relation.parent) ?? [], by: relation }))
    for (const { found, by } of sources) {
      if (found.length === 0) continue
      const row = sql`(select jsonb_object_agg(k, v) from jsonb_each(to_jsonb(t)) as each(k, v) where k = any(${sql.param(columns)}::text[]))::text`
      const place = columns.includes(key) ? sql`t.${name(key)}` : sql`t.ctid`
      const result = await tx.execute<FoundRow>(sql`
        select input.root, ${row} as row, ${place}::text as key, t.ctid::text as place
        from ${name(child)} t ${referring(found, by)} ${lockable ? sql`order by ${place} for update of t` : sql``}`)
      for (const { place, ...rest } of result.rows) rows.set(place, rest)
    }
    all.set(child, [...rows.values()])
  }
  return all
}

/** Finds the references that the deletion clears, in rows that stay. */
const collectLinks = async (
  tx: Queryable,
  collected: ReadonlyMap<string, readonly Found[]>,
  relations: readonly Relation[],
): Promise<{ readonly relation: Relation; readonly rows: readonly Found[] }[]> => {
  const links: { readonly relation: Relation; readonly rows: readonly Found[] }[] = []
  for (const relation of relations) {
    const found = collected.get(relation.parent) ?? []
    const { child, column, childKey, clears } = relation
    if (!clears || childKey === null || found.length === 0) continue
    const { rows } = await tx.execute<FoundRow>(sql`
      select input.root, jsonb_build_object(${childKey}::text, t.${name(childKey)}, ${column}::text, t.${name(column)})::text as row
      from ${name(child)} t ${referring(found, relation)}`)
    links.push({ relation, rows })
  }
  return links
}

const readFormerValues = async (tx: Queryable, { table, columns, where }: FormerValues): Promise<StoredRows> => {
  const parts = ['id', ...columns].map((column) => sql`${column}::text, ${table}.${name(column)}`)
  const { rows } = await tx.execute<{ row: string }>(
    sql`select jsonb_build_object(${sql.join(parts, sql`, `)})::text as row from ${table} where ${where}`,
  )
  return { name: getTableName(table), rows: rows.map(({ row }) => row) }
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly archived: boolean
}

/** Stores entries. If an entity is deleted again, its new entry replaces the older one. */
const insertEntries = async (
  tx: Queryable,
  { kind }: TrashKind,
  { by, at }: Deletion,
  entries: readonly Entry[],
): Promise<void> => {
  const texts = (of: (entry: Entry) => string | boolean) => sql.param(entries.map(of))
  await tx.execute(sql`
    insert into ${trash} (kind, entity_id, title, archived, deleted_at, deleted_by, content)
    select ${kind}, id, title, archived, ${at}::timestamptz, ${by}, content::jsonb
    from unnest(${texts(({ id }) => id)}::text[], ${texts(({ title }) => title)}::text[],
      ${texts(({ archived }) => archived)}::boolean[], ${texts(({ content }) => content)}::text[]) as entry(id, title, archived, content)
    on conflict (kind, entity_id) do update set title = excluded.title, archived = excluded.archived,
      deleted_at = excluded.deleted_at, deleted_by = excluded.deleted_by, content = excluded.content`)
}

/**
 * Copies entities to the trash, with everything that is deleted with them. Call it in the transaction that deletes them, before the
 * deletion: it locks their rows. Ids that don't exist are skipped.
 */
export const moveToTrash = async (
  tx: Queryable,
  kind: TrashKind,
  ids: readonly (string | number)[],
  deletion: Deletion,
  also: readonly FormerValues[] = [],
): Promise<void> => {
  const relations = await readRelations(tx)
  const root = getTableName(kind.table)
  const collected = await collectRows(tx, kind, ids.map(String), relations)
  const links = await collectLinks(tx, collected, relations)
  const values: StoredRows[] = []
  for (const former of also) values.push(await readFormerValues(tx, former))
  const rowsOf = (found: readonly Found[], index: number): string[] =>
    found.filter((row) => row.root === index).map(({ row }) => row)
  const entries = (collected.get(root) ?? []).map(({ root: index, row, key }) => ({
    id: key,
    title: kind.title(JSON.parse(row)),
    archived: false,
    content: toJson({
      tables: [...collected].map(([table, found]) => ({ name: table, rows: rowsOf(found, index) })),
      links: links.map(({ relation: { child, column }, rows }) => ({ name: child, column, rows: rowsOf(rows, index) })),
      values,
      notice: deletion.notice,
    }),
  }))
  if (entries.length > 0) await insertEntries(tx, kind, deletion, entries)
}

/** Adds a trash entry for an entity that is hidden instead of deleted. Call it before the change of `columns` that hides the entity. */
export const moveToArchive = async (
  tx: Queryable,
  kind: TrashKind,
  id: string | number,
  columns: readonly string[],
  deletion: Deletion,
): Promise<void> => {
  const { table } = kind
  const { rows } = await tx.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(t) as row from ${table} t where t.id::text = ${String(id)}`,
  )
  const [found] = rows
  if (!found) return
  const values = [await readFormerValues(tx, { table, columns, where: sql`${table}.id::text = ${String(id)}` })]
  const content = toJson({ tables: [], links: [], values })
  await insertEntries(tx, kind, deletion, [{ id: String(id), title: kind.title(found.row), archived: true, content }])
}
