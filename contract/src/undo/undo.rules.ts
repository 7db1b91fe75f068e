export const trashKinds = {
  leads: 'Lead',
  leadEntries: 'Notat',
  customers: 'Kunde',
  contactPersons: 'Kontaktperson',
  products: 'Produkt',
  conditions: 'Betingelse',
  agreements: 'Avtale',
  enquiries: 'Henvendelse',
  webinars: 'Webinar',
  registrations: 'Påmelding',
} as const

export type TrashKindName = keyof typeof trashKinds

/** Kinds that sales users delete and restore, too. */
export const salesTrashKinds: readonly TrashKindName[] = ['leads', 'leadEntries']

/** Kinds that are listed together with another kind. */
export const listedWith: Readonly<Partial<Record<TrashKindName, readonly TrashKindName[]>>> = { leads: ['leadEntries'] }

/** Days that deleted things and imports can be undone. */
export const trashDays = 30

/** Maximum skipped rows listed in the response to an undone import; all are counted. */
export const maxSkippedRows = 100

export const importKinds = { leads: 'Leads', customers: 'Kunder' } as const

export type ImportKind = keyof typeof importKinds
