import { StartFailure } from '../errors/start-failure.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Passed to the start function, which registers how to stop. */
export interface Lifecycle {
  /** Aborted when a stop is requested, also during the start. */
  readonly signal: AbortSignal
  /** Adds a stop step. Steps run in reverse order, since later ones depend on earlier ones. */
  onStop(step: () => Promise<unknown>): void
  /** Adds a step that runs only if the process must exit before the stop steps have run. */
  onForcedExit(step: () => void): void
  /** Stops, with exit code 0 unless another was set. For commands that end by themselves. */
  finish(exitCode?: number): void
  fail(error: unknown): void
}

export const print = (sentence: string): void => console.log(sentence)

const printError = (error: unknown): void => {
  if (error instanceof StartFailure) for (const sentence of error.sentences) console.error(sentence)
  else console.error('Kontor met an error that it did not expect:', error)
}

/**
 * Runs a server or command from `start` until a signal, the end of the parent process, `finish` or a failure. Then runs the stop steps and
 * exits, with code 1 after a failure, else with that of `finish`, or 0.
 * @param limits only tests set these. `stopLimitMs`: the process exits after this time, even if the stop isn't complete. `sameSignalMs`:
 * signals within this time count as one, since the terminal, npm and the start script each pass on a Ctrl-C.
 */
export const runUntilStopped = async (
  start: (lifecycle: Lifecycle) => Promise<void>,
  { stopLimitMs = 10_000, sameSignalMs = 2_000 } = {},
): Promise<never> => {
  const stopping = new AbortController()
  const stopSteps: (() => Promise<unknown>)[] = []
  const forcedExitSteps: (() => void)[] = []
  let exitCode = 0
  let stopRequestedAt = 0

  const forceExit = (sentence: string): never => {
    console.error(sentence)
    for (const step of forcedExitSteps.reverse()) step()
    process.exit(1)
  }
  const stop = () => {
    if (stopRequestedAt) return
    stopRequestedAt = performance.now()
    setTimeout(() => forceExit(`Kontor did not stop within ${stopLimitMs / 1000} seconds and was ended.`), stopLimitMs)
    stopping.abort()
  }
  const fail = (error: unknown) => {
    printError(error)
    exitCode = 1
    stop()
  }

  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (stopRequestedAt && performance.now() - stopRequestedAt > sameSignalMs)
        forceExit('Kontor was ended before it had stopped.')
      stop()
    })
  }
  process.on('disconnect', stop)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  // Writing to a closed terminal fails; the stop must continue.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  const lifecycle: Lifecycle = {
    signal: stopping.signal,
    onStop: (step) => stopSteps.push(step),
    onForcedExit: (step) => forcedExitSteps.push(step),
    finish: (code = exitCode) => {
      exitCode = code
      stop()
    },
    fail,
  }
  try {
    await start(lifecycle)
  } catch (error) {
    // A start that was aborted by a stop has not failed.
    if (!stopping.signal.aborted) fail(error)
  }
  await stopped
  for (const step of stopSteps.reverse()) await step().catch(fail)
  process.exit(exitCode)
}
