/** Kinds of records that may hold personal data, in screen order, with labels. */
export const personalDataKinds = {
  enquiries: 'Henvendelser',
  registrations: 'Påmeldinger til webinar',
  contactPersons: 'Kontaktpersoner',
  customers: 'Kunder',
  leads: 'Leads',
  agreements: 'Avtaler',
  mails: 'E-poster i loggen',
  trash: 'Papirkurven',
  events: 'Hendelser',
} as const

export type PersonalDataKind = keyof typeof personalDataKinds

export const erasureFates = { deleted: 'Slettes', anonymised: 'Anonymiseres', kept: 'Beholdes' } as const

export type ErasureFate = keyof typeof erasureFates

/** Maximum entries listed per kind in a search result; `count` is the number of all. */
export const maxEntriesPerKind = 100
