import { setTimeout as sleep } from 'node:timers/promises'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import { addOsloDays, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { mostAtOnce, type RegisterWatch } from '../company-register/company-register.watch.service.ts'
import { addUpCounts } from './leads.list.queries.ts'
import { findLead } from './leads.queries.ts'
import { leadGone } from './leads.service.ts'
import { forgetStates, nextNumbers, takeOverStates } from './leads.watch.queries.ts'

/** Milliseconds between two calls: the register documents no limit; other clients make five calls per second. */
const pause = 250

/** Milliseconds after which a run leaves the rest to the next one; the queue expires jobs after fifteen minutes. */
const longestRun = 14 * 60_000

/** Days after which a company missing from the register is checked again. */
const restDays = 30

/**
 * Checks every company of a lead or customer in the register that was not checked today. Can be interrupted at any point and
 * repeated; the results so far are kept.
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
    const numbers = await nextNumbers(db, after, mostAtOnce, due)
    const last = numbers.at(-1)
    if (last === undefined) return
    const dueNumbers = numbers.flatMap(({ number, isDue }) => (isDue ? number : []))
    if (dueNumbers.length > 0) {
      await watch.check(db, dueNumbers, end)
      await sleep(pause)
    }
    // For all, not only those just checked: an earlier run may have been killed between the two steps.
    await takeOverStates(
      db,
      numbers.map(({ number }) => number),
    )
    after = last.number
  }
}

/** Checks one lead in the register now. */
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
