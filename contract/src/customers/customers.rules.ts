/** The time that the web caches the list, in milliseconds. */
export const customersFreshMs = 5 * 60_000
