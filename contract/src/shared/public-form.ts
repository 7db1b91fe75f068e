/** What the public site's forms and the server agree on; free of dependencies, since the site's bundle holds no zod. */

/** Longest accepted texts of who writes, in characters. */
export const visitorLimits = { name: 200, email: 254, company: 200 } as const

/**
 * What only our own forms add. `website` is a honeypot that people do not see; `elapsedMs` is the time from
 * first sight of the form to sending it. A body without them is accepted.
 */
export const minimumFormMs = 2_000

/**
 * The form's own mark on one filling-in, a random text that stays the same when the visitor clicks twice or tries again:
 * the same texts under the same mark are stored once. Lengths in characters.
 */
export const submissionIdLimits = { min: 16, max: 100 } as const

/** Whether a name holds a web address: the confirmation greets by name, and must not carry somebody's advertisement. */
export const holdsWebAddress = (name: string): boolean => /:\/\/|www\.|\.[a-z]{2,}\//i.test(name)

/** Whether a robot seems to have sent a form: a person sees no honeypot and needs a moment to write. */
export const isSuspect = ({ website, elapsedMs }: SpamSigns): boolean =>
  Boolean(website) || (typeof elapsedMs === 'number' && elapsedMs < minimumFormMs)

interface SpamSigns {
  readonly website?: string | null | undefined
  /** Milliseconds. */
  readonly elapsedMs?: number | null | undefined
}
