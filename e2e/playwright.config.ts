import { defineConfig } from '@playwright/test'

// Nothing leaves the machine: the browser's own services stay silent, too.
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const measured = ['journeys/many-*.spec.ts', 'journeys/company-search-speed.spec.ts']

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
  // A journey that a pause of the machine has failed is tried once more, and listed as flaky.
  retries: 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  // What is measured is measured alone, one after the other, after the rest.
  projects: [
    { name: 'painted', testMatch: painted },
    { name: 'journeys', testIgnore: [...measured, ...painted], use: launch(shell) },
    { name: 'measured', testMatch: measured, dependencies: ['painted', 'journeys'], workers: 1 },
  ],
  use: {
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    ...launch(chromium),
  },
})
