/** Constants of what is known about one person, free of dependencies. */

/** Where something about a person may stand, in the order of the screen, with its label. */
export const personalDataKinds = {
  enquiries: 'Henvendelser',
  registrations: 'Påmeldinger til webinar',
  contactPersons: 'Kontaktpersoner',
  customers: 'Kunder',
  leads: 'Leads',
  agreements: 'Avtaler',
  mails: 'E-poster i loggen',
} as const

export type PersonalDataKind = keyof typeof personalDataKinds

/** What becomes of an entry when the person is erased. */
export const erasureFates = { deleted: 'Slettes', anonymised: 'Anonymiseres', kept: 'Beholdes' } as const

export type ErasureFate = keyof typeof erasureFates

/** Entries of one kind that a search answers at most; it counts all of them. */
export const shownPerKind = 100
