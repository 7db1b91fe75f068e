import { agreementStatuses, agreementVerifications, answerChannels } from '../agreements/agreements.rules.ts'
import { conditionFields } from '../conditions/conditions.fields.ts'
import { contactFields } from '../contacts/contacts.fields.ts'
import { contactPersonFields, customerFields } from '../customers/customers.fields.ts'
import { leadLabels } from '../leads/leads.fields.ts'
import { productFields } from '../products/products.fields.ts'
import { labelsOf } from '../shared/field-kinds.ts'
import { recordKinds } from '../shared/records.ts'
import { osloWallTime } from '../shared/time.ts'
import { userRoles } from '../users/users.rules.ts'
import { registrationFields } from '../webinars/webinars.fields.ts'
import { registrationStates } from '../webinars/webinars.rules.ts'

/** The actions, with the filter's label and the verb in a sentence. */
export const auditActions = {
  created: { label: 'Opprettet', verb: 'opprettet' },
  updated: { label: 'Endret', verb: 'endret' },
  deleted: { label: 'Slettet', verb: 'slettet' },
  archived: { label: 'Arkivert', verb: 'arkiverte' },
  restored: { label: 'Gjenopprettet', verb: 'gjenopprettet' },
  sent: { label: 'Sendt', verb: 'sendte' },
  imported: { label: 'Importert', verb: 'importerte' },
  undone: { label: 'Import angret', verb: 'angret' },
  'link-replaced': { label: 'Lenke erstattet', verb: 'laget ny lenke til' },
  exported: { label: 'Eksportert', verb: 'eksporterte' },
  downloaded: { label: 'Lastet ned', verb: 'lastet ned PDF-en av' },
  erased: { label: 'Person slettet', verb: 'slettet' },
  purged: { label: 'Slettet etter frist', verb: 'slettet etter frist' },
  requested: { label: 'Bestilt', verb: 'bestilte' },
  login: { label: 'Logget inn', verb: 'logget inn' },
  'login-started': { label: 'Riktig passord', verb: 'skrev riktig passord, som første trinn av innloggingen' },
  'login-failed': { label: 'Innlogging avvist', verb: 'prøvde å logge inn med feil passord eller faktor' },
  'login-blocked': { label: 'Innlogging sperret', verb: 'ble stanset etter for mange forsøk på å logge inn' },
  confirmed: { label: 'Identitet bekreftet', verb: 'bekreftet identiteten sin' },
  logout: { label: 'Logget ut', verb: 'logget ut' },
  'password-changed': { label: 'Passord byttet', verb: 'byttet passordet til' },
  'factor-added': { label: 'Ekstra faktor lagt til', verb: 'la til en ekstra innloggingsfaktor for' },
  'factor-removed': { label: 'Ekstra faktor fjernet', verb: 'fjernet en ekstra innloggingsfaktor for' },
  'factor-renamed': { label: 'Ekstra faktor fikk nytt navn', verb: 'endret navnet på en ekstra innloggingsfaktor for' },
  'codes-made': { label: 'Gjenopprettingskoder laget', verb: 'laget nye gjenopprettingskoder for' },
  'sessions-ended': { label: 'Økter avsluttet', verb: 'avsluttet økter for' },
} as const

export type AuditAction = keyof typeof auditActions

/** Events per page. */
export const auditPageSize = 50

/** Maximum length of a search, in characters. */
export const maxAuditSearch = 200

/** The minimum, maximum and default number of months that events are kept. */
export const auditMonths = { min: 6, max: 120, default: 24 } as const

/** Replaces values in the audit trail when a person is erased. */
export const maskedValue = '[slettet]'

const shared: Readonly<Record<string, string>> = {
  name: 'Navn',
  email: 'E-post',
  company: 'Firma',
  phone: 'Telefon',
  subject: 'Emne',
  content: 'Innhold',
  language: 'Språk',
  customer: 'Kunde',
  lead: 'Lead',
  owner: 'Ansvarlig',
  title: 'Tittel',
  description: 'Beskrivelse',
  status: 'Status',
  text: 'Tekst',
  outcome: 'Utfall',
  to: 'Til',
  cc: 'Kopi',
  type: 'Type',
  username: 'Brukernavn',
  role: 'Rolle',
  isActive: 'Aktiv',
  isDefault: 'Standard',
  isShared: 'Delt',
  category: 'Kategori',
  morningMail: 'Morgenmelding',
  suspect: 'Mistenkelig',
  state: 'Tilstand',
  handledAt: 'Behandlet',
  archivedAt: 'Arkivert',
  date: 'Dato og klokkeslett',
  durationMinutes: 'Varighet (minutter)',
  joinLink: 'Møtelenke',
  capacity: 'Plasser',
  validUntil: 'Gyldig til',
  verification: 'Bekreftelse',
  vatRate: 'MVA-sats',
  unitPrice: 'Enhetspris',
  quantity: 'Antall',
  customContent: 'Egen tekst',
  sentAt: 'Sendt',
  respondedAt: 'Besvart',
  respondedBy: 'Besvart av',
  customerResponse: 'Kundens melding',
  answerChannel: 'Svarte via',
  recipientName: 'Mottaker',
  recipientEmail: 'Mottakers e-post',
  responsibleName: 'Kontakt hos oss',
  responsiblePhone: 'Kontaktens telefon',
  responsibleEmail: 'Kontaktens e-post',
  reminderDays: 'Påminnelse (dager før frist)',
  remindAfterDays: 'Første påminnelse (dager)',
  remindEveryDays: 'Deretter hver (dager)',
  remindAtMost: 'Høyst (påminnelser)',
  contactSubject: 'Emne, kontakt',
  webinarSubject: 'Emne, webinar',
  fromEmail: 'Avsenders adresse',
  noticesTo: 'Varsler går foreløpig til',
  fromName: 'Avsenders navn',
  q: 'Søk',
  sort: 'Sortering',
  columns: 'Kolonner',
  due: 'Frist',
  industry: 'Bransje',
  codeAbove: 'Be om kode over',
  reasons: 'Årsaker',
  months: 'Måneder',
  sales: 'Kreves av selgere',
  admin: 'Kreves av administratorer',
  value: 'Verdi',
  kind: 'Slag',
  format: 'Filtype',
  rows: 'Rader',
  selected: 'Valgte rader',
  webinar: 'Webinar',
  actor: 'Hvem',
  action: 'Hendelse',
  from: 'Fra',
  rowsCreated: 'Nye rader',
  rowsUpdated: 'Oppdaterte rader',
  removed: 'Fjernet',
  restored: 'Tilbakestilt',
  skipped: 'Hoppet over',
  deleted: 'Slettet',
  anonymised: 'Anonymisert',
  factor: 'Faktor',
  sessions: 'Økter',
  step: 'Trinn',
  order: 'Rekkefølge',
}

/** Returns the same key for a field and its column, such as `productTax_Id` and `product_tax_id`. */
const keyOf = (name: string): string => name.replaceAll('_', '').toLowerCase()

const byKey = (labels: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(labels).map(([field, label]) => [keyOf(field), label]))

const sharedByKey = byKey(shared)

const labels: Readonly<Partial<Record<string, ReadonlyMap<string, string>>>> = {
  condition: byKey(labelsOf(conditionFields)),
  contact: byKey(labelsOf(contactFields)),
  lead: byKey(leadLabels),
  registration: byKey(labelsOf(registrationFields)),
  customer: byKey(labelsOf(customerFields)),
  'contact-person': byKey(labelsOf(contactPersonFields)),
  product: byKey(labelsOf(productFields)),
}

/** Returns the label that forms use for a column. */
export const auditFieldLabel = (kind: string, column: string): string =>
  labels[kind]?.get(keyOf(column)) ?? sharedByKey.get(keyOf(column)) ?? column

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: userRoles,
  state: registrationStates,
  verification: agreementVerifications,
  answerChannel: answerChannels,
  step: {
    password: 'Passord',
    'second factor': 'Ekstra faktor',
    passkey: 'Passnøkkel',
    confirmation: 'Bekreftelse med passord',
  },
}

/** Columns in øre or hundredths of a percent, which are divided by 100 to be shown. */
const hundredths = new Set([
  'cost_price',
  'sales_price',
  'sales_price_inc_vat',
  'unit_price',
  'gros_margin',
  'codeAbove',
])

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const day = /^(\d{4})-(\d\d)-(\d\d)$/

const textOfString = (text: string): string => {
  if (instant.test(text)) {
    const time = osloWallTime(text)
    return `${time.slice(8, 10)}.${time.slice(5, 7)}.${time.slice(0, 4)} ${time.slice(11, 16)}`
  }
  return text.replace(day, '$3.$2.$1')
}

/** Returns a stored value as Norwegian text; '' for an empty value. */
export const auditValueText = (kind: string, column: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number')
    return hundredths.has(column) ? (value / 100).toFixed(2).replace('.', ',') : String(value)
  if (Array.isArray(value)) return value.map((one) => auditValueText(kind, column, one)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (kind === 'agreement' && column === 'status') {
    return Object.hasOwn(agreementStatuses, text) ? agreementStatuses[text as keyof typeof agreementStatuses] : text
  }
  if (kind === 'export' && column === 'kind') return own<{ label: string }>(recordKinds, text)?.label ?? text
  if (kind === 'export' && column === 'action') return own<{ label: string }>(auditActions, text)?.label ?? text
  return words[column]?.[text] ?? textOfString(text)
}

type Values = Readonly<Record<string, unknown>> | null

export interface AuditChange {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** Ids by which the erasure of a person finds events. Screens show the record's name instead. */
const hidden = ['customer_id', 'lead_id', 'related_id']

/** Returns the values that an event recorded, before and after, with their labels. Skips values that are empty both before and after. */
export const auditChanges = (event: {
  readonly kind: string
  readonly before: Values
  readonly after: Values
}): AuditChange[] => {
  const { kind, before, after } = event
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((column) => !hidden.includes(column))
    .map((column) => ({
      label: auditFieldLabel(kind, column),
      before: auditValueText(kind, column, before?.[column]),
      after: auditValueText(kind, column, after?.[column]),
    }))
    .filter((change) => change.before !== '' || change.after !== '')
}

const own = <Entry>(record: Readonly<Record<string, Entry>>, key: string): Entry | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The settings in words, by the `entityId` of their events. */
const settings: Readonly<Record<string, string>> = {
  agreements: 'for avtaler',
  lead_lost_reasons: 'for årsaker til avslag',
  second_factor_policy: 'for totrinnsbekreftelse',
  audit_retention: 'for hendelser',
  condition_order: 'for rekkefølgen på betingelsene',
  shared_password_off: 'for om det felles passordet er slått av',
}

/** The data that the nightly purge deleted, in words, by the kind of the event. */
const purged: Readonly<Record<string, string>> = {
  contact: 'henvendelser',
  email: 'innholdet i e-poster',
  trash: 'det som lå i papirkurven,',
  import: 'opplysninger om importer',
  'audit-event': 'hendelser',
}

/** Returns the part of the sentence that follows the actor: "endret kunden Nordfiktiv AS". */
export const auditSentence = (event: {
  readonly action: string
  readonly kind: string
  readonly entityId: string | null
  readonly title: string | null
}): string => {
  if (event.action === 'purged') return `slettet ${own(purged, event.kind) ?? event.kind} etter frist`
  const verb = own<{ verb: string }>(auditActions, event.action)?.verb ?? event.action
  const noun = own<{ noun: string }>(recordKinds, event.kind)?.noun ?? event.kind
  // Leaves out the noun "importen av": "importerte kunder.xlsx".
  if (event.action === 'imported' && event.kind === 'import' && event.title) return `${verb} ${event.title}`
  const name = event.kind === 'setting' ? own(settings, event.entityId ?? '') : event.title
  return [verb, noun, name].filter(Boolean).join(' ')
}
