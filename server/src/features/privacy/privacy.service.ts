import { type AuditKind, auditKinds } from '@kontor/contract/audit-events/audit-events.rules'
import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import {
  type ErasureFate,
  maxEntriesPerKind,
  type PersonalDataKind,
  personalDataKinds,
} from '@kontor/contract/privacy/privacy.rules'
import type { PersonEntry, PersonErasure, PersonSearch } from '@kontor/contract/privacy/privacy.schema'
import { type TrashKindName, trashKinds } from '@kontor/contract/trash/trash.rules'
import { registrationStates } from '@kontor/contract/webinars/webinars.rules'
import { findEventsAbout, type MaskedRecord, maskAuditEvents, recordEvent } from '../../platform/database/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { deleteStoredMails } from '../../platform/mail/file-mailer.ts'
import { readCompany } from '../company/company.queries.ts'
import { deleteContacts } from '../contacts/contacts.queries.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import {
  eraseFormerValues,
  eraseFromTrash,
  eraseNotesFromTrash,
  findFormerValuesAbout,
  findTrashAbout,
  findTrashRowsAbout,
  lockTrashAbout,
} from '../trash/trash.person.queries.ts'
import { removeRegistrations } from '../webinars/webinars.seats.service.ts'
import * as erasing from './privacy.erase.queries.ts'
import * as queries from './privacy.queries.ts'

interface FoundEntry<Id> extends Omit<PersonEntry, 'id'> {
  readonly id: Id
}

interface Dossier {
  readonly enquiries: readonly FoundEntry<string>[]
  readonly registrations: readonly FoundEntry<string>[]
  readonly contactPersons: readonly FoundEntry<number>[]
  readonly customers: readonly FoundEntry<number>[]
  readonly leads: readonly FoundEntry<number>[]
  readonly agreements: readonly FoundEntry<string>[]
  readonly mails: readonly FoundEntry<string>[]
  readonly trash: readonly FoundEntry<string>[]
  readonly events: readonly FoundEntry<number>[]
}

const kinds = Object.keys(personalDataKinds) as PersonalDataKind[]

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

const agreementFate = ({ status, own, copied }: { status: string; own: boolean; copied: boolean }) => {
  if (copied) return copyRemoved
  if (status === 'accepted') return kept(bookkeeping)
  if (own) return deleted
  return anonymised('Avtalen tilhører kunden: mottakeren fjernes, men det som ble sendt og svart, kan ikke endres.')
}

const mailFate = ({ copied, accepted }: { copied: boolean; accepted: boolean }) => {
  if (copied) return copyRemoved
  return accepted ? kept(bookkeeping) : deleted
}

const trashFate = ({ partly }: { partly: boolean }) =>
  partly ? anonymised('Personen fjernes. Resten kan fortsatt gjenopprettes.') : deleted

const labelOfKind = (kind: string): string =>
  Object.hasOwn(auditKinds, kind) ? auditKinds[kind as AuditKind].label : kind

const leadFate = ({ org_no }: { org_no: string | null }) =>
  org_no === null
    ? deleted
    : anonymised(
        'Foretaket beholdes. Kontaktperson, telefon, e-post, neste steg, notater og historikkens notater og samtaler tømmes.',
      )

/** Collects everything about a person, each entry with its fate in an erasure. */
const collect = async (db: Queryable, email: string): Promise<Dossier> => {
  const enquiries = await queries.findEnquiries(db, email)
  const replies = await queries.findEnquiryReplies(db, idsOf(enquiries))
  const registrations = await queries.findRegistrations(db, email)
  const mails = await queries.findMails(db, email, idsOf(enquiries, registrations))
  const related = mails.flatMap(({ type, relatedId }) =>
    type === 'agreement' && relatedId !== null ? [relatedId] : [],
  )
  const accepted = new Set(await erasing.findAccepted(db, related))
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
    agreements: (await queries.findAgreements(db, email)).map((agreement) => ({
      id: agreement.id,
      title: agreement.title,
      detail: joinTexts(agreement.customer, agreement.recipientName, agreement.archivedAt && 'Arkivert'),
      at: agreement.createdAt,
      ...agreementFate(agreement),
    })),
    mails: mails.map(({ id, to, subject, relatedId, copied, createdAt: at }) => ({
      id,
      title: subject,
      detail: `Til ${to}`,
      at,
      ...mailFate({ copied, accepted: relatedId !== null && accepted.has(relatedId) }),
    })),
    trash: (await findTrashAbout(db, email)).map((entry) => ({
      id: `${entry.kind} ${entry.id}`,
      title: entry.title,
      detail: trashKinds[entry.kind as TrashKindName],
      at: entry.deletedAt,
      ...trashFate(entry),
    })),
    events: (await findEventsAbout(db, email)).map(({ id, title, kind, at }) => ({
      id,
      title: title ?? labelOfKind(kind),
      detail: labelOfKind(kind),
      at,
      ...anonymised('Det som handler om personen, maskeres i hendelsene.'),
    })),
  }
}

const idsOf = (...groups: readonly (readonly { id: string }[])[]): string[] =>
  groups.flatMap((rows) => rows.map(({ id }) => id))

export const searchPersonalData = async ({ database }: Deps, email: string): Promise<PersonSearch> => {
  const dossier = await collect(database.db, email)
  const groups = kinds.map((kind) => {
    const entries = dossier[kind].slice(0, maxEntriesPerKind).map((entry) => ({ ...entry, id: String(entry.id) }))
    return { kind, count: dossier[kind].length, entries }
  })
  return { email, groups }
}

const isSame = (address: string, other: string): boolean => address.toLowerCase() === other.toLowerCase()

type AgreementEvent = Awaited<ReturnType<typeof queries.findAgreementEvents>>[number]

/**
 * Returns a predicate: whether an agreement's event at a time was the person's, that is, the agreement had last been sent to nobody
 * else. The person must not get other recipients' names and IP addresses.
 */
const createEventFilter =
  (events: readonly AgreementEvent[], email: string) =>
  (id: string, time: string): boolean => {
    const to = events.findLast(({ agreementId, at, recipientEmail }) => {
      return agreementId === id && at <= time && recipientEmail !== null
    })?.recipientEmail
    return !to || isSame(to, email)
  }

/** Clears the recipient and the answer of an agreement if they are somebody else's. */
const withoutOthers = <Row extends { readonly recipientEmail: string | null }>(agreement: Row, email: string) => {
  const { recipientEmail } = agreement
  if (recipientEmail === null || isSame(recipientEmail, email)) return agreement
  return { ...agreement, recipientName: null, recipientEmail: null, respondedBy: null, customerResponse: null }
}

export const exportPersonalData = async ({ database: { db }, clock }: Deps, email: string) => {
  await recordEvent(db, { action: 'exported', kind: 'person', title: email, security: true })
  const enquiries = await queries.findEnquiries(db, email)
  const registrations = await queries.findRegistrations(db, email)
  const agreements = await queries.findAgreements(db, email)
  const agreementIds = agreements.map(({ id }) => id)
  const events = await queries.findAgreementEvents(db, agreementIds)
  const isTheirs = createEventFilter(events, email)
  return {
    email,
    exportedAt: clock.now().toISOString(),
    enquiries,
    enquiryReplies: await queries.findEnquiryReplies(db, idsOf(enquiries)),
    enquiryEvents: await queries.findEnquiryEvents(db, idsOf(enquiries)),
    registrations,
    contactPersons: (await queries.findContactPersons(db, email)).map(({ accepted, ...person }) => person),
    customers: (await queries.findCustomers(db, email)).map(({ accepted, persons, ...customer }) => customer),
    leads: await queries.findLeads(db, email),
    leadEntries: await queries.findLeadEntries(db, email),
    agreements: agreements.map(({ own, copied, ...agreement }) => withoutOthers(agreement, email)),
    agreementEvents: events.filter(({ agreementId, at }) => isTheirs(agreementId, at)),
    agreementAnswers: (await queries.findAgreementAnswers(db, agreementIds)).filter(({ agreementId, answeredAt }) =>
      isTheirs(agreementId, answeredAt),
    ),
    agreementSendings: await queries.findAgreementSendings(db, email),
    agreementCodes: await queries.findAgreementCodes(db, email),
    agreementIdentifications: (await queries.findAgreementIdentifications(db, agreementIds)).filter(
      ({ agreementId, createdAt }) => isTheirs(agreementId, createdAt),
    ),
    mails: await queries.findMailsWithText(db, email, idsOf(enquiries, registrations)),
    trash: await findTrashRowsAbout(db, email),
    formerValues: await findFormerValuesAbout(db, email),
    // Not who worked with the data and from where: that is about them (docs/decisions/0071).
    events: await findEventsAbout(db, email),
  }
}

const rejectOwnAddress = async ({ database, config }: Deps, email: string): Promise<void> => {
  const { fromEmail } = await readEmailSettings(database.db)
  const company = await readCompany(database.db)
  const own = [config.notifyEmail, fromEmail, company.email]
  if (!own.some((address) => address?.toLowerCase() === email.toLowerCase())) return
  throw new HttpError(409, 'Dette er virksomhetens egen adresse. Den står i alle varsler og kan ikke slettes her.')
}

const idsWithFate = <Id>(found: readonly FoundEntry<Id>[], fate: ErasureFate): Id[] =>
  found.filter((entry) => entry.fate === fate).map(({ id }) => id)

const keysOf = (found: readonly FoundEntry<number>[]): number[] => found.map(({ id }) => id)

const eraseDossier = async (tx: Queryable, deps: Deps, dossier: Dossier, email: string): Promise<void> => {
  await deleteContacts(tx, idsWithFate(dossier.enquiries, 'deleted'))
  await removeRegistrations(tx, deps, idsWithFate(dossier.registrations, 'deleted'))
  await erasing.deleteEntries(tx, 'leads', idsWithFate(dossier.leads, 'deleted'))
  await erasing.anonymiseLeads(tx, idsWithFate(dossier.leads, 'anonymised'))
  // Before agreements are deleted or anonymised: it finds them by the recipients in their timelines.
  await erasing.blankAgreementEvents(tx, email)
  const concerned = dossier.agreements.filter(({ reason }) => reason !== copyRemoved.reason)
  await erasing.deleteProofs(
    tx,
    email,
    concerned.map(({ id }) => id),
  )
  await erasing.deleteAgreements(tx, idsWithFate(dossier.agreements, 'deleted'))
  const notOnlyCopied = dossier.agreements.filter(({ reason }) => reason !== copyRemoved.reason)
  await erasing.anonymiseAgreements(tx, idsWithFate(notOnlyCopied, 'anonymised'))
  await erasing.removeCopies(tx, email)
  await erasing.deleteEntries(tx, 'contactPersons', idsWithFate(dossier.contactPersons, 'deleted'))
  await erasing.deleteEntries(tx, 'customers', idsWithFate(dossier.customers, 'deleted'))
  await erasing.deleteEntries(tx, 'mails', idsWithFate(dossier.mails, 'deleted'))
  // Last: an earlier deletion has moved its rows there by now.
  await eraseFromTrash(tx, email)
  await eraseNotesFromTrash(tx, keysOf(dossier.leads))
  await eraseFormerValues(tx, email, { leads: keysOf(dossier.leads), customers: keysOf(dossier.customers) })
}

const countsOf = (dossier: Dossier) => {
  const count = (fate: ErasureFate) =>
    kinds.reduce((sum, kind) => sum + idsWithFate<unknown>(dossier[kind], fate).length, 0)
  return { deleted: count('deleted'), anonymised: count('anonymised') }
}

/** Other texts that identify the person, from the records with their address. */
const namesIn = async (tx: Queryable, email: string, registrations: Dossier['registrations']): Promise<string[]> => {
  const enquiries = await queries.findEnquiries(tx, email)
  const persons = await queries.findContactPersons(tx, email)
  const leads = await queries.findLeads(tx, email)
  const own = registrations.length > 0 ? await queries.findRegistrations(tx, email) : []
  return [
    ...enquiries.map(({ name }) => name),
    ...persons.flatMap(({ firstName, lastName, telephone, mobilePhone }) => [
      `${firstName} ${lastName}`,
      telephone,
      mobilePhone,
    ]),
    ...leads.flatMap(({ contact_name, phone }) => [contact_name, phone]),
    ...own.flatMap(({ name, phone }) => [name, phone]),
  ].filter((text) => text !== null)
}

/** What events about leads and enquiries hold of a person, besides texts that name them. */
const maskedRecords = (dossier: Dossier, customerIds: readonly number[]): MaskedRecord[] => [
  ...dossier.enquiries.map(({ id }) => ({ kind: 'contact', id, columns: ['*'] })),
  // Notices to the company name the person in their subject.
  ...dossier.mails.map(({ id }) => ({ kind: 'email', id, columns: [] })),
  ...dossier.agreements.map(({ id, fate, reason }) => ({
    kind: 'agreement',
    id,
    columns:
      fate === 'kept' || reason === copyRemoved.reason
        ? []
        : ['recipient_name', 'recipient_email', 'responded_by', 'customer_response'],
  })),
  ...customerIds.map((id) => ({ kind: 'contact-person', id: String(id), columns: [] })),
  ...dossier.leads.flatMap(({ id, fate }) => [
    {
      kind: 'lead',
      id: String(id),
      columns: fate === 'deleted' ? ['*'] : ['contact_name', 'contact_title', 'phone', 'email', 'next_step', 'notes'],
    },
    { kind: 'lead-entry', id: String(id), columns: ['text'] },
  ]),
]

const erasureReport = (email: string, dossier: Dossier): PersonErasure => ({
  email,
  erased: kinds
    .map((kind) => ({
      kind,
      deleted: idsWithFate<unknown>(dossier[kind], 'deleted').length,
      anonymised: idsWithFate<unknown>(dossier[kind], 'anonymised').length,
    }))
    .filter((group) => group.deleted + group.anonymised > 0),
  kept: kinds.flatMap((kind) =>
    dossier[kind].flatMap(({ fate, title, reason }) =>
      fate === 'kept' ? [{ kind, title, reason: reason ?? '' }] : [],
    ),
  ),
})

/**
 * Erases a person in one transaction, except what the bookkeeping law protects; returns what was erased and kept. Pending mails to
 * the person are not sent. @throws HttpError 409 for the company's own address.
 */
export const erasePersonalData = async (deps: Deps, email: string): Promise<PersonErasure> => {
  await rejectOwnAddress(deps, email)
  const dossier = await deps.database.db.transaction(async (tx) => {
    // First: an earlier restore has its rows back by now.
    await lockTrashAbout(tx, email)
    await queries.lockPerson(tx, email)
    const found = await collect(tx, email)
    const names = await namesIn(tx, email, found.registrations)
    const customerIds = (await queries.findContactPersons(tx, email)).map(({ customerId }) => customerId)
    await eraseDossier(tx, deps, found, email)
    // Last, with the events of the erasure itself.
    await maskAuditEvents(tx, { email, names, records: maskedRecords(found, customerIds) })
    await recordEvent(tx, { action: 'erased', kind: 'person', facts: countsOf(found), security: true })
    return found
  })
  // Files of mails that stay name the person as a recipient of a copy.
  const erased = [...idsWithFate(dossier.mails, 'deleted'), ...idsWithFate(dossier.mails, 'anonymised')]
  await deleteStoredMails(deps.config.dataDir, erased)
  return erasureReport(email, dossier)
}
