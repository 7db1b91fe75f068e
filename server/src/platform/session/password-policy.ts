import { Worker } from 'node:worker_threads'
import { HttpError } from '../errors/http-error.ts'
import { sentenceOf } from '../errors/sentences.ts'
import type { ChosenPassword } from './password-estimate.ts'

/** Maximum calls waiting for an estimate; each takes about a third of a second. */
const maxWaiting = 20

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Starts a thread per call: it takes 30 MB, too much to keep for something as rare as a new password. */
const estimateInThread = (chosen: readonly ChosenPassword[]): Promise<boolean[]> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./password-worker.ts', import.meta.url), {
      name: 'passwords',
      workerData: chosen,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread that estimates passwords ended without an answer')))
  })

/** Which of the passwords are easy to guess. One estimate runs at a time, in its own thread. @throws HttpError 503 while too many wait */
export const findGuessable = async (chosen: readonly ChosenPassword[]): Promise<boolean[]> => {
  if (waiting >= maxWaiting) throw new HttpError(503, sentenceOf(503, 'no'))
  waiting += 1
  const result = last.then(() => estimateInThread(chosen))
  last = result.catch(() => undefined)
  try {
    return await result
  } finally {
    waiting -= 1
  }
}

const tooEasy = 'Passordet er for lett å gjette. Bruk flere tilfeldige ord, og ikke navn på bruker eller firma'

/**
 * Rejects a password that is easy to guess; the schema checks its length.
 * @throws HttpError 400 with a message for `field`, 503 while too many wait
 */
export const refuseGuessable = async (field: string, chosen: ChosenPassword): Promise<void> => {
  const [guessable] = await findGuessable([chosen])
  if (guessable !== false) throw new HttpError(400, tooEasy, { fields: { [field]: tooEasy } })
}
