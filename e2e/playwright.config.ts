import { defineConfig } from '@playwright/test'

// Nothing leaves the machine: the browser's own services stay silent, too.
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

// What tells the first paint from the first sign of life, and how letters are drawn: the whole browser, as visitors have it.
const painted = ['first-paint', 'hydration', 'early-input', 'late-font'].map((what) => `journeys/site-${what}.spec.ts`)

const launch = (executablePath: string | undefined) => ({
  launchOptions: { args: quiet, ...(executablePath && { executablePath }) },
})
const { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell = chromium } = process.env

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // Texts, the same on every system.
  snapshotPathTemplate: '{testFileDir}/{testFileName}-snapshots/{arg}{ext}',
  // Every worker has its own server, database and mailbox; the tests of one file run after each other in one worker.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Far beyond what any test takes, also on a machine that is busy with something else.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  // At most one worker starts the full browser: a worker restarts when it changes projects, since their browsers differ.
  projects: [
    { name: 'painted', testMatch: painted, workers: 1 },
    { name: 'journeys', testIgnore: painted, use: launch(shell) },
  ],
  use: {
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    actionTimeout: 45_000,
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    ...launch(chromium),
  },
})
