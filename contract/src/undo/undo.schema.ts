import { z } from 'zod'
import { instantSchema, keysOf } from '../shared/fields.ts'
import { cursorSchema } from '../shared/paging.ts'
import { importKinds, trashKinds } from './undo.rules.ts'

const kind = z.enum(keysOf(trashKinds), 'Ukjent type')

export const trashQuery = z.object({ cursor: cursorSchema.optional(), kind: kind.optional() })

export const trashParams = z.object({
  kind,
  id: z.string().regex(/^(?:[1-9]\d{0,8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i, 'Ugyldig id'),
})

export const trashEntrySchema = z.object({
  kind,
  /** The deleted record's id, which it keeps when it is restored. */
  id: z.string(),
  title: z.string(),
  /** The name of a note's lead, a contact person's customer or a registration's webinar. Null for other kinds, and if that record is deleted. */
  belongsTo: z.string().nullable(),
  /** True if the record, an accepted agreement or a record that agreements refer to, was archived or deactivated instead of deleted. */
  archived: z.boolean(),
  deletedAt: instantSchema,
  deletedBy: z.string(),
  /** The time from which the record can't be restored. */
  goneAt: instantSchema,
})

export type TrashEntry = z.output<typeof trashEntrySchema>

export const restoredSchema = z.object({
  kind,
  id: z.string(),
  title: z.string(),
  /** A sentence about the parts that could not be restored; null if there are none. */
  notice: z.string().nullable(),
})

export type Restored = z.output<typeof restoredSchema>

export const importParams = z.object({ importId: z.uuid('Ugyldig id') })

export const importEntrySchema = z.object({
  importId: z.uuid(),
  kind: z.enum(keysOf(importKinds)),
  importedAt: instantSchema,
  importedBy: z.string(),
  /** Null if unknown. */
  fileName: z.string().nullable(),
  rowsCreated: z.int(),
  rowsUpdated: z.int(),
  /** The time from which the import can't be undone. */
  goneAt: instantSchema,
})

export type ImportEntry = z.output<typeof importEntrySchema>

export const undoneImportSchema = z.object({
  importId: z.uuid(),
  /** The number of rows that the import had created and that are now deleted. */
  removed: z.int(),
  /** The number of changed rows that got their former values back. */
  restored: z.int(),
  /** The number of rows left alone, since they were changed, used or deleted later. The three counts add up to all rows of the import. */
  skipped: z.int(),
  /** The first hundred skipped rows, deleted ones last. */
  rows: z.array(z.object({ id: z.int(), title: z.string(), reason: z.string() })),
})

export type UndoneImport = z.output<typeof undoneImportSchema>
