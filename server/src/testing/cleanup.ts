import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `cleanup` after the calling test, or after all tests of the calling file or `describe`; in reverse order. */
export const onCleanup = (cleanup: () => Promise<unknown>): void => {
  const insideTest = TestRunner.getCurrentTest() !== undefined
  const register = insideTest ? onTestFinished : afterAll
  register(async () => {
    await cleanup()
  })
}
