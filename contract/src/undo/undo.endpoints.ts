import { z } from 'zod'
import { sales } from '../shared/endpoint.ts'
import * as schemas from './undo.schema.ts'

export const listTrash = sales.get('/api/trash', {
  summary:
    'What was deleted in the last 30 days, newest first, a hundred at a time: `cursor` is the header `x-next-cursor` of the page before. Of one `kind`, or of all that the user may see: sales users see leads and their notes. `leads` includes the notes.',
  query: schemas.trashQuery,
  response: z.array(schemas.trashEntrySchema),
})

export const restoreTrash = sales.post('/api/trash/{kind}/{id}/restore', {
  summary:
    'Restores what was deleted, with its id and all that went with it; 409 when something took its place or what it belongs to is gone. Sales users restore leads and notes.',
  params: schemas.trashParams,
  response: schemas.restoredSchema,
})

export const listImports = sales.get('/api/imports', {
  summary: 'The imports of the last 30 days that can be undone, newest first. Sales users see their own.',
  response: z.array(schemas.importEntrySchema),
})

export const undoImport = sales.post('/api/imports/{importId}/undo', {
  summary:
    'Undoes an import: deletes the rows that it created and gives the others their former values. Skips and lists rows that were changed, used or deleted since. Sales users undo their own imports.',
  params: schemas.importParams,
  response: schemas.undoneImportSchema,
})
