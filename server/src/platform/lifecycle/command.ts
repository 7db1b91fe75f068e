import { type Lifecycle, runUntilStopped } from './lifecycle.ts'
import { StartFailure } from './start-failure.ts'

/** Runs work that comes to an end by itself, then ends the process; `interrupted` is said when a signal was quicker (exit code 1). */
export const runCommand = (interrupted: string, work: (lifecycle: Lifecycle) => Promise<void>): Promise<never> =>
  runUntilStopped(async (lifecycle) => {
    try {
      await work(lifecycle)
    } catch (error) {
      if (lifecycle.signal.aborted) lifecycle.fail(new StartFailure(interrupted))
      throw error
    }
    lifecycle.finish()
  })
