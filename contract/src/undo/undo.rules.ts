import { kindsIn, type NameIn } from '../shared/records.ts'

export type TrashKindName = NameIn<'trash'>

/** The labels of the kinds in the trash. */
export const trashKinds = {
  ...(Object.fromEntries(kindsIn('trash').map(({ name, label }) => [name, label])) as Record<TrashKindName, string>),
  leadEntries: 'Notat',
}

/** For each kind, the other kinds whose entries its list in the trash also shows. */
export const listedWith: Readonly<Partial<Record<TrashKindName, readonly TrashKindName[]>>> = { leads: ['leadEntries'] }

/** Days during which deletions and imports can be undone. */
export const trashDays = 30

/** Maximum skipped rows listed in the response to an undone import; `skipped` is the number of all. */
export const maxSkippedRows = 100

export const importKinds = { leads: 'Leads', customers: 'Kunder' } as const

export type ImportKind = keyof typeof importKinds
