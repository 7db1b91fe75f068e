import { Worker } from 'node:worker_threads'
import { HttpError } from '../errors/http-error.ts'
import { sentenceOf } from '../errors/sentences.ts'
import type { ChosenPassword } from './password-estimate.ts'

/** Most passwords that wait for their estimate; each takes about a third of a second. */
const maxWaiting = 20

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** A thread that ends with its answer: it takes 30 MB, which a server that seldom sees a new password need not keep. */
const askThread = (chosen: readonly ChosenPassword[]): Promise<boolean[]> =>
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

/**
 * Which of the passwords are easy to guess. One estimate runs at a time, beside the server's own thread.
 * @throws HttpError 503 while too many wait
 */
export const findGuessable = async (chosen: readonly ChosenPassword[]): Promise<boolean[]> => {
  if (waiting >= maxWaiting) throw new HttpError(503, sentenceOf(503, 'no'))
  waiting += 1
  const answer = last.then(() => askThread(chosen))
  last = answer.catch(() => undefined)
  try {
    return await answer
  } finally {
    waiting -= 1
  }
}

const tooEasy = 'Passordet er for lett å gjette. Bruk flere tilfeldige ord, og ikke navn på bruker eller firma'

/**
 * Refuses a password that is easy to guess; its length is the schema's matter.
 * @throws HttpError 400 with a sentence at `field`, 503 while too many wait
 */
export const refuseGuessable = async (field: string, chosen: ChosenPassword): Promise<void> => {
  const [guessable] = await findGuessable([chosen])
  if (guessable !== false) throw new HttpError(400, tooEasy, { fields: { [field]: tooEasy } })
}
