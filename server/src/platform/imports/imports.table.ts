import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'
import { declarePersonalData } from '../database/personal-data.ts'

/**
 * All imports. Those that created leads are kept, since the leads' timelines show them. `fileName` may be unknown. `userId` is null for the
 * shared administrator. The id of a deleted user stays.
 */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    importedAt: instant('imported_at').notNull(),
    importedBy: text('imported_by').notNull(),
    userId: integer('user_id'),
    fileName: text('file_name'),
    rowsCreated: integer('rows_created').notNull().default(0),
    rowsUpdated: integer('rows_updated').notNull().default(0),
    undoneAt: instant('undone_at'),
  },
  (table) => [index('imports_imported_at_index').on(table.importedAt)],
)

/**
 * The rows that an import wrote, one row for each of its batches. `created`: ids. `updated`: `{ id, version, former }`, with the version
 * that the import made and the former values of the columns that it changed.
 */
export const importChanges = pgTable(
  'import_changes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    created: integer().array(),
    updated: jsonb(),
  },
  (table) => [index('import_changes_import_index').on(table.importId)],
)

/** A file's name may contain a person's name. */
declarePersonalData(
  imports,
  { person: ['fileName'], other: ['id', 'kind', 'importedAt', 'importedBy', 'undoneAt'] },
  { event: 'import' },
)
