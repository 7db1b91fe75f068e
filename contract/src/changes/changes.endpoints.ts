import { z } from 'zod'
import { sales } from '../shared/endpoint.ts'
import { streamQuerySchema } from './changes.schema.ts'

export const streamChanges = sales.get('/api/changes', {
  summary:
    'Server-sent events: `ready` with `covers`, the milliseconds before now whose changes follow, up to those `missed`; `change` with an array of `{kind, ids}` of records that were added, changed or deleted (`ids` is null for many), only of kinds that the caller may see; `lost` and `reset` while changes may be missed and afterwards; `beat` now and then. Ends with the session. 503 while changes cannot be followed.',
  query: streamQuerySchema,
  produces: 'text/event-stream',
  response: z.string(),
})
