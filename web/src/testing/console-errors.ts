/** Console errors that a test provokes on purpose, and that don't fail it. */
export const expectedErrors: RegExp[] = []

/** The console's errors and warnings in this test. */
export const consoleErrors: string[] = []

for (const kind of ['error', 'warn'] as const) {
  const original = console[kind]
  console[kind] = (...parts: unknown[]) => {
    consoleErrors.push(parts.map(String).join(' '))
    original(...parts)
  }
}
