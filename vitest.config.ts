import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { adminPassword, sales } from './stand-ins/kontor.ts'
import { measurePatience } from './stand-ins/patience.ts'
import { componentCommands, forwardCalls } from './web/src/testing/component-backend.ts'
import web from './web/vite.config.ts'

const components = 'web/src/**/*.component.test.tsx'

/** The browser that `npm test` found or installed; without `npm test`, the system's, or else Playwright's. */
const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH = CHROMIUM_PATH } = process.env
const executablePath =
  CHROMIUM_SHELL_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

const patienceMs = measurePatience()

/** Causes fewer garbage collections, which saves a tenth of the time. */
const execArgv = ['--max-semi-space-size=64']

export default defineConfig({
  test: {
    // Runs more test files at once than a small machine has processors, since most tests wait.
    maxWorkers: 4,
    execArgv,
    retry: 0,
    // Far longer than any test takes, even on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: patienceMs } },
    provide: { patienceMs },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          // A worker loads the server's modules once for all its files, which saves a fifth of the time.
          isolate: false,
          globalSetup: 'server/src/testing/global-setup.ts',
          execArgv: [
            ...execArgv,
            ...['--import', './server/src/platform/database/resolve-drizzle.ts'],
            ...['--import', './server/src/testing/quick-hashes.ts'],
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['{contract,web}/src/**/*.test.{ts,tsx}', 'web/build/*.test.ts', 'scripts/**/*.test.{js,ts}'],
          exclude: [components],
        },
      },
      {
        ...web,
        root: '.',
        extends: true,
        plugins: [...web.plugins, forwardCalls()],
        server: { warmup: { clientFiles: ['web/src/office/routes.tsx', 'web/src/features/*/*/*-page.tsx'] } },
        optimizeDeps: { entries: ['web/src/office/main.tsx', 'web/src/site/islands/entry.tsx', components] },
        test: {
          name: 'components',
          include: [components],
          setupFiles: ['web/src/testing/backend.ts', 'web/src/testing/setup.ts'],
          // The first test of a fresh clone waits for Vite, too.
          testTimeout: 120_000,
          provide: { accounts: { adminPassword, sales } },
          // Two pages in parallel, each with its own server, since tests mostly wait for the next frame. A page keeps the office's code
          // from file to file.
          maxWorkers: 2,
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            viewport: { width: 1280, height: 900 },
            provider: playwright({
              launchOptions: {
                ...(executablePath && { executablePath }),
                args: [
                  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
                  // Causes fewer garbage collections here, too.
                  '--js-flags=--min-semi-space-size=64 --max-semi-space-size=64',
                ],
              },
              contextOptions: { locale: 'nb-NO', timezoneId: 'Europe/Oslo', reducedMotion: 'reduce' },
              actionTimeout: patienceMs,
            }),
            instances: [{ browser: 'chromium' }],
            commands: componentCommands,
          },
        },
      },
    ],
  },
})
