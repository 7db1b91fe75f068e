import { formatNumber } from '../../../platform/format.ts'
import type { BulkAnswer, Lead } from '../leads.api.ts'
import { countOfLeads } from './lead-cells.tsx'

/** Returns the leads' ids and shown versions, for a bulk change. */
export const readVersions = (leads: readonly Lead[]) => leads.map(({ id, version }) => ({ id, version }))

/** Maximum number of leads that a message names. */
const namedAtMost = 5

/** Returns a message about the leads that a bulk change of `total` leads skipped. */
export const skippedText = (skipped: BulkAnswer['skipped'], total: number): string => {
  const gone = skipped.filter(({ reason }) => reason === 'gone').length
  const stale = skipped.filter(({ reason }) => reason === 'stale')
  const names = stale.slice(0, namedAtMost).map(({ company_name }) => company_name)
  const more = stale.length > names.length ? ` og ${formatNumber(stale.length - names.length)} til` : ''
  return [
    gone > 0 ? `${countOfLeads(gone)} av ${formatNumber(total)} finnes ikke lenger.` : '',
    stale.length > 0 ? `Endret av en annen i mellomtiden, og derfor ikke endret nå: ${names.join(', ')}${more}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
