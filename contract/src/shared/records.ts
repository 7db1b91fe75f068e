import type { Role } from './endpoint.ts'

/** Kinds of records whose changes the server sends to open screens, each with the lowest role that gets them. */
export const recordKinds = {
  lead: 'sales',
  'lead-view': 'sales',
  customer: 'admin',
  /** An enquiry. */
  contact: 'admin',
  webinar: 'admin',
  registration: 'admin',
  product: 'admin',
  condition: 'admin',
  agreement: 'admin',
  'agreement-template': 'admin',
  email: 'admin',
  'email-template': 'admin',
  /** Sales users get these changes, since they see each other as owners of leads. */
  user: 'sales',
  company: 'admin',
  'site-text': 'admin',
  /** The trash; the ids are those of the deleted or restored records. */
  trash: 'admin',
  /** System-wide settings; the ids are their keys. */
  setting: 'admin',
} as const satisfies Readonly<Record<string, Role>>

export type RecordKind = keyof typeof recordKinds

export const isRecordKind = (text: string): text is RecordKind => Object.hasOwn(recordKinds, text)

/** Returns true if a role gets the changes to records of a kind. Administrators get all changes. */
export const maySee = (role: Role, kind: RecordKind): boolean => role === 'admin' || recordKinds[kind] === 'sales'

/** Records of a kind that were added, changed or deleted; `ids` is null when there are too many to list. */
export interface RecordChange {
  readonly kind: RecordKind
  readonly ids: readonly string[] | null
}
