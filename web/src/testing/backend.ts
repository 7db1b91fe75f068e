import { beforeAll } from 'vitest'
import { commands } from 'vitest/browser'

// Starts the server before the clock of the first test runs.
beforeAll(() => commands.sql('SELECT 1'), 180_000)
