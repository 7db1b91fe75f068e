import { setTimeout as sleep } from 'node:timers/promises'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import { addOsloDays, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { maxNumbersPerCall, type RegisterWatch } from '../company-register/company-register.watch.service.ts'
import { addUpCounts } from './leads.list.queries.ts'
import { findLead } from './leads.queries.ts'
import { leadGone } from './leads.service.ts'
import { forgetStates, nextNumbers, takeOverStates } from './leads.watch.queries.ts'

/** Milliseconds between two calls: the register names no limit, others make five calls a second. */
const pause = 250

/** Milliseconds after which a run leaves the rest to the next one; the queue gives up on a job after fifteen minutes. */
const longestRun = 14 * 60_000

/** Days after which a company that the register had no longer, or never, is asked for again. */
const restDays = 30

/**
 * Asks the register about every company of a lead or customer that was not asked for today. May be cut off at any point and be
 * repeated; what was answered by then is kept.
 */
export const watchCompanies = async (deps: Deps, watch: RegisterWatch): Promise<void> => {
  const { db } = deps.database
  const now = deps.clock.now().toISOString()
  const due = { before: startOfOsloDay(osloDay(now)), goneBefore: addOsloDays(now, -restDays) }
  const end = AbortSignal.timeout(longestRun)
  await addUpCounts(db)
  await forgetStates(db)
  let after = ''
  while (!end.aborted) {
    const numbers = await nextNumbers(db, after, maxNumbersPerCall, due)
    const last = numbers.at(-1)
    if (last === undefined) return
    const wanted = numbers.flatMap(({ number, isDue }) => (isDue ? number : []))
    if (wanted.length > 0) {
      await watch.check(db, wanted, end)
      await sleep(pause)
    }
    // Of all, not only of those just asked about: an earlier run may have been killed between the two.
    await takeOverStates(
      db,
      numbers.map(({ number }) => number),
    )
    after = last.number
  }
}

/** Asks the register about one lead, now. */
export const checkLead = async (
  { database: { db } }: Deps,
  watch: RegisterWatch,
  id: number,
  signal: AbortSignal,
): Promise<Lead> => {
  const lead = await findLead(db, id)
  if (!lead) throw leadGone()
  if (lead.org_no === null) {
    const fields = { org_no: 'Fyll inn et organisasjonsnummer først' }
    throw new HttpError(409, 'Leadet har ikke noe organisasjonsnummer å slå opp.', { fields })
  }
  await watch.check(db, [lead.org_no], signal)
  await takeOverStates(db, [lead.org_no])
  const checked = await findLead(db, id)
  if (!checked) throw leadGone()
  return checked
}
