import { createHash } from 'node:crypto'
import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The result of `measurePatience`. */
    patienceMs: number
  }
}

/**
 * Milliseconds that tests wait for a condition on a quick, quiet machine: many times what any condition takes, but short enough for a quick
 * failure.
 */
const quickPatienceMs = 8_000

/** Longer in CI, where nobody waits for a failure and other programs may slow the machine down at any time. */
const ciPatienceMs = 45_000

const megabytes = 200

/** Milliseconds that a quick, quiet machine takes for `work`. */
const quickWorkMs = 150

const work = (): number => {
  const [block, hash] = [Buffer.alloc(1_000_000), createHash('sha256')]
  const start = performance.now()
  for (let n = 0; n < megabytes; n++) hash.update(block)
  hash.digest()
  return performance.now() - start
}

/**
 * Measures how long a test may wait for a condition before it fails, in milliseconds. The time grows with the current slowness of the
 * machine, whether by its processor or by other programs.
 */
export const measurePatience = (): number =>
  process.env.CI ? ciPatienceMs : quickPatienceMs * Math.max(1, work() / quickWorkMs)
