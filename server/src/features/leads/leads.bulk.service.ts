import {
  type BulkAnswer,
  type bulkChangeSchema,
  type lostReasonsChangeSchema,
  lostReasonsSchema,
} from '@kontor/contract/leads/leads.bulk.schema'
import { deliveredLostReasons } from '@kontor/contract/leads/leads.rules'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { defineSetting } from '../../platform/database/system-settings.queries.ts'
import { staleVersion } from '../../platform/errors/http-error.ts'
import * as queries from './leads.queries.ts'
import { rejectMissingOwner } from './leads.service.ts'

/** Changes the leads that still exist. If the caller gives a lead's version, changes it only if it still has this version. */
export const changeLeads = (
  db: Queryable,
  { leads, changes }: z.output<typeof bulkChangeSchema>,
): Promise<BulkAnswer> =>
  rejectMissingOwner(
    db.transaction(async (tx) => {
      const held = new Map(
        (
          await queries.lockLeads(
            tx,
            leads.map(({ id }) => id),
          )
        ).map((lead) => [lead.id, lead]),
      )
      const changed = new Set<number>()
      const skipped = new Map<number, BulkAnswer['skipped'][number]>()
      for (const { id, version } of leads) {
        const lead = held.get(id)
        if (!lead) skipped.set(id, { id, reason: 'gone', company_name: null, version: null })
        else if (version !== undefined && version !== lead.version)
          skipped.set(id, { id, reason: 'stale', company_name: lead.company_name, version: lead.version })
        else changed.add(id)
      }
      await queries.updateLeads(tx, [...changed], changes)
      return { changed: [...changed], skipped: [...skipped.values()] }
    }),
  )

const lostReasons = defineSetting('lead_lost_reasons', lostReasonsSchema, { reasons: [...deliveredLostReasons] })

export const readLostReasons = lostReasons.read

/** Changes the list of reasons for lost leads. @throws HttpError 409 if the list has changed since `known` was read */
export const changeLostReasons = (
  db: Queryable,
  { reasons, known }: z.output<typeof lostReasonsChangeSchema>,
): Promise<z.output<typeof lostReasonsSchema>> =>
  db.transaction(async (tx) => {
    await lostReasons.exchange(tx, known && { reasons: known }, { reasons }, staleVersion)
    return { reasons }
  })
