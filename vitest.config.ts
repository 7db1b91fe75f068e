import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Most of them wait for somebody else: more of them than processors may be under way.
    maxWorkers: 4,
    // Real databases, mail servers and processes are started by the tests: the machine may be busy.
    // One that a pause of the machine has failed is tried once more, and said to have been.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: 'server/src/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,web}/src/**/*.test.{ts,tsx}', 'web/build/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
    ],
  },
})
