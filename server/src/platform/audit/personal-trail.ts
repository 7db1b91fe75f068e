import { type AuditAction, maskedValue } from '@kontor/contract/audit-events/audit-events.rules'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import type { RecordKind } from '@kontor/contract/shared/records'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { hasAddress, mentions } from '../database/addresses.ts'
import type { Queryable } from '../database/database.ts'
import { type PersonalTable, personalTableOf, personalTables } from '../database/personal-data.ts'
import { contains } from '../database/search.ts'
import { auditEvents, auditedRecord } from './audit-events.table.ts'

/** A record about a person, identified by its kind in the audit trail and its id. It may have been deleted long ago. */
export interface PersonalRecord {
  readonly kind: RecordKind
  readonly id: string
  /** True if the whole record, title included, is about the person; false if only the columns declared to be about a person are. */
  readonly whole: boolean
  /** True if the record's parts are deleted with it. */
  readonly parts?: boolean
  /** The id of the last event in which the record was about this person. Later events are about another person. */
  readonly until?: number
}

type Values = Readonly<Record<string, unknown>>

const columns = {
  id: auditEvents.id,
  at: auditEvents.at,
  action: auditEvents.action,
  kind: auditEvents.kind,
  record: auditedRecord(auditEvents),
  title: auditEvents.title,
  before: auditEvents.before,
  after: auditEvents.after,
}

interface TrailEvent {
  readonly id: number
  readonly at: string
  readonly action: AuditAction
  readonly kind: RecordKind
  readonly record: string | null
  readonly title: string | null
  readonly before: Values | null
  readonly after: Values | null
}

/** The person's part of an event: its title, and the names of former and new values. */
export interface PersonalEvent {
  readonly event: TrailEvent
  readonly title: boolean
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Kinds of records whose names appear in events of other records, and the name of the value that holds the record's id. */
const references = { customer: 'customer_id', lead: 'lead_id' } as const satisfies Partial<Record<RecordKind, string>>

/** Kinds of events that contain a search text. */
const searches: readonly RecordKind[] = ['lead-view', 'export']

/** Minimum characters of a name that is searched for. */
const minNameLength = 4

const select = (db: Queryable, where: SQL | undefined): Promise<TrailEvent[]> =>
  db.select(columns).from(auditEvents).where(where).orderBy(asc(auditEvents.id))

const keyOf = ({ kind, id }: Pick<PersonalRecord, 'kind' | 'id'>): string => `${kind} ${id}`

const anyOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::text[])`

/** Finds events with exactly this address as their title or a value. */
const findNaming = (db: Queryable, email: string): Promise<TrailEvent[]> =>
  select(
    db,
    and(
      contains(auditEvents.searchText, email),
      or(hasAddress(auditEvents.title, email), mentions(auditEvents.before, email), mentions(auditEvents.after, email)),
    ),
  )

const sidesOf = ({ before, after }: TrailEvent): Values[] => [before, after].filter((side) => side !== null)

const textAt = (values: Values | null, key: string): string | null => {
  const value = values?.[key]
  return typeof value === 'string' ? value : null
}

/** Returns the names that columns may have in events: those that the code uses, and those of the database. */
const namesOf = (list: PersonalTable['person']): string[] => list.flatMap(({ key, name }) => [key, name])

const addressIn = (table: PersonalTable, values: Values | null): string | null =>
  namesOf(table.addresses).reduce<string | null>((found, name) => found ?? textAt(values, name), null)

/** Returns the ids of the records that no longer have the address. */
const findPassedOn = async (
  db: Queryable,
  { name, addresses }: PersonalTable,
  ids: readonly string[],
  email: string,
) => {
  const isTheirs = or(...addresses.map(({ name: column }) => hasAddress(sql.identifier(column), email)))
  const { rows } = await db.execute<{ id: string }>(
    sql`select id::text as id from ${sql.identifier(name)} where id::text = ${anyOf(ids)} and (${isTheirs}) is not true`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Finds the records that had the address in one of their address columns, using the events that contain the address. */
const findFormer = async (db: Queryable, naming: readonly TrailEvent[], email: string): Promise<PersonalRecord[]> => {
  const last = new Map<RecordKind, Map<string, number>>()
  for (const event of naming) {
    const table = personalTableOf(event.kind)
    if (!table || event.record === null) continue
    const own = namesOf(table.addresses)
    if (!sidesOf(event).some((side) => own.some((name) => isSameAddress(textAt(side, name), email)))) continue
    last.set(event.kind, (last.get(event.kind) ?? new Map()).set(event.record, event.id))
  }
  const records: PersonalRecord[] = []
  for (const [kind, ids] of last) {
    const table = personalTableOf(kind)
    if (!table) continue
    const others = table.passedOn ? new Set() : await findPassedOn(db, table, [...ids.keys()], email)
    for (const [id, until] of ids)
      records.push(
        others.has(id)
          ? { kind, id, whole: table.alone, until }
          : { kind, id, whole: !table.passedOn, parts: !table.passedOn },
      )
  }
  return records
}

/** Finds the records in the audit trail that were parts of the given ones. */
const findParts = async (db: Queryable, kind: RecordKind, ids: readonly string[]): Promise<PersonalRecord[]> => {
  const conditions = [...personalTables.values()].flatMap(({ event, parents, under }) => {
    const column = parents[kind]
    if (event === undefined || column === undefined) return []
    const refers = sql`(${auditEvents.before} ->> ${column} = ${anyOf(ids)} or ${auditEvents.after} ->> ${column} = ${anyOf(ids)})`
    return [and(eq(auditEvents.kind, event), under === kind ? inArray(auditEvents.entityId, [...ids]) : refers)]
  })
  if (conditions.length === 0) return []
  const found = await db
    .selectDistinct({ kind: auditEvents.kind, id: sql<string>`${auditedRecord(auditEvents)}` })
    .from(auditEvents)
    .where(or(...conditions))
  return found.map((part) => ({ ...part, whole: true, parts: true }))
}

/** Returns the records, and all parts of those whose parts are deleted. If a record occurs twice, the one with `whole` true counts. */
const withParts = async (db: Queryable, records: readonly PersonalRecord[]): Promise<Map<string, PersonalRecord>> => {
  const all = new Map<string, PersonalRecord>()
  for (let added = records; added.length > 0; ) {
    const fresh: PersonalRecord[] = []
    for (const record of added) {
      const known = all.get(keyOf(record))
      if (known && (known.whole || !record.whole)) continue
      all.set(keyOf(record), record)
      fresh.push(record)
    }
    const byKind = Map.groupBy(
      fresh.filter(({ parts }) => parts),
      ({ kind }) => kind,
    )
    const parts: PersonalRecord[] = []
    for (const [kind, owners] of byKind)
      parts.push(
        ...(await findParts(
          db,
          kind,
          owners.map(({ id }) => id),
        )),
      )
    added = parts
  }
  return all
}

const eventsOf = (db: Queryable, records: ReadonlyMap<string, PersonalRecord>): Promise<TrailEvent[]> => {
  const wanted = JSON.stringify([...records.values()].map(({ kind, id }) => ({ kind, id })))
  return select(
    db,
    sql`(${auditEvents.kind}, ${auditedRecord(auditEvents)}) in (
      select wanted.kind, wanted.id from jsonb_to_recordset(${wanted}::jsonb) as wanted (kind text, id text))`,
  )
}

/** Finds events of other records that refer to one of these records by its id, and so contain its name. */
const findReferring = (db: Queryable, column: string, ids: readonly string[]): Promise<TrailEvent[]> => {
  const has = (side: typeof auditEvents.before | typeof auditEvents.after) => sql`${side} ->> ${column} = ${anyOf(ids)}`
  return select(
    db,
    and(
      inArray(auditEvents.kind, ['lead', 'contact', 'agreement']),
      or(has(auditEvents.before), has(auditEvents.after)),
    ),
  )
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && ![value].flat().every((one) => one === maskedValue)

/** Collects the person's values, event by event. */
class Findings {
  readonly #found = new Map<number, { event: TrailEvent; title: boolean; before: Set<string>; after: Set<string> }>()

  add(event: TrailEvent, { title = false, before = [], after = [] }: Partial<Omit<PersonalEvent, 'event'>>): void {
    const found = this.#found.get(event.id) ?? { event, title: false, before: new Set(), after: new Set() }
    if (title && isFilled(event.title)) found.title = true
    for (const name of before) if (isFilled(event.before?.[name])) found.before.add(name)
    for (const name of after) if (isFilled(event.after?.[name])) found.after.add(name)
    if (found.title || found.before.size > 0 || found.after.size > 0) this.#found.set(event.id, found)
  }

  list(): PersonalEvent[] {
    return [...this.#found.values()].map(({ before, after, ...rest }) => ({
      ...rest,
      before: [...before],
      after: [...after],
    }))
  }
}

/** Returns true for the address, and for a list that contains it. */
const isAddress = (value: unknown, email: string): boolean =>
  [value].flat().some((one) => typeof one === 'string' && isSameAddress(one, email))

const namesWith = (values: Values | null, matches: (value: unknown) => boolean): string[] =>
  Object.entries(values ?? {}).flatMap(([name, value]) => (matches(value) ? [name] : []))

/**
 * Adds the events of each record. If a record was passed on to another person, adds only the events of the time when it had the address. Returns
 * the events of records that are still about the person.
 */
const addOwn = (
  findings: Findings,
  events: readonly TrailEvent[],
  records: ReadonlyMap<string, PersonalRecord>,
  email: string | undefined,
): TrailEvent[] => {
  const holders = new Map<string, string | null>()
  return events.filter((event) => {
    const record = records.get(keyOf({ kind: event.kind, id: event.record ?? '' }))
    const table = personalTableOf(event.kind)
    if (!record || !table || event.id > (record.until ?? Number.POSITIVE_INFINITY)) return false
    const names = namesOf(record.whole ? [...table.person, ...table.subject] : table.person)
    const key = keyOf(record)
    const isPassedOn = table.passedOn || record.until !== undefined
    const isTheirs = (side: Values | null): boolean => {
      if (record.whole || !isPassedOn || email === undefined) return true
      const holder = addressIn(table, side) ?? holders.get(key) ?? null
      return holder === null || isSameAddress(holder, email)
    }
    const before = isTheirs(event.before) ? names : []
    const now = addressIn(table, event.after)
    if (now !== null) holders.set(key, now)
    findings.add(event, { title: record.whole, before, after: isTheirs(event.after) ? names : [] })
    return record.until === undefined
  })
}

/** Returns the person's full names in these values. */
const namesIn = ({ names }: PersonalTable, values: Values): string[] =>
  names.flatMap((group) => {
    const texts = group.flatMap(({ key, name }) => textAt(values, name) ?? textAt(values, key) ?? [])
    return texts.length === group.length && texts.every(isFilled) ? [texts.join(' ')] : []
  })

/** Reads the person's names from rows of these records. Call it before the rows are erased. */
export const readNames = async (db: Queryable, records: readonly PersonalRecord[]): Promise<string[]> => {
  const found: string[] = []
  for (const [kind, own] of Map.groupBy(records, (record) => record.kind)) {
    const table = personalTableOf(kind)
    if (!table || table.names.length === 0) continue
    const { rows } = await db.execute<{ row: Values }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table.name)} t where id::text = ${anyOf(own.map(({ id }) => id))}`,
    )
    found.push(...rows.flatMap(({ row }) => namesIn(table, row)))
  }
  return found
}

/** Returns the function `names`, which recognizes texts with one of the names in them, and these names in lower case. Ignores short names. */
const createNaming = (names: readonly string[]) => {
  const parts = [...new Set(names.filter(({ length }) => length >= minNameLength).map((name) => name.toLowerCase()))]
  return { parts, names: (text: string) => parts.some((part) => text.toLowerCase().includes(part)) }
}

export interface Trail {
  readonly events: readonly PersonalEvent[]
  /** All records, including those that only the audit trail knows, and deleted parts. */
  readonly records: readonly PersonalRecord[]
  /** Returns true for a text that names the person. */
  readonly names: (text: string) => boolean
}

/**
 * Finds what the audit trail holds about a person: events of these records and their parts, names of these records in events of others,
 * events with exactly the address in a value, and searches for one of the names. Without an address, finds only the first two.
 */
export const findTrail = async (
  db: Queryable,
  { email, records, names = [] }: { email?: string; records: readonly PersonalRecord[]; names?: readonly string[] },
): Promise<Trail> => {
  const findings = new Findings()
  const naming = email === undefined ? [] : await findNaming(db, email)
  const former = email === undefined ? [] : await findFormer(db, naming, email)
  const all = await withParts(db, [...records, ...former])
  const own = addOwn(findings, await eventsOf(db, all), all, email)
  for (const [kind, column] of Object.entries(references)) {
    const ids = [...all.values()].filter((record) => record.kind === kind && record.whole && record.until === undefined)
    if (ids.length === 0) continue
    const referred = new Set(ids.map(({ id }) => id))
    for (const event of await findReferring(db, column, [...referred])) {
      const at = (side: Values | null) => (referred.has(String(side?.[column])) ? [kind] : [])
      findings.add(event, { before: at(event.before), after: at(event.after) })
    }
  }
  if (email !== undefined) {
    for (const event of naming) {
      const at = (side: Values | null) => namesWith(side, (value) => isAddress(value, email))
      findings.add(event, {
        title: isSameAddress(event.title, email),
        before: at(event.before),
        after: at(event.after),
      })
    }
  }
  const inEvents = own.flatMap((event) => {
    const table = personalTableOf(event.kind)
    return table ? sidesOf(event).flatMap((side) => namesIn(table, side)) : []
  })
  const search = createNaming([...names, ...inEvents, ...(email === undefined ? [] : [email])])
  if (email !== undefined) await addSearches(db, findings, search)
  return { events: findings.list(), records: [...all.values()], names: search.names }
}

const addSearches = async (db: Queryable, findings: Findings, { parts, names }: ReturnType<typeof createNaming>) => {
  const isNaming = or(...parts.map((part) => contains(auditEvents.searchText, part)))
  const isText = (value: unknown) => typeof value === 'string' && names(value)
  for (const event of await select(db, and(inArray(auditEvents.kind, searches), isNaming))) {
    const [before, after] = [namesWith(event.before, isText), namesWith(event.after, isText)]
    findings.add(event, { title: isText(event.title), before, after })
  }
}

/** Masks the values that `findTrail` found; in a list of addresses, only `email`. Returns the number of events. */
export const maskTrail = async (tx: Queryable, { events }: Pick<Trail, 'events'>, email = ''): Promise<number> => {
  const masks = events.map(({ event: { id }, title, before, after }) => ({ id, title, before, after }))
  await tx.execute(sql`select mask_audit_events(${JSON.stringify(masks)}::jsonb, ${email})`)
  return masks.length
}

/** Masks everything in the audit trail about purged records. Call it in the transaction that deletes them. */
export const forgetRecords = async (
  tx: Queryable,
  gone: readonly Pick<PersonalRecord, 'kind' | 'id'>[],
): Promise<void> => {
  if (gone.length === 0) return
  await maskTrail(tx, await findTrail(tx, { records: gone.map((record) => ({ ...record, whole: true, parts: true })) }))
}
