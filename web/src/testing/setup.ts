// Runs before each file; the modules that it imports are loaded once. Hooks for all tests belong here.

import { afterEach, beforeEach, expect, inject, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
// Declares the types of the commands and of the values that the configuration provides.
import type {} from '../../../stand-ins/patience.ts'
import { currentToast, dismissToast } from '../ui/toast/toast-store.ts'
import { resetCalls } from './calls.ts'
import type {} from './component-backend.ts'
import { consoleErrors, expectedErrors } from './console-errors.ts'
import './in-page-actions.ts'
// Adds `css` to locators.
import './locators.ts'

export { expectedErrors } from './console-errors.ts'

beforeEach(async () => {
  await cleanup()
  // Norwegian, like the server's documents; the runner's document is English.
  document.documentElement.lang = 'nb'
  expectedErrors.length = 0
  consoleErrors.length = 0
  // Resizes only if necessary, since a resize recomputes the whole layout.
  if (innerWidth !== 1280 || innerHeight !== 900) await page.viewport(1280, 900)
  // Focuses the page: otherwise keys go to the runner's page around it. Press Tab by `userEvent.keyboard('{Tab}')`, which focuses the
  // page, too; `userEvent.tab()` does not.
  window.focus()
  await vi.waitUntil(() => document.hasFocus(), { timeout: inject('patienceMs') })
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await Promise.all([commands.setSmtp({}), commands.setRegister({}), commands.emulateMedia({})])
  const toast = currentToast.get()
  if (toast) dismissToast(toast.id)
  resetCalls()
  localStorage.clear()
  sessionStorage.clear()
  expect(consoleErrors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([])
})
