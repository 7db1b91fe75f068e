import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { recordAsOne, recordEvent } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import { imports } from './imports.table.ts'

/** Maximum characters of a file's name that are stored. */
const maxFileName = 200

/** The user and the file of an import, and its time (ISO 8601). */
export interface ImportCause {
  readonly kind: string
  readonly by: string
  /** Null for the shared administrator. */
  readonly userId: number | null
  readonly at: string
  readonly fileName?: string | undefined
}

/** Records the start of an import; returns the id under which its changes are kept. The audit trail gets one event, at the import's end. */
export const beginImport = async (tx: Queryable, { kind, by, userId, at, fileName }: ImportCause): Promise<string> => {
  await recordAsOne(tx)
  const id = randomUUID()
  const file = fileName?.slice(0, maxFileName) || null
  await tx.insert(imports).values({ id, kind, importedAt: at, importedBy: by, userId, fileName: file })
  return id
}

export const endImport = async (
  tx: Queryable,
  id: string,
  counts: { readonly rowsCreated: number; readonly rowsUpdated: number },
): Promise<void> => {
  const [ended] = await tx.update(imports).set(counts).where(eq(imports.id, id)).returning()
  const { kind, fileName } = ended ?? {}
  await recordEvent(tx, {
    action: 'imported',
    kind: 'import',
    id,
    title: fileName ?? undefined,
    facts: { kind, ...counts },
  })
}
