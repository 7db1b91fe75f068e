/** Constants and checks of enquiries, also used by the public site; free of dependencies, since the site's bundle has no zod. */

import { visitorLimits } from '../shared/public-form.ts'

/** Subjects offered by the form, keyed by their API value, with labels. */
export const contactSubjects = {
  general: { no: 'Generell henvendelse', en: 'General inquiry' },
  product: { no: 'Produktinformasjon', en: 'Product information' },
  consulting: { no: 'Rådgivningstjenester', en: 'Consulting services' },
  custom: { no: 'Skreddersydde applikasjoner', en: 'Custom applications' },
  support: { no: 'Teknisk støtte', en: 'Technical support' },
} as const

export type ContactSubject = keyof typeof contactSubjects

/** Maximum lengths, in characters. */
export const contactLimits = { ...visitorLimits, subject: 200, message: 10_000 } as const

/** Months that enquiries are kept, as promised in the privacy statement; deleted the night they reach that age. */
export const enquiryMonths = 12

/** The Norwegian label of a stored subject; a custom one is returned unchanged. */
export const contactSubjectLabel = (subject: string): string =>
  Object.hasOwn(contactSubjects, subject) ? contactSubjects[subject as ContactSubject].no : subject
