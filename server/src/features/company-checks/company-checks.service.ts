import { setTimeout as sleep } from 'node:timers/promises'
import { addOsloDays, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import type { Deps } from '../../platform/deps.ts'
import { maxNumbers, type RegisterCheck } from '../company-register/company-register.check.service.ts'
import { copyRegisterStates } from '../leads/leads.queries.ts'
import { forgetStates, nextNumbers } from './company-checks.queries.ts'

/** Milliseconds between two calls: the register documents no limit; other clients make five calls per second. */
const pause = 250

/** Milliseconds after which a run leaves the rest to the next one; the queue expires jobs after fifteen minutes. */
const longestRun = 14 * 60_000

/** Days after which a company missing from the register is checked again. */
const restDays = 30

/** Checks the companies that are due. Can be interrupted at any point and repeated: results so far are kept. */
export const watchCompanies = async (
  deps: Deps,
  check: RegisterCheck,
  warn: (details: object, message: string) => void,
): Promise<void> => {
  const { db } = deps.database
  const now = deps.clock.now().toISOString()
  const due = { before: startOfOsloDay(osloDay(now)), goneBefore: addOsloDays(now, -restDays) }
  const end = AbortSignal.timeout(longestRun)
  await forgetStates(db)
  let after = ''
  while (!end.aborted) {
    const numbers = await nextNumbers(db, after, maxNumbers, due)
    const last = numbers.at(-1)
    if (last === undefined) return
    const dueNumbers = numbers.flatMap(({ number, isDue }) => (isDue ? number : []))
    if (dueNumbers.length > 0) {
      const unreadable = await check(db, dueNumbers, end)
      if (unreadable.size > 0)
        warn({ numbers: [...unreadable.keys()] }, 'The register’s entry of a company could not be read')
      await sleep(pause)
    }
    // Covers all companies, not only those just checked: an earlier run may have been killed between its checks and this copy.
    await copyRegisterStates(
      db,
      numbers.map(({ number }) => number),
    )
    after = last.number
  }
}
