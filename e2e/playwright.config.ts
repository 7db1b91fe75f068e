import { defineConfig } from '@playwright/test'
import { measurePatience } from '../stand-ins/patience.ts'

// Disables the browser's own services, so that nothing leaves the machine.
const offlineArgs = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: executablePath = chromium } = process.env

const patienceMs = measurePatience()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // The path doesn't contain the operating system: snapshots are texts, which are the same everywhere.
  snapshotPathTemplate: '{testFileDir}/{testFileName}-snapshots/{arg}{ext}',
  // Each worker has its own server, database and mailbox; tests in a file run in sequence.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Milliseconds per test: far more than any test takes, even on a busy machine.
  timeout: 180_000,
  expect: { timeout: patienceMs },
  reporter: 'list',
  use: {
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    actionTimeout: patienceMs,
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { args: offlineArgs, ...(executablePath && { executablePath }) },
  },
})
