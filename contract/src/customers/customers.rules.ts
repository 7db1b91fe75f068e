/** Milliseconds for which the web shows the cached list without refetching it. */
export const customersFreshMs = 5 * 60_000
