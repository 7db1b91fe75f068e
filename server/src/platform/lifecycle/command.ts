import { StartFailure } from '../errors/start-failure.ts'
import { type Lifecycle, runUntilStopped } from './lifecycle.ts'

/** Runs a one-shot command, then exits. If a signal interrupts it, prints `interruptedMessage` and exits with code 1. */
export const runCommand = (interruptedMessage: string, work: (lifecycle: Lifecycle) => Promise<void>): Promise<never> =>
  runUntilStopped(async (lifecycle) => {
    try {
      await work(lifecycle)
    } catch (error) {
      if (lifecycle.signal.aborted) lifecycle.fail(new StartFailure(interruptedMessage))
      throw error
    }
    lifecycle.finish()
  })
