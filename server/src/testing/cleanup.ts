import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `cleanup` after the test that calls this, or after the tests of the file or `describe` that does; last ones first. */
export const afterUse = (cleanup: () => Promise<unknown>): void => {
  const insideTest = TestRunner.getCurrentTest() !== undefined
  const register = insideTest ? onTestFinished : afterAll
  register(async () => {
    await cleanup()
  })
}
