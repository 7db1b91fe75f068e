/** What a test provokes on purpose: console errors that match don't fail it. */
export const expectedErrors: RegExp[] = []

/** The console's errors and warnings in this test. */
export const complaints: string[] = []

for (const kind of ['error', 'warn'] as const) {
  const print = console[kind]
  console[kind] = (...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '))
    print(...parts)
  }
}
