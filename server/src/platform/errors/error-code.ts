/** Returns the code of an error of Node.js, PostgreSQL or a library: `ENOENT`, `23505` …; undefined when it has none. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code !== undefined ? String(error.code) : undefined
