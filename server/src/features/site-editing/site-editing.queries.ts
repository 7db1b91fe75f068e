import type { SiteTexts } from '@kontor/contract/site-editing/site-editing.rules'
import type { StoredSiteTexts } from '@kontor/contract/site-editing/site-editing.schema'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, oneRow } from '../../platform/database/rows.ts'
import { siteTexts } from './site-editing.table.ts'

const columns = { texts: siteTexts.texts, version: siteTexts.version, updatedAt: siteTexts.updatedAt }

/** Reads the changed texts. If none were ever saved, returns no texts, with version 1. */
export const readSiteTexts = async (db: Queryable): Promise<StoredSiteTexts> =>
  (await firstRow(db.select(columns).from(siteTexts))) ?? { texts: { no: {}, en: {} }, version: 1, updatedAt: null }

/** Reads the changed texts and locks them until the transaction ends. */
export const lockSiteTexts = async (tx: Queryable): Promise<StoredSiteTexts> => {
  await tx
    .insert(siteTexts)
    .values({ texts: { no: {}, en: {} } })
    .onConflictDoNothing()
  return oneRow(tx.select(columns).from(siteTexts).for('update'))
}

export const writeSiteTexts = (tx: Queryable, texts: SiteTexts): Promise<StoredSiteTexts> =>
  oneRow(
    tx
      .update(siteTexts)
      .set({ texts, version: sql`${siteTexts.version} + 1` })
      .returning(columns),
  )
