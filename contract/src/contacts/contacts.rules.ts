/** Constants and checks of enquiries. The public site uses them, too, so this file imports no zod, which the site's bundle leaves out. */

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

/** Maximum lengths, in characters. `message` also limits a reply's text. */
export const contactLimits = { ...visitorLimits, subject: 200, message: 10_000 } as const

/** An enquiry's states, with the panel's labels. An enquiry that the spam checks flag is `suspect` until a user approves it. */
export const contactStates = { new: 'Ny', handled: 'Behandlet', suspect: 'Mistenkelig' } as const

export type ContactState = keyof typeof contactStates

/** Entries of an enquiry's timeline, with the panel's labels. */
export const contactEvents = {
  received: 'Henvendelsen kom inn',
  confirmation: 'Bekreftelse til avsenderen',
  notice: 'Varsel til dere',
  approved: 'Godkjent: ikke mistenkelig',
  reply: 'Svar',
  handled: 'Merket som behandlet',
  reopened: 'Merket som ny',
  customer: 'Knyttet til kunde',
  lead: 'Knyttet til lead',
} as const

export type ContactEvent = keyof typeof contactEvents

/** Maximum number of enquiries in one change of state. */
export const maxContactsAtOnce = 500

/** Months that enquiries are kept, as promised in the privacy statement. The nightly purge deletes them at that age. */
export const enquiryMonths = 12

/** Returns the Norwegian label of a stored subject, or a custom subject unchanged. */
export const contactSubjectLabel = (subject: string): string =>
  Object.hasOwn(contactSubjects, subject) ? contactSubjects[subject as ContactSubject].no : subject
