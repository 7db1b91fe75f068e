/** The time as the server sees it; tests hand in their own. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
