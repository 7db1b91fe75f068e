/** Constants and checks of enquiries that the public site uses too; free of dependencies, since the site's bundle holds no zod. */

import { visitorLimits } from '../shared/public-form.ts'

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
export const contactLimits = { ...visitorLimits, subject: 200, message: 10_000 } as const

/** Enquiries are kept for so many months, as the privacy statement promises: deleted in the night of the day on which they are over. */
export const enquiryMonths = 12

/** The Norwegian label of a stored subject; a text that the form does not offer is shown as it is. */
export const contactSubjectLabel = (subject: string): string =>
  Object.hasOwn(contactSubjects, subject) ? contactSubjects[subject as ContactSubject].no : subject
