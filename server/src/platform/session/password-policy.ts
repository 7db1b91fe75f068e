import { HttpError } from '../errors/http-error.ts'
import { openTaskThread } from '../task-thread.ts'
import type { ChosenPassword } from './password-estimate.ts'

/** Estimates passwords, each in about a third of a second. The idle thread is kept: after a rejected password, the user tries another. */
const thread = openTaskThread<readonly ChosenPassword[], boolean[]>({
  module: new URL('./password-worker.ts', import.meta.url),
  name: 'passwords',
  maxTasks: 20,
  timeoutMs: 20_000,
  keepMs: 60_000,
})

/** Estimates passwords, one at a time; returns true for each that is easy to guess. @throws HttpError 503 while too many wait */
export const findGuessable = (chosen: readonly ChosenPassword[]): Promise<boolean[]> => thread.run(chosen)

const tooEasy = 'Passordet er for lett å gjette. Bruk flere tilfeldige ord, og ikke navn på bruker eller firma'

/**
 * Rejects a password that is easy to guess; the schema checks its length.
 * @throws HttpError 400 with a message for `field`, 503 while too many wait
 */
export const refuseGuessable = async (field: string, chosen: ChosenPassword): Promise<void> => {
  const [guessable] = await findGuessable([chosen])
  if (guessable !== false) throw new HttpError(400, tooEasy, { fields: { [field]: tooEasy } })
}
