import type { Deps } from '../../platform/deps.ts'
import { addUpCounts } from './leads.list.queries.ts'

/** Adds up the counts of leads every night: writers only add to them. */
export const scheduleCounts = ({ jobs, database }: Deps): void => {
  jobs.schedule('lead-counts', '10 0 * * *', () => addUpCounts(database.db))
}
