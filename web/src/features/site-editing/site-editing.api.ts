import { previewSiteTexts, readSiteTexts, updateSiteTexts } from '@kontor/contract/site-editing/site-editing.endpoints'
import { type StoredSiteTexts, siteTextsSchema } from '@kontor/contract/site-editing/site-editing.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { useChangeOf } from '../../platform/mutations.ts'
import { shows } from '../../platform/shows.ts'

export type { StoredSiteTexts }

export const siteTextsQuery = queryOptions({
  queryKey: ['site-texts'],
  meta: shows('site-text'),
  queryFn: ({ signal }) => call(readSiteTexts, {}, { signal }),
})

/** Returns the other user's version if a change failed with a conflict; else null. */
export const conflictingTexts = (error: unknown): StoredSiteTexts | null => conflictingEntity(error, siteTextsSchema)

export const useSaveSiteTexts = () =>
  useChangeOf(updateSiteTexts, (client, stored) => client.setQueryData(siteTextsQuery.queryKey, stored))

/** The URL to which a form posts a page's texts, for a preview in a sandboxed frame. */
export const textsPreviewAddress: string = previewSiteTexts.path
