import { type Cursor, cursorAfter } from '@kontor/contract/shared/paging'
import { kindsIn } from '@kontor/contract/shared/records'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import { listedWith, type TrashKindName, trashDays } from '@kontor/contract/undo/undo.rules'
import type { Restored, TrashEntry } from '@kontor/contract/undo/undo.schema'
import type { Queryable } from '../../platform/database/database.ts'
import { breaksForeignKey, isDuplicate } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound } from '../../platform/errors/http-error.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { restoreFromTrash } from '../../platform/trash/restore-trash.ts'
import { recordRestoration } from '../agreements/agreements.service.ts'
import { restoreRegistration } from '../webinars/webinars.seats.service.ts'
import { purgeImports } from './undo.imports.queries.ts'
import { findEntry, listEntries, purgeTrash } from './undo.queries.ts'

const pageSize = 100

/** Returns the kinds that the user may delete and restore. */
const kindsOf = ({ role }: Principal): TrashKindName[] => kindsIn('trash', role).map(({ name }) => name)

/** Returns the time before which deletions are final, even if the nightly purge has not run yet. */
const limitOf = ({ clock }: Pick<Deps, 'clock'>): string => addOsloDays(clock.now().toISOString(), -trashDays)

const checkAccess = (principal: Principal, kind: TrashKindName): void => {
  if (!kindsOf(principal).includes(kind)) throw new HttpError(403, 'Du har ikke tilgang til dette.')
}

interface TrashPageQuery {
  /** Lists only this kind; undefined for all kinds that the user may see. */
  readonly kind?: TrashKindName | undefined
  readonly cursor?: Cursor | undefined
}

/** @throws HttpError 403 */
export const pageOfTrash = async (
  deps: Deps,
  principal: Principal,
  { kind: only, cursor }: TrashPageQuery,
): Promise<{ readonly entries: TrashEntry[]; readonly nextCursor: string | undefined }> => {
  if (only) checkAccess(principal, only)
  const kinds = only ? [only, ...(listedWith[only] ?? [])] : kindsOf(principal)
  const page = { kinds, since: limitOf(deps), after: cursor, limit: pageSize + 1 }
  const rows = await listEntries(deps.database.db, page)
  const entries = rows
    .slice(0, pageSize)
    .map((entry) => ({ ...entry, goneAt: addOsloDays(entry.deletedAt, trashDays) }))
  const last = rows.length > pageSize ? entries.at(-1) : undefined
  return { entries, nextCursor: last && cursorAfter({ createdAt: last.deletedAt, id: `${last.kind}-${last.id}` }) }
}

const notInTrash = () => notFound('Finnes ikke i papirkurven. Kanskje er det gjenopprettet allerede.')

/** Messages for an entry that can't be restored: `parent` if its parent is gone, `taken` if another row has its unique value. */
const conflicts: Readonly<Partial<Record<TrashKindName, { readonly parent?: string; readonly taken?: string }>>> = {
  leadEntries: { parent: 'Leadet finnes ikke lenger. Gjenopprett leadet først.' },
  contactPersons: { parent: 'Kunden finnes ikke lenger. Gjenopprett kunden først.' },
  agreements: { parent: 'Kunden finnes ikke lenger. Gjenopprett kunden først.' },
  registrations: {
    parent: 'Webinaret finnes ikke lenger. Gjenopprett webinaret først.',
    taken: 'Adressen er meldt på webinaret på nytt.',
  },
  enquiries: { taken: 'Den samme henvendelsen er sendt på nytt.' },
}

const toConflict = (kind: TrashKindName, error: unknown): unknown => {
  const { parent, taken } = conflicts[kind] ?? {}
  if (breaksForeignKey(error)) return new HttpError(409, parent ?? 'Noe som det hører til, finnes ikke lenger.')
  if (isDuplicate(error)) return new HttpError(409, taken ?? 'Noe nytt har tatt plassen.')
  return error
}

/** Restores one entity. Of two concurrent calls, the second gets 404. @throws HttpError 403, 404, 409 */
export const restore = async (deps: Deps, principal: Principal, kind: TrashKindName, id: string): Promise<Restored> => {
  checkAccess(principal, kind)
  const key = id.toLowerCase()
  const restored = deps.database.db.transaction(async (tx) => {
    const entry = await findEntry(tx, kind, key, limitOf(deps))
    if (!entry) throw notInTrash()
    const putBack = async (): Promise<void> => {
      if (!(await restoreFromTrash(tx, kind, key))) throw notInTrash()
    }
    const notice = await putBackKind(tx, deps, { kind, id: key, row: entry.row }, putBack)
    return { kind, id: key, title: entry.title, notice: notice ?? (entry.notice || null) }
  })
  return restored.catch((error: unknown) => {
    throw toConflict(kind, error)
  })
}

interface Restoration {
  readonly kind: TrashKindName
  readonly id: string
  readonly row: Readonly<Record<string, unknown>> | null
}

/** Restores an entry with `putBack`, and makes the changes that its kind needs. Returns a sentence about them for the user, or null. */
const putBackKind = async (
  tx: Queryable,
  { clock }: Deps,
  { kind, id, row }: Restoration,
  putBack: () => Promise<void>,
): Promise<string | null> => {
  if (kind === 'registrations') return restoreRegistration(tx, { id, webinarId: String(row?.webinar_id) }, putBack)
  await putBack()
  if (kind === 'agreements') await recordRestoration(tx, id, clock.now().toISOString())
  return null
}

/** Purges expired entries of the trash, and old imports. Can be interrupted, repeated and run concurrently. */
export const purgeOldTrash = async (deps: Deps): Promise<void> => {
  const today = osloDay(deps.clock.now().toISOString())
  await purgeTrash(deps.database.db, { before: limitOf(deps), today })
  await purgeImports(deps.database.db, limitOf(deps))
}
