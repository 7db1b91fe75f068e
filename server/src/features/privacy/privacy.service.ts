import { type ErasureFate, maxEntriesPerKind } from '@kontor/contract/privacy/privacy.rules'
import type { PersonErasure, PersonSearch } from '@kontor/contract/privacy/privacy.schema'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import { recordEvent } from '../../platform/audit/audit.ts'
import { findTrail, maskTrail, type PersonalEvent, type PersonalRecord } from '../../platform/audit/personal-trail.ts'
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
  findFormerValuesAbout,
  findTrashRowsAbout,
  lockTrashAbout,
} from '../undo/undo.person.queries.ts'
import { removeRegistrations } from '../webinars/webinars.seats.service.ts'
import {
  causesOf,
  collect,
  type Dossier,
  type Findings,
  idsOf,
  idsWithFate,
  kinds,
  ownersOf,
} from './privacy.dossier.service.ts'
import * as erasing from './privacy.erase.queries.ts'
import * as queries from './privacy.queries.ts'

export const searchPersonalData = async ({ database }: Deps, email: string): Promise<PersonSearch> => {
  const { dossier } = await collect(database.db, email)
  const groups = kinds.map((kind) => {
    const entries = dossier[kind].slice(0, maxEntriesPerKind).map((entry) => ({ ...entry, id: String(entry.id) }))
    return { kind, count: dossier[kind].length, entries }
  })
  return { email, groups }
}

type AgreementEvent = Awaited<ReturnType<typeof queries.findAgreementEvents>>[number]

/**
 * Returns a predicate for events: true if, before the event, the agreement was last sent to this person, or to nobody. An export must not show
 * the names and IP addresses of other recipients.
 */
const createEventFilter =
  (events: readonly AgreementEvent[], email: string) =>
  (id: string, time: string): boolean => {
    const to = events.findLast(({ agreementId, at, recipientEmail }) => {
      return agreementId === id && at <= time && recipientEmail !== null
    })?.recipientEmail
    return !to || isSameAddress(to, email)
  }

/** Clears an agreement's recipient and answer if the recipient is another person. */
const withoutOthers = <Row extends { readonly recipientEmail: string | null }>(agreement: Row, email: string) => {
  const { recipientEmail } = agreement
  if (recipientEmail === null || isSameAddress(recipientEmail, email)) return agreement
  return { ...agreement, recipientName: null, recipientEmail: null, respondedBy: null, customerResponse: null }
}

const pick = (values: Readonly<Record<string, unknown>> | null, names: readonly string[]) =>
  values && Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))

/** Exports the person's part of an event, without the actor, whose name is the actor's own data (docs/privacy.md#the-audit-trail). */
const exportedEvent = ({ event, title, before, after }: PersonalEvent) => ({
  ...{ id: event.id, at: event.at, action: event.action, kind: event.kind, title: title ? event.title : null },
  before: pick(event.before, before),
  after: pick(event.after, after),
})

/** @throws HttpError 409 for the company's own address, which is in every notice. */
export const exportPersonalData = async (deps: Deps, email: string) => {
  const { db } = deps.database
  await rejectOwnAddress(deps, email)
  await recordEvent(db, { action: 'exported', kind: 'person', title: email, security: true })
  const { dossier, trail } = await collect(db, email)
  const enquiries = await queries.findEnquiries(db, email)
  const registrations = await queries.findRegistrations(db, email)
  const agreements = await queries.findAgreements(db, email)
  const agreementIds = agreements.map(({ id }) => id)
  const events = await queries.findAgreementEvents(db, agreementIds)
  const isTheirs = createEventFilter(events, email)
  return {
    email,
    exportedAt: deps.clock.now().toISOString(),
    enquiries,
    enquiryReplies: await queries.findEnquiryReplies(db, idsOf(enquiries)),
    enquiryEvents: await queries.findEnquiryEvents(db, idsOf(enquiries)),
    registrations,
    contactPersons: (await queries.findContactPersons(db, email)).map(({ accepted, ...person }) => person),
    customers: (await queries.findCustomers(db, email)).map(({ accepted, persons, ...customer }) => customer),
    leads: await queries.findLeads(db, email),
    leadEntries: await queries.findLeadEntries(db, email),
    agreements: agreements.map(({ own, copied, accepted, shown, ...agreement }) => withoutOthers(agreement, email)),
    agreementEvents: events.filter(({ agreementId, at }) => isTheirs(agreementId, at)),
    agreementAnswers: (await queries.findAgreementAnswers(db, agreementIds)).filter(({ agreementId, answeredAt }) =>
      isTheirs(agreementId, answeredAt),
    ),
    agreementSendings: await queries.findAgreementSendings(db, email),
    agreementCodes: await queries.findAgreementCodes(db, email),
    agreementIdentifications: (await queries.findAgreementIdentifications(db, agreementIds)).filter(
      ({ agreementId, createdAt }) => isTheirs(agreementId, createdAt),
    ),
    mails: await queries.findMailsWithText(db, email, causesOf(enquiries, registrations, agreements)),
    trash: await findTrashRowsAbout(db, email, ownersOf(dossier)),
    formerValues: await findFormerValuesAbout(db, email),
    events: trail.events.map(exportedEvent).reverse(),
  }
}

const rejectOwnAddress = async ({ database, config }: Deps, email: string): Promise<void> => {
  const { fromEmail, noticesTo } = await readEmailSettings(database.db)
  const company = await readCompany(database.db)
  const own = [config.notifyEmail, fromEmail, noticesTo, company.email]
  if (!own.some((address) => isSameAddress(address, email))) return
  throw new HttpError(
    409,
    'Dette er virksomhetens egen adresse. Den står i alle varsler og kan verken eksporteres eller slettes her.',
  )
}

const ofKind = (records: readonly PersonalRecord[], kind: string): number[] =>
  records.flatMap((record) => (record.kind === kind && record.until === undefined ? [Number(record.id)] : []))

/** Erases the found rows. Returns the records erased from the trash, and the imports whose file names were cleared. */
const eraseRows = async (
  tx: Queryable,
  deps: Deps,
  { dossier, trail }: Findings,
  email: string,
): Promise<PersonalRecord[]> => {
  const imported = { leads: ofKind(trail.records, 'lead'), customers: ofKind(trail.records, 'customer') }
  // Runs before the rows and their former values are deleted: it finds the imports by these.
  const imports = await erasing.clearFileNames(tx, imported)
  await erasing.clearViews(tx, trail.names)
  await deleteContacts(tx, idsWithFate(dossier.enquiries, 'deleted'))
  await removeRegistrations(tx, deps, idsWithFate(dossier.registrations, 'deleted'))
  await erasing.deleteEntries(tx, 'leads', idsWithFate(dossier.leads, 'deleted'))
  await erasing.anonymiseLeads(tx, idsWithFate(dossier.leads, 'anonymised'))
  // Runs before agreements are deleted or anonymised, since it finds them by the recipients in their timelines.
  await erasing.blankAgreementEvents(tx, email)
  const concerned = dossier.agreements.filter(({ copied }) => !copied)
  await erasing.deleteProofs(
    tx,
    email,
    concerned.map(({ id }) => id),
  )
  await erasing.deleteAgreements(tx, idsWithFate(concerned, 'deleted'))
  await erasing.anonymiseAgreements(tx, idsWithFate(concerned, 'anonymised'), email)
  await erasing.removeCopies(tx, email)
  await erasing.deleteEntries(tx, 'contactPersons', idsWithFate(dossier.contactPersons, 'deleted'))
  await erasing.deleteEntries(tx, 'customers', idsWithFate(dossier.customers, 'deleted'))
  await erasing.deleteEntries(tx, 'mails', idsWithFate(dossier.mails, 'deleted'))
  // Runs last: by now, a concurrent deletion has moved its rows to the trash.
  const trashed = await eraseFromTrash(tx, email, ownersOf(dossier))
  await eraseFormerValues(tx, email, imported)
  const gone = [...trashed, ...imports.map((id) => ({ kind: 'import' as const, id }))]
  return gone.map((record) => ({ ...record, whole: true, parts: true }))
}

const countsOf = (dossier: Dossier) => {
  const count = (fate: ErasureFate) =>
    kinds.reduce((sum, kind) => sum + idsWithFate<unknown>(dossier[kind], fate).length, 0)
  return { deleted: count('deleted'), anonymised: count('anonymised') }
}

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
    dossier[kind].flatMap(({ fate, title, reason, remains }) => {
      const why = fate === 'kept' ? reason : remains
      return why ? [{ kind, title, reason: why }] : []
    }),
  ),
})

/**
 * Erases a person in one transaction, except what the bookkeeping law protects and the evidence of answers; returns what was erased and
 * kept. Pending mails to the person are not sent. @throws HttpError 409 for the company's own address.
 */
export const erasePersonalData = async (deps: Deps, email: string): Promise<PersonErasure> => {
  await rejectOwnAddress(deps, email)
  const { dossier, notices } = await deps.database.db.transaction(async (tx) => {
    // Runs first: waits for a concurrent restore, so that the search below finds the restored rows.
    await lockTrashAbout(tx, email)
    await queries.lockPerson(tx, email)
    const found = await collect(tx, email)
    const gone = await eraseRows(tx, deps, found, email)
    const copied = found.dossier.agreements.filter((one) => one.copied).map(({ id }) => id)
    const emptied = await erasing.emptyNotices(tx, email, copied)
    // Runs after the rows are erased, to include the events of the erasure itself.
    const records = [...found.records, ...gone]
    await maskTrail(tx, await findTrail(tx, { email, records, names: found.names }), email)
    await recordEvent(tx, { action: 'erased', kind: 'person', facts: countsOf(found.dossier), security: true })
    return { dossier: found.dossier, notices: emptied }
  })
  // Anonymised mails stay in the log, but their stored files name the person as a recipient of a copy.
  const erased = [...idsWithFate(dossier.mails, 'deleted'), ...idsWithFate(dossier.mails, 'anonymised'), ...notices]
  await deleteStoredMails(deps.config.dataDir, erased)
  return erasureReport(email, dossier)
}
