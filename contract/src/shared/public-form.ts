/** Rules shared by the public site's forms and the server; free of dependencies, since the site's bundle has no zod. */

/** Maximum lengths of the visitor's details, in characters. */
export const visitorLimits = { name: 200, email: 254, company: 200 } as const

/**
 * Spam signs, which only our own forms send. `aside` is a hidden honeypot field. Its name is one that no browser or password manager
 * fills in. `elapsedMs` is the time from first showing the form to sending it. A body without them is accepted.
 */
export const minimumFormMs = 2_000

/**
 * Idempotency key of a form submission: a random string that stays the same on a double click or retry, so the same content is
 * stored once. Lengths in characters.
 */
export const submissionIdLimits = { min: 16, max: 100 } as const

/** True if a name contains a URL: the confirmation mail greets by name and must not carry advertising. */
export const holdsWebAddress = (name: string): boolean => /:\/\/|www\.|\.[a-z]{2,}\//i.test(name)

/** True if a bot seems to have sent a form: it filled in the honeypot or was too fast. */
export const isSuspect = ({ aside, elapsedMs }: SpamSigns): boolean =>
  Boolean(aside) || (typeof elapsedMs === 'number' && elapsedMs < minimumFormMs)

interface SpamSigns {
  readonly aside?: string | null | undefined
  /** Milliseconds. */
  readonly elapsedMs?: number | null | undefined
}

/** A field's error: empty, invalid, or the server's own Norwegian message. `max` is the limit in characters if the value is too long. */
export type FieldProblem = 'missing' | 'invalid' | { readonly sentence: string; readonly max?: number }

/** Problems by field; valid fields have none. */
export type Problems = Readonly<Record<string, FieldProblem>>

/** The result of an attempt to send a form. */
export type FormResult =
  | { readonly kind: 'sent'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'check' }
  /** `status` is null if no response arrived. */
  | { readonly kind: 'failed'; readonly status: number | null }
  | { readonly kind: 'too-many'; readonly minutes: number }

/** A form that was sent without scripts and not stored. */
export interface RefusedForm {
  /** The visitor's input; null on a page that is the same for everyone. */
  readonly values: Readonly<Record<string, string>> | null
  readonly problems: Problems
  readonly result: FormResult
}
