import type { Deps } from '../../platform/deps.ts'
import { deleteExpired } from './session.queries.ts'

/** Once an hour what has expired is deleted: sessions, counted logins, known addresses. */
export const scheduleSessionCleaning = ({ jobs, database, clock }: Deps): void => {
  jobs.schedule('session-cleaning', '23 * * * *', () => deleteExpired(database.db, clock.now()))
}
