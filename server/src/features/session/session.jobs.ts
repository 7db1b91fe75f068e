import type { Deps } from '../../platform/deps.ts'
import { deleteExpired } from './session.queries.ts'

/** Deletes expired sessions, login counters and known addresses every hour. */
export const scheduleSessionCleaning = ({ jobs, database, clock }: Deps): void => {
  jobs.schedule('session-cleaning', '23 * * * *', () => deleteExpired(database.db, clock.now()))
}
