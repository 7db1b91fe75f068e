import { StartFailure } from './start-failure.ts'

/** Milliseconds. */
interface StopLimits {
  /** For a whole stop; what is not done by then is ended. */
  readonly stopLimitMs: number
  /** One Ctrl-C can arrive several times: from the terminal, from npm, from the script that started us. */
  readonly sameSignalMs: number
}

/** Tests override these. */
const ordinaryLimits: StopLimits = { stopLimitMs: 10_000, sameSignalMs: 2_000 }

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What a start gets to say how it is to be stopped. */
export interface Lifecycle {
  /** Aborted when the stop was asked for, also while the start is under way. */
  readonly signal: AbortSignal
  /** A step of the stop. The steps run in reverse order, as what was started last needs what was started first. */
  onStop(step: () => Promise<unknown>): void
  /** What must be done even when there is no time for the steps. */
  onEnd(step: () => void): void
  /** Ends the process with exit code 0 after work that comes to an end by itself. */
  finish(): void
  /** Ends the server because of an error that it cannot live with. */
  fail(error: unknown): void
}

/** Sentences for the person at the terminal. */
export const say = (sentence: string): void => console.log(sentence)

const complain = (error: unknown): void => {
  if (error instanceof StartFailure) for (const sentence of error.sentences) console.error(sentence)
  else console.error('Kontor met an error that it did not expect:', error)
}

/**
 * Runs the server from `start` until a signal, the end of the process that started us, or a failure; then stops it in
 * order and ends the process: exit code 0 after a stop that was asked for, 1 after a failure.
 */
export const runUntilStopped = async (
  start: (lifecycle: Lifecycle) => Promise<void>,
  { stopLimitMs, sameSignalMs }: StopLimits = ordinaryLimits,
): Promise<never> => {
  const stopping = new AbortController()
  const stops: (() => Promise<unknown>)[] = []
  const ends: (() => void)[] = []
  let exitCode = 0
  let askedAt = 0

  const endNow = (sentence: string): never => {
    console.error(sentence)
    for (const end of ends.reverse()) end()
    process.exit(1)
  }
  const stop = () => {
    if (askedAt) return
    askedAt = performance.now()
    setTimeout(() => endNow(`Kontor did not stop within ${stopLimitMs / 1000} seconds and was ended.`), stopLimitMs)
    stopping.abort()
  }
  const fail = (error: unknown) => {
    complain(error)
    exitCode = 1
    stop()
  }

  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (askedAt && performance.now() - askedAt > sameSignalMs) endNow('Kontor was ended before it had stopped.')
      stop()
    })
  }
  process.on('disconnect', stop)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  // A terminal that was closed takes no more sentences; the stop must go on without it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  const lifecycle: Lifecycle = {
    signal: stopping.signal,
    onStop: (step) => stops.push(step),
    onEnd: (step) => ends.push(step),
    finish: stop,
    fail,
  }
  try {
    await start(lifecycle)
  } catch (error) {
    // A start that gives up because it was told to stop has not failed.
    if (!stopping.signal.aborted) fail(error)
  }
  await stopped
  for (const step of stops.reverse()) await step().catch(fail)
  process.exit(exitCode)
}
