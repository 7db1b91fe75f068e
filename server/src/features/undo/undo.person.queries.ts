import { desc, type SQL, sql } from 'drizzle-orm'
import { mentions } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { personalTableOf, personalTables } from '../../platform/database/personal-data.ts'
import { importChanges, imports } from '../../platform/imports/imports.table.ts'
import { trash } from '../../platform/trash/trash.table.ts'
import { type DeletedRecord, recordsIn, rowsIn } from './undo.queries.ts'

/** Lists the tables whose rows are about one person each. A deleted customer or webinar can be restored without such rows. */
const ofOnePerson = (): string[] => [...personalTables.values()].flatMap(({ name, alone }) => (alone ? [name] : []))

const content = sql`${trash.content}`

const rootTable = sql`${content} #>> '{tables,0,name}'`

/** Returns an entry's content without the person's rows in the tables of `ofOnePerson`. */
const contentWithout = (email: string): SQL => sql`jsonb_set(${content}, '{tables}', coalesce((
  select jsonb_agg(part.value || jsonb_build_object('rows', kept.rows) order by part.position)
  from jsonb_array_elements(${content} -> 'tables') with ordinality as part(value, position),
    lateral (select jsonb_agg(r.value order by r.position) as rows
      from jsonb_array_elements(part.value -> 'rows') with ordinality as r(value, position)
      where not (part.value ->> 'name' = any(${sql.param(ofOnePerson())}::text[]) and ${mentions(sql`r.value`, email)})) as kept
  where kept.rows is not null), '[]'))`

const remains = (email: string): SQL<boolean> =>
  sql`coalesce(not (${rootTable} = any(${sql.param(ofOnePerson())}::text[])), true) and not ${mentions(contentWithout(email), email)}`

/** Ids of the person's leads and customers that are or will be deleted, and (`keptCustomer`) of the person's customers that must be kept. */
export interface Owners {
  readonly lead: readonly string[]
  readonly customer: readonly string[]
  readonly keptCustomer: readonly string[]
}

/** Condition: the entry is a deleted part of the person's lead or customer, even if it doesn't name the person. */
const isOwned = (email: string, owners: Owners): SQL => {
  const { lead, customer, keptCustomer } = owners
  const owned = [...personalTables.values()].flatMap(({ name, parents, alone }) =>
    // Leaves out the contact persons of a customer that is kept, since they are other people than the one sought.
    (['lead', 'customer'] as const).flatMap((kind) => {
      const ids = kind === 'lead' ? lead : alone ? customer : [...customer, ...keptCustomer]
      const [column, owner] = [parents[kind], personalTableOf(kind)?.name]
      if (column === undefined || owner === undefined) return []
      const id = sql`${content} #>> ${`{tables,0,rows,0,${column}}`}`
      const deleted = sql`select entity_id from ${trash} owner where owner.kind = ${owner} and ${mentions(sql`owner.content`, email)}`
      return [sql`(${rootTable} = ${name} and (${id} = any(${sql.param([...ids])}::text[]) or ${id} in (${deleted})))`]
    }),
  )
  return sql.join(owned, sql` or `)
}

/** Condition: the entry is about the person, or is an archived customer who is the person. */
const isAbout = (email: string, owners: Owners): SQL =>
  sql`(${mentions(content, email)} or ${isOwned(email, owners)}
    or (${trash.kind} = 'customers' and ${trash.entityId} = any(${sql.param([...owners.customer, ...owners.keptCustomer])}::text[])))`

/** Lists the trash's entries about a person. `partly` is true if only a part is about the person, so that the rest can stay. */
export const findTrashAbout = (db: Queryable, email: string, owners: Owners) =>
  db
    .select({
      kind: trash.kind,
      id: trash.entityId,
      title: trash.title,
      deletedAt: trash.deletedAt,
      partly: sql<boolean>`${mentions(content, email)} and ${remains(email)}`,
    })
    .from(trash)
    .where(isAbout(email, owners))
    .orderBy(desc(trash.deletedAt), desc(trash.entityId))

/** Returns the names of the columns that an export leaves out, by table, as JSON. */
const withheldColumns = (): string =>
  JSON.stringify(
    Object.fromEntries(
      [...personalTables.values()].map(({ name, withheld }) => [name, withheld.map((one) => one.name)]),
    ),
  )

/** Lists the deleted rows that contain a person's address or belonged to their leads and customers. */
export const findTrashRowsAbout = async (db: Queryable, email: string, owners: Owners) => {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
    select jsonb_build_object('table', part.value ->> 'name', 'deletedAt', ${trash.deletedAt}) || (
      select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(r.value) as field(key, value)
      where not ${withheldColumns()}::jsonb -> (part.value ->> 'name') ? field.key) as row
    from ${trash}, jsonb_array_elements(${content} -> 'tables') as part(value), jsonb_array_elements(part.value -> 'rows') as r(value)
    where (${isOwned(email, owners)} or ${mentions(content, email)} and ${mentions(sql`r.value`, email)})
      and part.value ->> 'name' = any(${sql.param([...personalTables.keys()])}::text[])
    order by ${trash.deletedAt} desc`)
  return rows.map(({ row }) => row)
}

const changes = sql`${importChanges.updated}`

/** Lists the values that rows had before an import changed them, if they contain the person's address. */
export const findFormerValuesAbout = async (db: Queryable, email: string) => {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(sql`
    select jsonb_build_object('table', ${imports.kind}, 'importedAt', ${imports.importedAt}) || (item -> 'former') as row
    from ${importChanges} join ${imports} on ${imports.id} = ${importChanges.importId}, jsonb_array_elements(${changes}) as item
    where ${mentions(changes, email)} and ${mentions(sql`item`, email)}
    order by ${imports.importedAt} desc`)
  return rows.map(({ row }) => row)
}

/** Erases former values: those of these rows, and those that contain the person's address. Undoing an import then skips these rows. */
export const eraseFormerValues = async (
  tx: Queryable,
  email: string,
  ids: Readonly<Record<'leads' | 'customers', readonly number[]>>,
): Promise<void> => {
  for (const kind of ['leads', 'customers'] as const) {
    const isTheirs = sql`((item ->> 'id')::int = any(${sql.param([...ids[kind]])}::int[]) or ${mentions(sql`item`, email)})`
    const ofKind = sql`${importChanges.importId} in (select id from ${imports} where kind = ${kind})`
    await tx.execute(sql`
      update ${importChanges} set updated = (select jsonb_agg(item) from jsonb_array_elements(${changes}) as item where not ${isTheirs})
      where ${ofKind} and exists (select from jsonb_array_elements(${changes}) as item where ${isTheirs})`)
  }
}

/** Locks a person's rows in the trash, so that nobody restores them before they are erased. */
export const lockTrashAbout = async (tx: Queryable, email: string): Promise<void> => {
  await tx
    .select({ kind: trash.kind })
    .from(trash)
    .where(mentions(content, email))
    .orderBy(trash.kind, trash.entityId)
    .for('update')
}

/** Erases a person from the trash: only their rows if the rest of the entry can stay, else the whole entry. Returns the erased records. */
export const eraseFromTrash = async (tx: Queryable, email: string, owners: Owners): Promise<DeletedRecord[]> => {
  const isPartly = sql`not (${isOwned(email, owners)}) and ${mentions(content, email)} and ${remains(email)}`
  const isTheirs = sql`part.value ->> 'name' = any(${sql.param(ofOnePerson())}::text[]) and ${mentions(sql`r.value`, email)}`
  const dropped = await tx
    .select({ rows: rowsIn(isTheirs) })
    .from(trash)
    .where(isPartly)
  await tx
    .update(trash)
    .set({ content: contentWithout(email) })
    .where(isPartly)
  const deleted = await tx.delete(trash).where(isAbout(email, owners)).returning({ rows: rowsIn() })
  return recordsIn([...dropped, ...deleted])
}
