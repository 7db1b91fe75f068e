/** Returns the number of rounds of a soak test: one in `npm test`; in `npm run soak -- <factor>`, `inSoak` times the factor. */
export const rounds = (inSoak: number): number => {
  const factor = Number(process.env.KONTOR_SOAK ?? 0)
  return factor > 0 ? Math.max(1, Math.round(inSoak * factor)) : 1
}

/** True if `npm run soak` runs, for tests that are too long for `npm test`. */
export const isSoak = process.env.KONTOR_SOAK !== undefined
