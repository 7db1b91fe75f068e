import { sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'

/** A foreign key of one column, as the database declares it. Tables and columns are named as in the database. */
export interface Relation {
  /** The constraint's name. */
  readonly name: string
  readonly child: string
  readonly column: string
  /** The child's primary key, if it is one column. */
  readonly childKey: string | null
  readonly parent: string
  /** The parent's referenced column. */
  readonly key: string
  /** The SQL type of `key`. */
  readonly keyType: string
  /** True if deleting the parent clears the column, instead of deleting the child or failing. */
  readonly clears: boolean
}

/** Reads the foreign keys between the program's tables from the catalogue, so that a new table needs no list. */
export const readRelations = async (db: Queryable): Promise<Relation[]> => {
  const { rows } = await db.execute<Relation & Record<string, unknown>>(sql`
    select con.conname as name, child.relname as child, own.attname as column, parent.relname as parent, referred.attname as key,
      format_type(referred.atttypid, null) as "keyType", con.confdeltype = 'n' as clears,
      (select min(a.attname) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = child.oid and i.indisprimary having count(*) = 1) as "childKey"
    from pg_constraint con
    join pg_class child on child.oid = con.conrelid
    join pg_class parent on parent.oid = con.confrelid
    join pg_attribute own on own.attrelid = child.oid and own.attnum = con.conkey[1]
    join pg_attribute referred on referred.attrelid = parent.oid and referred.attnum = con.confkey[1]
    where con.contype = 'f' and con.connamespace = current_schema()::regnamespace and cardinality(con.conkey) = 1
    order by con.conname`)
  return rows
}

export interface StoredTable {
  /** The columns to insert a row with: all but those that PostgreSQL generates. */
  readonly columns: readonly string[]
  /** True if this role may lock the table's rows. If false, the role can't change existing rows either, so these need no lock. */
  readonly lockable: boolean
}

/** Reads the columns and rights of the given tables, by name. */
export const readTables = async (db: Queryable, tables: readonly string[]): Promise<Map<string, StoredTable>> => {
  const { rows } = await db.execute<{ name: string; columns: string[]; lockable: boolean }>(sql`
    select c.relname as name, has_table_privilege(c.oid, 'UPDATE') as lockable, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relname = any(${sql.param(tables)}::text[])
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname`)
  return new Map(rows.map(({ name, ...table }) => [name, table]))
}

/** Sorts tables so that parents precede their children. @throws Error if tables refer to each other in a circle */
export const parentsFirst = (
  tables: readonly string[],
  relations: readonly Pick<Relation, 'child' | 'parent'>[],
): string[] => {
  const ordered: string[] = []
  const visit = (table: string, path: readonly string[]): void => {
    if (path.includes(table)) throw new Error(`Tables refer to each other in a circle: ${[...path, table].join(', ')}`)
    if (ordered.includes(table)) return
    for (const { child, parent } of relations) {
      if (child === table && parent !== table && tables.includes(parent)) visit(parent, [...path, table])
    }
    ordered.push(table)
  }
  for (const table of tables) visit(table, [])
  return ordered
}
