/** Rules shared by the public site's forms and the server. Imports no zod, which the site's bundle leaves out. */

/** Maximum lengths of the visitor's details, in characters. */
export const visitorLimits = { name: 200, email: 254, company: 200 } as const

/** Minimum milliseconds from showing a form to sending it; a form that is sent sooner is suspect. */
export const minimumFormMs = 2_000

/**
 * Length, in characters, of a form submission's idempotency key: a random string that stays the same on a double click or a retry, so
 * that the content is stored once.
 */
export const submissionIdLimits = { min: 16, max: 100 } as const

/** Returns true if a name contains a URL. Such names are rejected, since the confirmation mail would repeat the advertising in its greeting. */
export const holdsWebAddress = (name: string): boolean => /:\/\/|www\.|\.[a-z]{2,}\//i.test(name)

/** Returns true if a bot probably sent the form, since the honeypot is filled in or the form was sent too fast. */
export const isSuspect = ({ aside, elapsedMs }: SpamSigns): boolean =>
  Boolean(aside) || (typeof elapsedMs === 'number' && elapsedMs < minimumFormMs)

/** Signs of spam. Only the site's own forms send these fields; a request without them is accepted. */
interface SpamSigns {
  /** A hidden honeypot field. No browser or password manager fills in a field of this name. */
  readonly aside?: string | null | undefined
  /** Milliseconds from first showing the form to sending it. */
  readonly elapsedMs?: number | null | undefined
}

/** A field's error: missing, invalid, or a Norwegian message from the server. For a text that is too long, `max` is the limit in characters. */
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

/** A rejected form that a browser without scripts sent. */
export interface RefusedForm {
  /** The visitor's input; null on a prerendered page, which is the same for everyone. */
  readonly values: Readonly<Record<string, string>> | null
  readonly problems: Problems
  readonly result: FormResult
}
