import type { Role } from './endpoint.ts'

/** Kinds of records whose changes open screens follow, and the lowest role that is notified of each. */
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
  /** Sellers see each other as owners of leads. */
  user: 'sales',
  company: 'admin',
  'site-text': 'admin',
  /** The kinds that can be deleted and restored; the id is the record's. */
  trash: 'admin',
  /** System-wide settings; the id is their key. */
  setting: 'admin',
} as const satisfies Readonly<Record<string, Role>>

export type RecordKind = keyof typeof recordKinds

export const isRecordKind = (text: string): text is RecordKind => Object.hasOwn(recordKinds, text)

/** True if a role is notified of changes of a kind; the administrator is notified of all. */
export const maySee = (role: Role, kind: RecordKind): boolean => role === 'admin' || recordKinds[kind] === 'sales'

/** Records of a kind that were added, changed or deleted; `ids` is null when there are too many to list. */
export interface RecordChange {
  readonly kind: RecordKind
  readonly ids: readonly string[] | null
}
