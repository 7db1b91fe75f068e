import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type {} from '../../../stand-ins/patience.ts'

/** Polls until the result is truthy, and returns it. @throws Error with `problem` after `patienceMs` */
export const waitFor = async <Result>(
  poll: () => Result | Promise<Result>,
  problem: () => string,
  patienceMs = inject('patienceMs'),
): Promise<Result> => {
  for (const end = Date.now() + patienceMs; ; await sleep(10)) {
    const result = await poll()
    if (result) return result
    if (Date.now() > end) throw new Error(problem())
  }
}
