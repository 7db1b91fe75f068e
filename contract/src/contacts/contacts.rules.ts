/** Constants and checks of enquiries that the public site uses too; free of dependencies, since the site's bundle holds no zod. */

/** The subjects that the form offers, as they stand on the wire, with their labels. */
export const contactSubjects = {
  general: { no: 'Generell henvendelse', en: 'General inquiry' },
  product: { no: 'Produktinformasjon', en: 'Product information' },
  consulting: { no: 'Rådgivningstjenester', en: 'Consulting services' },
  custom: { no: 'Skreddersydde applikasjoner', en: 'Custom applications' },
  support: { no: 'Teknisk støtte', en: 'Technical support' },
} as const

export type ContactSubject = keyof typeof contactSubjects

/** Longest accepted texts, in characters. */
export const contactLimits = { name: 200, email: 254, company: 200, subject: 200, message: 10_000 } as const

/**
 * What only our own form adds. `website` is a honeypot that people do not see; `elapsedMs` is the time from
 * first sight of the form to sending it. A body without them is accepted.
 */
export const minimumFormMs = 2_000

/**
 * The form's own mark on one filling-in, a random text that stays the same when the visitor clicks twice or tries again:
 * the same enquiry under the same mark is stored once. Lengths in characters.
 */
export const submissionIdLimits = { min: 16, max: 100 } as const

/** Whether a name holds a web address: the confirmation greets by name, and must not carry somebody's advertisement. */
export const holdsWebAddress = (name: string): boolean => /:\/\/|www\.|\.[a-z]{2,}\//i.test(name)

/** The Norwegian label of a stored subject; a text that the form does not offer is shown as it is. */
export const contactSubjectLabel = (subject: string): string =>
  Object.hasOwn(contactSubjects, subject) ? contactSubjects[subject as ContactSubject].no : subject
