import { nextCursorHeader } from '@kontor/contract/shared/paging'
import * as endpoints from '@kontor/contract/undo/undo.endpoints'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { listOwnImports, undo } from './undo.imports.service.ts'
import { pageOfTrash, restore } from './undo.service.ts'

/** Milliseconds that undoing an import may take: it may have written a hundred thousand rows. */
const undoTimeout = 5 * 60_000

/** Serves the trash and the imports. Deletions and imports can be undone for `trashDays`. */
export const trash: Feature = (app, deps) => {
  serve(app, endpoints.listTrash, async ({ principal, query, reply }) => {
    const { entries, nextCursor } = await pageOfTrash(deps, principal, query)
    if (nextCursor) reply.header(nextCursorHeader, nextCursor)
    return entries
  })

  serve(app, endpoints.restoreTrash, ({ principal, params }) => restore(deps, principal, params.kind, params.id))

  serve(app, endpoints.listImports, ({ principal }) => listOwnImports(deps, principal))

  serve(app, endpoints.undoImport, ({ principal, params }) => undo(deps, principal, params.importId), {
    handlerTimeout: undoTimeout,
  })
}
