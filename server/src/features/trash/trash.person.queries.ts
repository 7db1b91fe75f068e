import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { importChanges, imports } from '../../platform/database/imports.table.ts'
import { trash } from '../../platform/database/trash.table.ts'

/** Whether a text anywhere in the JSON is the address, in any case. */
const mentions = (
  json: SQL,
  email: string,
): SQL => sql`(strpos(lower(${json}::text), lower(to_json(${email}::text)::text)) > 0 and exists (
  select from jsonb_path_query(${json}, 'strict $.** ? (@.type() == "string")') as each(value)
  where lower(each.value #>> '{}') = lower(${email})))`

/** Tables whose rows are about one person: the rest of a customer or webinar can be restored without them. */
const personalTables = ['contact_persons', 'webinar_registrations']

/** Kinds whose entries are entirely about one person. */
const personalKinds = ['enquiries', 'registrations', 'contactPersons']

const content = sql`${trash.content}`

/** The content without the person's own rows in `personalTables`. */
const contentWithout = (email: string): SQL => sql`jsonb_set(${content}, '{tables}', coalesce((
  select jsonb_agg(part.value || jsonb_build_object('rows', kept.rows) order by part.position)
  from jsonb_array_elements(${content} -> 'tables') with ordinality as part(value, position),
    lateral (select jsonb_agg(r.value order by r.position) as rows
      from jsonb_array_elements(part.value -> 'rows') with ordinality as r(value, position)
      where not (part.value ->> 'name' = any(${sql.param(personalTables)}::text[]) and ${mentions(sql`r.value`, email)})) as kept
  where kept.rows is not null), '[]'))`

const remains = (email: string): SQL<boolean> =>
  sql`not (${inArray(trash.kind, personalKinds)}) and not ${mentions(contentWithout(email), email)}`

/** Deleted things about a person. `partly`: the rest of it can stay. */
export const findTrashAbout = (db: Queryable, email: string) =>
  db
    .select({
      kind: trash.kind,
      id: trash.entityId,
      title: trash.title,
      deletedAt: trash.deletedAt,
      partly: remains(email),
    })
    .from(trash)
    .where(mentions(content, email))
    .orderBy(desc(trash.deletedAt), desc(trash.entityId))

/** The part of a person's deleted rows that the export contains; no tokens. */
const exportedColumns = [
  ...[
    'name',
    'first_name',
    'last_name',
    'email',
    'phone',
    'telephone',
    'mobile_phone',
    'company',
    'subject',
    'message',
  ],
  ...['note', 'notes', 'contact_name', 'contact_title', 'company_name', 'org_no', 'next_step', 'title', 'description'],
  ...['recipient_name', 'recipient_email', 'responded_by', 'customer_response', 'state', 'created_at'],
]

/** The deleted rows with a person's address. */
export const findTrashRowsAbout = async (db: Queryable, email: string) => {
  const { rows } = await db.execute<{ row: Record<string, string | number | boolean | null> }>(sql`
    select jsonb_build_object('table', part.value ->> 'name', 'deletedAt', ${trash.deletedAt}) || (
      select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(r.value) as field(key, value)
      where field.key = any(${sql.param(exportedColumns)}::text[]) and jsonb_typeof(field.value) not in ('array', 'object')) as row
    from ${trash}, jsonb_array_elements(${content} -> 'tables') as part(value), jsonb_array_elements(part.value -> 'rows') as r(value)
    where ${mentions(content, email)} and ${mentions(sql`r.value`, email)}
    order by ${trash.deletedAt} desc`)
  return rows.map(({ row }) => row)
}

const changes = sql`${importChanges.updated}`

/** Values that imports replaced, with the person's address among them. */
export const findFormerValuesAbout = async (db: Queryable, email: string) => {
  const { rows } = await db.execute<{ row: Record<string, string | number | boolean | null> }>(sql`
    select jsonb_build_object('table', ${imports.kind}, 'importedAt', ${imports.importedAt}) || (item -> 'former') as row
    from ${importChanges} join ${imports} on ${imports.id} = ${importChanges.importId}, jsonb_array_elements(${changes}) as item
    where ${mentions(changes, email)} and ${mentions(sql`item`, email)}
    order by ${imports.importedAt} desc`)
  return rows.map(({ row }) => row)
}

/** Erases the values that imports replaced, of these rows and wherever the person's address is among them: they can't be undone. */
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

/** Locks what is in the trash about a person, so that nobody restores it before it is erased. */
export const lockTrashAbout = async (tx: Queryable, email: string): Promise<void> => {
  await tx
    .select({ kind: trash.kind })
    .from(trash)
    .where(mentions(content, email))
    .orderBy(trash.kind, trash.entityId)
    .for('update')
}

/** Erases a person from the trash: their own rows, or the whole of what names them otherwise. */
export const eraseFromTrash = async (tx: Queryable, email: string): Promise<void> => {
  await tx
    .update(trash)
    .set({ content: contentWithout(email) })
    .where(sql`${mentions(content, email)} and ${remains(email)}`)
  await tx.delete(trash).where(mentions(content, email))
}

/** Erases the deleted notes of a person's leads, whose texts needn't name the person. */
export const eraseNotesFromTrash = async (tx: Queryable, leadIds: readonly number[]): Promise<void> => {
  const leadId = sql`(${content} #>> '{tables,0,rows,0,lead_id}')::int`
  await tx
    .delete(trash)
    .where(sql`${trash.kind} = 'leadEntries' and ${leadId} = any(${sql.param([...leadIds])}::int[])`)
}
