import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { type ErasureFate, type PersonalDataKind, personalDataKinds } from '@kontor/contract/privacy/privacy.rules'
import type { PersonEntry } from '@kontor/contract/privacy/privacy.schema'
import { type RecordKind, recordKinds } from '@kontor/contract/shared/records'
import { trashKinds } from '@kontor/contract/undo/undo.rules'
import { registrationStates } from '@kontor/contract/webinars/webinars.rules'
import { findTrail, type PersonalRecord, readNames, type Trail } from '../../platform/audit/personal-trail.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { findTrashAbout, type Owners } from '../undo/undo.person.queries.ts'
import * as queries from './privacy.queries.ts'

interface FoundEntry<Id> extends Omit<PersonEntry, 'id'> {
  readonly id: Id
  /** Explains which parts of an anonymised entry stay. */
  readonly remains?: string
}

/** Everything about a person. Each entry says what an erasure would do with it. */
export interface Dossier {
  readonly enquiries: readonly FoundEntry<string>[]
  readonly registrations: readonly FoundEntry<string>[]
  readonly contactPersons: readonly FoundEntry<number>[]
  readonly customers: readonly FoundEntry<number>[]
  readonly leads: readonly FoundEntry<number>[]
  readonly agreements: readonly (FoundEntry<string> & { readonly own: boolean; readonly copied: boolean })[]
  readonly mails: readonly (FoundEntry<string> & { readonly copied: boolean })[]
  readonly trash: readonly FoundEntry<string>[]
  readonly events: readonly FoundEntry<number>[]
}

export const kinds = Object.keys(personalDataKinds) as PersonalDataKind[]

const bookkeeping = 'Bokføringsloven krever at aksepterte avtaler oppbevares, med kunden de gjelder.'

const deleted = { fate: 'deleted', reason: null } as const
const kept = (reason: string) => ({ fate: 'kept', reason }) as const
const anonymised = (reason: string) => ({ fate: 'anonymised', reason }) as const

const joinTexts = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' · ')

const repliesGo = (count: number): string | null => {
  if (count === 0) return null
  return count === 1 ? 'Svaret slettes også.' : `Alle ${count} svar slettes også.`
}

const customerFate = ({ accepted, persons }: { accepted: boolean; persons: number }) => {
  if (accepted) return kept(bookkeeping)
  if (persons === 0) return deleted
  return {
    fate: 'deleted',
    reason: `Kundens ${persons === 1 ? 'kontaktperson' : `${persons} kontaktpersoner`} slettes også.`,
  } as const
}

const copyRemoved = anonymised('Adressen fjernes fra dem som fikk kopi.')

const evidence = 'Det som ble sendt og svart, oppbevares uendret som bevis, også i kvitteringer til andre.'

const agreementFate = ({ accepted, own, copied, shown }: Record<'accepted' | 'own' | 'copied' | 'shown', boolean>) => {
  if (copied) return copyRemoved
  if (accepted) return kept(`${bookkeeping} ${evidence}`)
  if (own) return deleted
  const removed = 'Avtalen tilhører kunden: mottakeren fjernes.'
  return shown ? { ...anonymised(`${removed} ${evidence}`), remains: evidence } : anonymised(removed)
}

const mailFate = ({ copied, accepted }: { copied: boolean; accepted: boolean }) => {
  if (copied) return copyRemoved
  return accepted ? kept(bookkeeping) : deleted
}

const trashFate = ({ partly }: { partly: boolean }) =>
  partly ? anonymised('Personen fjernes. Resten kan fortsatt gjenopprettes.') : deleted

const leadFate = ({ org_no }: { org_no: string | null }) =>
  org_no === null
    ? deleted
    : anonymised(
        'Foretaket beholdes. Kontaktperson, telefon, e-post, neste steg, notater og historikkens notater og samtaler tømmes.',
      )

const collectRecords = async (db: Queryable, email: string): Promise<Omit<Dossier, 'trash' | 'events'>> => {
  const enquiries = await queries.findEnquiries(db, email)
  const replies = await queries.findEnquiryReplies(db, idsOf(enquiries))
  const registrations = await queries.findRegistrations(db, email)
  const agreements = await queries.findAgreements(db, email)
  const mails = await queries.findMails(db, email, causesOf(enquiries, registrations, agreements))
  const related = mails.flatMap(({ type, relatedId }) =>
    type === 'agreement' && relatedId !== null ? [relatedId] : [],
  )
  const accepted = new Set(await queries.findAccepted(db, related))
  return {
    enquiries: enquiries.map(({ id, name, company: firm, subject, message, createdAt: at }) => ({
      id,
      title: contactSubjectLabel(subject),
      detail: joinTexts(name, firm, message.slice(0, 120)),
      at,
      fate: 'deleted',
      reason: repliesGo(replies.filter(({ contactId }) => contactId === id).length),
    })),
    registrations: registrations.map(({ id, webinar, name, company: firm, phone, state, createdAt: at }) => ({
      id,
      title: webinar,
      detail: joinTexts(name, firm, phone, state === 'registered' ? null : registrationStates[state]),
      at,
      ...deleted,
    })),
    contactPersons: (await queries.findContactPersons(db, email)).map(({ accepted: mustKeep, ...person }) => ({
      id: person.id,
      title: `${person.firstName} ${person.lastName}`.trim(),
      detail: joinTexts(person.customer, person.telephone, person.mobilePhone, person.note),
      at: person.createdAt,
      ...(mustKeep ? kept(bookkeeping) : deleted),
    })),
    customers: (await queries.findCustomers(db, email)).map((customer) => ({
      id: customer.id,
      title: customer.name,
      detail: joinTexts(customer.organizationNumber, customer.phone, customer.archivedAt && 'Arkivert'),
      at: customer.createdAt,
      ...customerFate(customer),
    })),
    leads: (await queries.findLeads(db, email)).map((lead) => ({
      id: lead.id,
      title: lead.company_name,
      detail: joinTexts(lead.contact_name, lead.contact_title, lead.phone, lead.notes?.slice(0, 120) ?? null),
      at: lead.created_at,
      ...leadFate(lead),
    })),
    agreements: agreements.map((agreement) => ({
      id: agreement.id,
      own: agreement.own,
      copied: agreement.copied,
      title: agreement.title,
      detail: joinTexts(agreement.customer, agreement.recipientName, agreement.archivedAt && 'Arkivert'),
      at: agreement.createdAt,
      ...agreementFate(agreement),
    })),
    mails: mails.map(({ id, to, subject, relatedId, copied, createdAt: at }) => ({
      id,
      copied,
      title: subject,
      detail: `Til ${to}`,
      at,
      ...mailFate({ copied, accepted: relatedId !== null && accepted.has(relatedId) }),
    })),
  }
}

export const idsWithFate = <Id>(found: readonly FoundEntry<Id>[], fate: ErasureFate): Id[] =>
  found.filter((entry) => entry.fate === fate).map(({ id }) => id)

const textsOf = (ids: readonly number[]): string[] => ids.map(String)

type Records = Omit<Dossier, 'trash' | 'events'>

export const ownersOf = ({ leads, customers }: Pick<Records, 'leads' | 'customers'>): Owners => ({
  lead: textsOf(leads.map(({ id }) => id)),
  customer: textsOf(idsWithFate(customers, 'deleted')),
  keptCustomer: textsOf(idsWithFate(customers, 'kept')),
})

/** Lists the records whose values the audit trail must mask, even if the records themselves are kept by law. */
const recordsIn = (found: Records): PersonalRecord[] => {
  const gone = (kind: RecordKind, ids: readonly (string | number)[]) =>
    ids.map((id) => ({ kind, id: String(id), whole: true, parts: true }))
  return [
    ...gone('contact', idsOf(found.enquiries)),
    ...gone('registration', idsOf(found.registrations)),
    ...gone(
      'contact-person',
      found.contactPersons.map(({ id }) => id),
    ),
    ...found.customers.map(
      ({ id, fate }): PersonalRecord => ({
        ...{ kind: 'customer', id: String(id), whole: true },
        parts: fate === 'deleted',
      }),
    ),
    // The notes of a company's lead are cleared, too.
    ...found.leads.map(
      ({ id, fate }): PersonalRecord => ({
        ...{ kind: 'lead', id: String(id), whole: fate === 'deleted', parts: true },
      }),
    ),
    ...found.agreements
      .filter(({ copied }) => !copied)
      .map(({ id, own }): PersonalRecord => ({ kind: 'agreement', id, whole: own, parts: own })),
    ...gone('email', idsOf(found.mails.filter(({ copied }) => !copied))),
  ]
}

/** Everything found about a person: the dossier, the audit trail's entries, and the person's names. */
export interface Findings {
  readonly dossier: Dossier
  readonly records: readonly PersonalRecord[]
  readonly names: readonly string[]
  readonly trail: Trail
}

export const collect = async (db: Queryable, email: string): Promise<Findings> => {
  const found = await collectRecords(db, email)
  const records = recordsIn(found)
  const names = await readNames(db, records)
  const trail = await findTrail(db, { email, records, names })
  const trash = (await findTrashAbout(db, email, ownersOf(found))).map((entry) => ({
    id: `${entry.kind} ${entry.id}`,
    title: entry.title,
    detail: trashKinds[entry.kind],
    at: entry.deletedAt,
    ...trashFate(entry),
  }))
  const events = trail.events.map(({ event: { id, title, kind, at } }) => ({
    id,
    title: title ?? recordKinds[kind].label,
    detail: recordKinds[kind].label,
    at,
    ...anonymised('Det som handler om personen, maskeres i hendelsene.'),
  }))
  return { dossier: { ...found, trash, events: events.reverse() }, records, names, trail }
}

export const idsOf = (...groups: readonly (readonly { id: string }[])[]): string[] =>
  groups.flatMap((rows) => rows.map(({ id }) => id))

/** Lists the causes of mails about the person: their enquiries and registrations, and the agreements deleted with the person. */
export const causesOf = (
  enquiries: readonly { id: string }[],
  registrations: readonly { id: string }[],
  agreements: readonly { id: string; own: boolean; accepted: boolean }[],
): string[] =>
  idsOf(
    enquiries,
    registrations,
    agreements.filter(({ own, accepted }) => own && !accepted),
  )
