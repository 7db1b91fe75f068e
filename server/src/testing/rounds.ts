/** How many rounds a soak test runs: one in `npm test`, `inSoak` times the factor of `npm run soak -- <factor>`. */
export const rounds = (inSoak: number): number => {
  const factor = Number(process.env.KONTOR_SOAK ?? 0)
  return factor > 0 ? Math.max(1, Math.round(inSoak * factor)) : 1
}

/** Whether `npm run soak` runs, for what is too long for `npm test` even once. */
export const isSoak = process.env.KONTOR_SOAK !== undefined
