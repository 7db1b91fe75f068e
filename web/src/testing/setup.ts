// What the commands take and answer.

import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type {} from '../../../e2e/stand-ins/component-backend.ts'

/** What a test provokes on purpose: console errors that match don't fail it. */
export const expectedErrors: RegExp[] = []

const complaints: string[] = []

for (const kind of ['error', 'warn'] as const) {
  const print = console[kind]
  console[kind] = (...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '))
    print(...parts)
  }
}

beforeEach(async () => {
  expectedErrors.length = 0
  complaints.length = 0
  await page.viewport(1280, 900)
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await Promise.all([commands.setSmtp({}), commands.setRegister({})])
  localStorage.clear()
  sessionStorage.clear()
  expect(complaints.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([])
})
