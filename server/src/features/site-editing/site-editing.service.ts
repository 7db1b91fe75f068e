import type { ChangedTexts } from '@kontor/contract/site-editing/site-editing.rules'
import type {
  SiteTextChange,
  StoredSiteTexts,
  siteTextsUpdateSchema,
} from '@kontor/contract/site-editing/site-editing.schema'
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { staleVersion } from '../../platform/errors/http-error.ts'
import { lockSiteTexts, writeSiteTexts } from './site-editing.queries.ts'

/** Returns the texts of one language after the changes. */
const withChanges = (texts: ChangedTexts, language: 'no' | 'en', changes: readonly SiteTextChange[]): ChangedTexts => {
  const changed = new Map(Object.entries(texts))
  for (const { id, text } of changes.filter((change) => change.language === language)) {
    if (text === null) changed.delete(id)
    else changed.set(id, text)
  }
  return Object.fromEntries(changed)
}

/** Changes texts. @throws HttpError 409 with the current texts when the version is stale */
export const changeSiteTexts = (
  { database }: Deps,
  { version, changes }: z.output<typeof siteTextsUpdateSchema>,
): Promise<StoredSiteTexts> =>
  database.db.transaction(async (tx) => {
    const current = await lockSiteTexts(tx)
    if (version !== undefined && version !== current.version) throw staleVersion(current)
    const { no, en } = current.texts
    return writeSiteTexts(tx, { no: withChanges(no, 'no', changes), en: withChanges(en, 'en', changes) })
  })
