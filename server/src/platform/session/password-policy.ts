import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../errors/http-error.ts'
import { sentenceOf } from '../errors/sentences.ts'
import type { ChosenPassword } from './password-estimate.ts'

/** Maximum calls waiting for an estimate; each takes about a third of a second. */
const maxWaiting = 20

/** Milliseconds that an idle thread, which takes 30 MB, is kept: after a rejected password the user tries another. */
const keepMs = 60_000

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

let kept: Worker | undefined
let idle: NodeJS.Timeout | undefined

const start = (): Worker => {
  const thread = new Worker(new URL('./password-worker.ts', import.meta.url), {
    name: 'passwords',
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  thread.once('exit', () => {
    if (kept === thread) kept = undefined
  })
  return thread
}

const endIdle = (): void => {
  const ended = kept
  kept = undefined
  void ended?.terminate()
}

/** Resolves with the thread's next answer. @throws Error if it fails or ends before */
const nextAnswer = async (thread: Worker): Promise<boolean[]> => {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Error('The thread that estimates passwords ended without an answer')
  })
  try {
    const [estimates] = await Promise.race([once(thread, 'message', { signal }), ended])
    return estimates
  } finally {
    settled.abort()
  }
}

const estimateInThread = async (chosen: readonly ChosenPassword[]): Promise<boolean[]> => {
  clearTimeout(idle)
  kept ??= start()
  const thread = kept
  thread.ref()
  thread.postMessage(chosen)
  try {
    return await nextAnswer(thread)
  } finally {
    // An idle thread must not keep the process alive.
    thread.unref()
    idle = setTimeout(endIdle, keepMs).unref()
  }
}

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
