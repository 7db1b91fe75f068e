import { z } from 'zod'
import { sales } from '../shared/endpoint.ts'
import { foundSchema, searchQuery } from './search.schema.ts'

export const search = sales.get('/api/search', {
  summary:
    'The records that have every word, at most 20, the best first: exact titles, then beginnings of titles, then of words. Sales users find leads only.',
  query: searchQuery,
  response: z.array(foundSchema),
})
