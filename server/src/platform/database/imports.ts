import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { imports } from './imports.table.ts'

/** Who imports what, and when (ISO 8601). */
export interface ImportCause {
  readonly kind: string
  readonly by: string
  /** Null for the administrator. */
  readonly userId: number | null
  readonly at: string
}

/** Records the start of an import; returns the id under which its changes are kept. */
export const beginImport = async (tx: Queryable, { kind, by, userId, at }: ImportCause): Promise<string> => {
  const id = randomUUID()
  await tx.insert(imports).values({ id, kind, importedAt: at, importedBy: by, userId })
  return id
}

export const endImport = async (
  tx: Queryable,
  id: string,
  counts: { readonly rowsCreated: number; readonly rowsUpdated: number },
): Promise<void> => {
  await tx.update(imports).set(counts).where(eq(imports.id, id))
}
