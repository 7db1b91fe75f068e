import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `cleanup` after the calling test, or after all tests of the calling file or `describe`. The last one registered runs first. */
export const onCleanup = (cleanup: () => Promise<unknown>): void => {
  const insideTest = TestRunner.getCurrentTest() !== undefined
  const register = insideTest ? onTestFinished : afterAll
  register(async () => {
    await cleanup()
  })
}
