import type { CallOutcome } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import type { LeadEntry, TimelineItem } from '@kontor/contract/lead-timeline/lead-timeline.schema'
import type { Queryable } from '../../platform/database/database.ts'
import { HttpError, notFound, orThrow, rejectStale } from '../../platform/errors/http-error.ts'
import { actorOf, type Principal } from '../../platform/session/principal.ts'
import { deleteToTrash, type RequestedDeletion } from '../../platform/trash/deletion.ts'
import { getLead, leadGone } from '../leads/leads.service.ts'
import * as queries from './lead-timeline.queries.ts'

const isOwn = ({ authorId, byAdmin }: queries.StoredEntry, principal: Principal): boolean =>
  principal.userId === null ? byAdmin : authorId === principal.userId

const writtenItem = (entry: queries.StoredEntry, principal: Principal): LeadEntry => {
  const common = {
    id: entry.id,
    at: entry.createdAt,
    author: entry.author,
    is_own: isOwn(entry, principal),
    is_edited: entry.version > 1,
    version: entry.version,
  }
  return entry.outcome
    ? { ...common, kind: 'call', outcome: entry.outcome, text: entry.text }
    : { ...common, kind: 'note', text: entry.text ?? '' }
}

const entryItem = (entry: queries.StoredEntry, principal: Principal): TimelineItem => {
  const { id, createdAt: at, author, field, from, to } = entry
  return field ? { kind: 'change', id, at, author, field, from, to } : writtenItem(entry, principal)
}

/** @throws HttpError 404 without the lead */
export const readTimeline = async (db: Queryable, leadId: number, principal: Principal): Promise<TimelineItem[]> => {
  const lead = await getLead(db, leadId)
  const [entries, statuses, agreements, creation] = await Promise.all([
    queries.listEntries(db, leadId),
    queries.listStatusChanges(db, leadId),
    queries.listAgreementEvents(db, leadId),
    queries.findCreation(db, leadId),
  ])
  const items: TimelineItem[] = [
    ...entries.map((entry) => entryItem(entry, principal)),
    ...statuses.map((change) => ({ kind: 'status' as const, ...change })),
    ...agreements.map((event) => ({ kind: 'agreement' as const, ...event })),
    {
      kind: 'created',
      id: lead.id,
      at: lead.created_at,
      author: creation?.author ?? null,
      import: creation?.import ?? null,
    },
  ]
  // The sort is stable: among simultaneous entries of one kind, the newer stays first.
  return items.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
}

const authorOf = (principal: Principal) => ({
  author: actorOf(principal),
  authorId: principal.userId,
  byAdmin: principal.userId === null,
})

interface NewEntry {
  readonly text: string | null
  /** Set for a call; absent for a note. */
  readonly outcome?: CallOutcome
}

/** @throws HttpError 404 without the lead */
export const addEntry = (
  db: Queryable,
  leadId: number,
  { text, outcome }: NewEntry,
  principal: Principal,
): Promise<LeadEntry> =>
  db.transaction(async (tx) => {
    if (!(await queries.touchLead(tx, leadId))) throw leadGone()
    const content = outcome ? ({ kind: 'call', outcome, text } as const) : ({ kind: 'note', text } as const)
    return writtenItem(await queries.insertEntry(tx, { leadId, ...content, ...authorOf(principal) }), principal)
  })

const entryGone = () => notFound('Notatet finnes ikke.')

/** @throws HttpError 404 without the entry, 403 unless the caller is its author */
const getOwnEntry = async (db: Queryable, leadId: number, id: number, principal: Principal) => {
  const entry = await orThrow(queries.findWritten(db, leadId, id), entryGone)
  if (!isOwn(entry, principal)) throw new HttpError(403, 'Bare den som har skrevet notatet, kan endre det.')
  return entry
}

const asAnswered = async (entry: Promise<queries.StoredEntry | undefined>, principal: Principal) => {
  const stored = await entry
  return stored && writtenItem(stored, principal)
}

interface EntryId {
  readonly id: number
  readonly entryId: number
}

/** @throws HttpError as `getOwnEntry`, and 409 with the current entry if it has changed since the given version */
export const changeEntry = async (
  db: Queryable,
  { id: leadId, entryId }: EntryId,
  changes: { text: string; version: number | undefined },
  principal: Principal,
): Promise<LeadEntry> => {
  await getOwnEntry(db, leadId, entryId, principal)
  return rejectStale(
    asAnswered(queries.updateEntry(db, entryId, changes), principal),
    () => asAnswered(queries.findWritten(db, leadId, entryId), principal),
    entryGone,
  )
}

/** @throws HttpError as `getOwnEntry`, and 409 with the current entry if it has changed since the given version */
export const removeEntry = async (
  db: Queryable,
  { id: leadId, entryId }: EntryId,
  principal: Principal,
  deletion: RequestedDeletion,
): Promise<void> => {
  const { id } = await getOwnEntry(db, leadId, entryId, principal)
  const find = (tx: Queryable) => asAnswered(queries.findWritten(tx, leadId, entryId), principal)
  await deleteToTrash(db, queries.entryTrash, { id, find, missing: entryGone }, deletion, (tx) =>
    queries.deleteEntry(tx, id),
  )
}
