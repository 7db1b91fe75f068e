import { defineConfig } from '@playwright/test'
import { measurePatience } from '../stand-ins/patience.ts'

// Nothing leaves the machine: also disable the browser's own services.
const offlineArgs = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

// Tests of first paint, hydration and fonts need the full browser, as visitors have it.
const fullBrowserTests = ['first-paint', 'hydration', 'early-input', 'late-font'].map(
  (what) => `journeys/site-${what}.spec.ts`,
)

const launch = (executablePath: string | undefined) => ({
  launchOptions: { args: offlineArgs, ...(executablePath && { executablePath }) },
})
const { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell = chromium } = process.env

const patienceMs = measurePatience()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // Snapshots are texts, the same on every system.
  snapshotPathTemplate: '{testFileDir}/{testFileName}-snapshots/{arg}{ext}',
  // Each worker has its own server, database and mailbox; tests in a file run in sequence.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Far longer than any test takes, even on a busy machine.
  timeout: 180_000,
  expect: { timeout: patienceMs },
  reporter: 'list',
  // At most one worker starts the full browser: a worker restarts when it changes projects, since their browsers differ.
  projects: [
    { name: 'painted', testMatch: fullBrowserTests, workers: 1 },
    { name: 'journeys', testIgnore: fullBrowserTests, use: launch(shell) },
  ],
  use: {
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    actionTimeout: patienceMs,
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    ...launch(chromium),
  },
})
