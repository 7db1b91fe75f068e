import { auditActions, auditChanges } from '@kontor/contract/audit-events/audit-events.rules'
import type { AuditEvent, AuditFilter } from '@kontor/contract/audit-events/audit-events.schema'
import type { ExportFormat } from '@kontor/contract/shared/exports'
import { recordKinds } from '@kontor/contract/shared/records'
import { addMonths, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import type { FastifyReply } from 'fastify'
import { purgeAuditEvents, recordPurged } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { pagedRows } from '../../platform/spreadsheet/paged-rows.ts'
import { sendSpreadsheet } from '../../platform/spreadsheet/send-spreadsheet.ts'
import { auditRetention, listAuditEventsAfter } from './audit-events.queries.ts'

const columns = {
  at: { label: 'Tidspunkt', kind: 'moment' },
  actor: { label: 'Hvem', kind: 'line', max: 300 },
  address: { label: 'Adresse', kind: 'line', max: 100 },
  action: { label: 'Hendelse', kind: 'line', max: 100 },
  kind: { label: 'Gjelder', kind: 'line', max: 100 },
  title: { label: 'Navn', kind: 'line', max: 300, width: 40 },
  changes: { label: 'Verdier', kind: 'text', max: 32_000, width: 80 },
} as const

/** Maximum characters in a cell of a spreadsheet. */
const maxCell = 32_000

const labelOf = (entries: Readonly<Record<string, { readonly label: string }>>, word: string): string =>
  (Object.hasOwn(entries, word) ? entries[word]?.label : undefined) ?? word

const toRow = (event: AuditEvent) => ({
  ...event,
  action: labelOf(auditActions, event.action),
  kind: labelOf(recordKinds, event.kind),
  changes: auditChanges(event)
    .map(({ label, before, after }) =>
      event.before && event.after ? `${label}: ${before || '–'} → ${after || '–'}` : `${label}: ${after || before}`,
    )
    .join('\n')
    .slice(0, maxCell),
})

const rowsPerPage = 500

export const sendAuditEvents = (reply: FastifyReply, db: Queryable, filter: AuditFilter, format: ExportFormat) =>
  sendSpreadsheet(reply, db, {
    name: 'hendelser',
    sheetName: 'Hendelser',
    columns,
    format,
    filters: filter,
    rows: pagedRows(async (last: ReturnType<typeof toRow> | undefined) =>
      (await listAuditEventsAfter(db, filter, last, rowsPerPage)).map(toRow),
    ),
  })

/** Deletes events that are older than the retention period, in batches. Can be interrupted, repeated and run concurrently. */
export const purgeOldAuditEvents = async ({ database: { db }, clock }: Deps): Promise<void> => {
  const { months } = await auditRetention.read(db)
  const until = startOfOsloDay(addMonths(osloDay(clock.now().toISOString()), -months))
  let purged: number
  do {
    purged = await db.transaction(async (tx) => {
      const count = await purgeAuditEvents(tx, until)
      await recordPurged(tx, 'audit-event', count)
      return count
    })
  } while (purged > 0)
}
