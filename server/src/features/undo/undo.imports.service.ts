import { addOsloDays } from '@kontor/contract/shared/time'
import { type ImportKind, maxSkippedRows, trashDays } from '@kontor/contract/undo/undo.rules'
import type { ImportEntry, UndoneImport } from '@kontor/contract/undo/undo.schema'
import { recordAsOne, recordEvent } from '../../platform/audit/audit.ts'
import { tryLock } from '../../platform/database/advisory-lock.ts'
import { allowLongStatements } from '../../platform/database/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound } from '../../platform/errors/http-error.ts'
import type { Principal } from '../../platform/session/principal.ts'
import * as queries from './undo.imports.queries.ts'

const limitOf = ({ clock }: Pick<Deps, 'clock'>): string => addOsloDays(clock.now().toISOString(), -trashDays)

/** Returns the user whose imports the caller may undo; undefined if the caller may undo all. */
const userOf = (principal: Principal): number | undefined => (principal.role === 'admin' ? undefined : principal.userId)

export const listOwnImports = async (deps: Deps, principal: Principal): Promise<ImportEntry[]> => {
  const rows = await queries.listImports(deps.database.db, { since: limitOf(deps), userId: userOf(principal) })
  return rows.map(({ kind, ...entry }) => ({
    ...entry,
    kind: kind as ImportKind,
    goneAt: addOsloDays(entry.importedAt, trashDays),
  }))
}

const reasonTexts: Readonly<Record<queries.SkipReason, string>> = {
  changed: 'Endret etter importen',
  used: 'Tatt i bruk etter importen',
  deleted: 'Slettet etter importen',
}

/**
 * Undoes an import in one transaction, except for rows that were changed, used or deleted since. Of two concurrent calls, the second gets
 * 409. @throws HttpError 403, 404, 409
 */
export const undo = (deps: Deps, principal: Principal, importId: string): Promise<UndoneImport> =>
  deps.database.db.transaction(async (tx) => {
    const stored = await queries.lockImport(tx, importId, limitOf(deps))
    if (!stored) throw notFound(`Importen finnes ikke, eller er eldre enn ${trashDays} dager.`)
    const user = userOf(principal)
    if (user !== undefined && stored.userId !== user) throw new HttpError(403, 'Du har ikke tilgang til dette.')
    if (stored.undoneAt !== null) throw new HttpError(409, 'Importen er allerede angret.')
    const kind = stored.kind as ImportKind
    if (!(await tryLock(tx, `import ${kind}`))) {
      throw new HttpError(409, 'En import pågår. Vent til den er ferdig, og prøv igjen.')
    }
    await allowLongStatements(tx)
    await recordAsOne(tx)
    await queries.lockImportedRows(tx, kind, importId)
    const deleted = await queries.listDeleted(tx, kind, importId, maxSkippedRows)
    const removed = await queries.removeCreated(tx, kind, importId)
    const kept = await queries.listSkipped(tx, kind, importId, maxSkippedRows)
    const skipped = kept.total + deleted.total
    const restored = await queries.restoreUpdated(tx, kind, importId)
    await queries.markUndone(tx, importId, deps.clock.now().toISOString())
    await recordEvent(tx, {
      action: 'undone',
      kind: 'import',
      id: importId,
      facts: { kind, removed, restored, skipped },
    })
    return {
      importId,
      removed,
      restored,
      skipped,
      rows: [...kept.rows, ...deleted.rows]
        .slice(0, maxSkippedRows)
        .map(({ id, title, reason }) => ({ id, title, reason: reasonTexts[reason] })),
    }
  })
