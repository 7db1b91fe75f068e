import type { Role } from './endpoint.ts'

/** The places besides the audit trail where records of a kind appear. */
interface Places {
  /** True if open screens get their changes. */
  readonly live: boolean
  /** The kind's name in the trash; null if deletions are final. */
  readonly trash: string | null
  /** The kind's name among search results; null if searches don't find it. */
  readonly found: string | null
}

const kindFor =
  (role: Role) =>
  <const P extends Places>(label: string, noun: string, places: P) => ({ role, label, noun, ...places })

/** Kinds that sales users may see, delete and restore. Administrators may all. */
const sales = kindFor('sales')
const admin = kindFor('admin')

const onlyLive = { live: true, trash: null, found: null } as const
const onlyAudited = { live: false, trash: null, found: null } as const

/** All kinds of records, with their label, the noun in a sentence of the audit trail, and where they appear. */
export const recordKinds = {
  lead: sales('Lead', 'leadet', { live: true, trash: 'leads', found: 'lead' }),
  'lead-entry': sales('Notat eller samtale', 'notatet til', { live: false, trash: 'leadEntries', found: null }),
  'lead-view': sales('Visning av leads', 'visningen', onlyLive),
  customer: admin('Kunde', 'kunden', { live: true, trash: 'customers', found: 'customer' }),
  'contact-person': admin('Kontaktperson', 'kontaktpersonen', {
    live: false,
    trash: 'contactPersons',
    found: 'contactPerson',
  }),
  /** An enquiry. */
  contact: admin('Henvendelse', 'henvendelsen fra', { live: true, trash: 'enquiries', found: 'contact' }),
  webinar: admin('Webinar', 'webinaret', { live: true, trash: 'webinars', found: 'webinar' }),
  registration: admin('Påmelding', 'påmeldingen til', { live: true, trash: 'registrations', found: null }),
  product: admin('Produkt', 'produktet', { live: true, trash: 'products', found: null }),
  condition: admin('Betingelse', 'betingelsen', { live: true, trash: 'conditions', found: null }),
  agreement: admin('Avtale', 'avtalen', { live: true, trash: 'agreements', found: 'agreement' }),
  'agreement-line': admin('Linje i avtale', 'en linje i avtalen', onlyAudited),
  'agreement-condition': admin('Betingelse i avtale', 'en betingelse i avtalen', onlyAudited),
  'agreement-template': admin('Avtalemal', 'avtalemalen', onlyLive),
  email: admin('E-post', 'e-posten', onlyLive),
  'email-template': admin('E-postmal', 'e-postmalen', onlyLive),
  'email-settings': admin('E-postinnstillinger', 'e-postinnstillingene', onlyAudited),
  /** Sales users get these changes, since they see each other as owners of leads. */
  user: sales('Bruker', 'brukeren', onlyLive),
  session: admin('Innlogging', '', onlyAudited),
  company: admin('Bedriften', 'opplysningene om bedriften', onlyLive),
  'site-text': admin('Tekster på nettstedet', 'tekstene på nettstedet', onlyLive),
  /** System-wide settings; the ids are their keys. */
  setting: admin('Innstilling', 'innstillingene', onlyLive),
  import: admin('Import', 'importen av', onlyAudited),
  export: admin('Eksport', '', onlyAudited),
  backup: admin('Sikkerhetskopi', 'sikkerhetskopien', onlyAudited),
  server: admin('Server', 'serveren', onlyAudited),
  /** The trash; the ids are those of the deleted or restored records. */
  trash: admin('Papirkurv', 'papirkurven', onlyLive),
  'audit-event': admin('Hendelse', 'hendelser', onlyAudited),
  person: admin('Personopplysninger', 'opplysninger om en person', onlyAudited),
} as const

type Kinds = typeof recordKinds

export type RecordKind = keyof Kinds

/** The kinds whose changes open screens get. */
export type LiveKind = { [K in RecordKind]: Kinds[K]['live'] extends true ? K : never }[RecordKind]

export const isLiveKind = (text: string): text is LiveKind =>
  Object.hasOwn(recordKinds, text) && recordKinds[text as RecordKind].live

/** Returns true if a role may see records of a kind. */
export const maySee = (role: Role, kind: RecordKind): boolean => role === 'admin' || recordKinds[kind].role === 'sales'

export type NameIn<P extends 'trash' | 'found'> = NonNullable<Kinds[RecordKind][P]>

/** Returns the names and labels in the trash, or among search results, of the kinds that a role may see. */
export const kindsIn = <P extends 'trash' | 'found'>(place: P, role: Role = 'admin') =>
  (Object.keys(recordKinds) as RecordKind[]).flatMap((kind) => {
    const name = recordKinds[kind][place] as NameIn<P> | null
    return name === null || !maySee(role, kind) ? [] : [{ name, label: recordKinds[kind].label }]
  })

/** Records of a kind that were added, changed or deleted; `ids` is null when there are too many to list. */
export interface RecordChange {
  readonly kind: LiveKind
  readonly ids: readonly string[] | null
}
