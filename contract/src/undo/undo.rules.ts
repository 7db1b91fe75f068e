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

/** Kinds that sales users can also delete and restore. */
export const salesTrashKinds: readonly TrashKindName[] = ['leads', 'leadEntries']

/** For each kind, the other kinds whose entries its list in the trash also shows. */
export const listedWith: Readonly<Partial<Record<TrashKindName, readonly TrashKindName[]>>> = { leads: ['leadEntries'] }

/** Days during which deletions and imports can be undone. */
export const trashDays = 30

/** Maximum skipped rows listed in the response to an undone import; `skipped` is the number of all. */
export const maxSkippedRows = 100

export const importKinds = { leads: 'Leads', customers: 'Kunder' } as const

export type ImportKind = keyof typeof importKinds
