import { createHash } from 'node:crypto'
import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The result of `measurePatience`. */
    patienceMs: number
  }
}

/**
 * Milliseconds that tests wait for a condition on a quick, idle machine: many times longer than any condition takes, but short enough to
 * fail soon.
 */
const quickPatienceMs = 8_000

/** Milliseconds that tests wait in CI: longer, since nobody waits for a failure there, and other programs may slow the machine down. */
const ciPatienceMs = 45_000

const megabytes = 200

/** Milliseconds that `work` takes on a quick, idle machine. */
const quickWorkMs = 150

const work = (): number => {
  const [block, hash] = [Buffer.alloc(1_000_000), createHash('sha256')]
  const start = performance.now()
  for (let n = 0; n < megabytes; n++) hash.update(block)
  hash.digest()
  return performance.now() - start
}

/**
 * Returns the milliseconds that a test may wait for a condition before it fails: in CI a fixed time, elsewhere longer on a slow or busy
 * machine, whose speed it measures.
 */
export const measurePatience = (): number =>
  process.env.CI ? ciPatienceMs : quickPatienceMs * Math.max(1, work() / quickWorkMs)
