import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import {
  type ErasureFate,
  maxEntriesPerKind,
  type PersonalDataKind,
  personalDataKinds,
} from '@kontor/contract/privacy/privacy.rules'
import type { PersonEntry, PersonErasure, PersonSearch } from '@kontor/contract/privacy/privacy.schema'
import { company } from '@kontor/contract/shared/company'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { deleteStoredMails } from '../../platform/mail/stored-mails.ts'
import { deleteContacts } from '../contacts/contacts.queries.ts'
import { readMailSettings } from '../emails/emails.queries.ts'
import {
  anonymiseAgreements,
  anonymiseLeads,
  blankAgreementEvents,
  deleteAgreements,
  deleteContactPersons,
  deleteCustomers,
  deleteLeads,
  deleteMails,
  deleteRegistrations,
  findAccepted,
} from './privacy.erase.queries.ts'
import {
  findAgreementAnswers,
  findAgreementEvents,
  findAgreements,
  findContactPersons,
  findCustomers,
  findEnquiries,
  findLeads,
  findMails,
  findMailsWithText,
  findRegistrations,
  holdPerson,
} from './privacy.queries.ts'

/** An entry of the answer, with the id that its table has for it. */
interface Found<Id> extends Omit<PersonEntry, 'id'> {
  readonly id: Id
}

interface Dossier {
  readonly enquiries: readonly Found<string>[]
  readonly registrations: readonly Found<string>[]
  readonly contactPersons: readonly Found<number>[]
  readonly customers: readonly Found<number>[]
  readonly leads: readonly Found<number>[]
  readonly agreements: readonly Found<string>[]
  readonly mails: readonly Found<string>[]
}

const kinds = Object.keys(personalDataKinds) as PersonalDataKind[]

const bookkeeping = 'Bokføringsloven krever at aksepterte avtaler oppbevares, med kunden de gjelder.'

const deleted = { fate: 'deleted', reason: null } as const
const kept = (reason: string) => ({ fate: 'kept', reason }) as const
const anonymised = (reason: string) => ({ fate: 'anonymised', reason }) as const

const list = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' · ')

const ofCustomer = ({ accepted, persons }: { accepted: boolean; persons: number }) => {
  if (accepted) return kept(bookkeeping)
  if (persons === 0) return deleted
  return {
    fate: 'deleted',
    reason: `Kundens ${persons === 1 ? 'kontaktperson' : `${persons} kontaktpersoner`} slettes også.`,
  } as const
}

const ofAgreement = ({ status, own }: { status: string; own: boolean }) => {
  if (status === 'accepted') return kept(bookkeeping)
  if (own) return deleted
  return anonymised('Avtalen tilhører kunden: mottakeren fjernes, men det som ble sendt og svart, kan ikke endres.')
}

const ofLead = ({ org_no }: { org_no: string | null }) =>
  org_no === null
    ? deleted
    : anonymised('Foretaket beholdes. Kontaktperson, telefon, e-post, neste steg og notater tømmes.')

/** Everything about a person, each with what an erasure makes of it. */
const collect = async (db: Queryable, email: string): Promise<Dossier> => {
  const enquiries = await findEnquiries(db, email)
  const registrations = await findRegistrations(db, email)
  const mails = await findMails(db, email, causesIn(enquiries, registrations))
  const accepted = await findAccepted(
    db,
    mails.flatMap(({ type, relatedId }) => (type === 'agreement' && relatedId !== null ? [relatedId] : [])),
  )
  return {
    enquiries: enquiries.map(({ id, name, company: firm, subject, message, createdAt: at }) => ({
      id,
      title: contactSubjectLabel(subject),
      detail: list(name, firm, message.slice(0, 120)),
      at,
      ...deleted,
    })),
    registrations: registrations.map(({ id, webinar, name, company: firm, phone, createdAt: at }) => ({
      id,
      title: webinar,
      detail: list(name, firm, phone),
      at,
      ...deleted,
    })),
    contactPersons: (await findContactPersons(db, email)).map(({ accepted: stays, ...person }) => ({
      id: person.id,
      title: `${person.firstName} ${person.lastName}`,
      detail: list(person.customer, person.telephone, person.mobilePhone, person.note),
      at: person.createdAt,
      ...(stays ? kept(bookkeeping) : deleted),
    })),
    customers: (await findCustomers(db, email)).map((customer) => ({
      id: customer.id,
      title: customer.name,
      detail: list(customer.organizationNumber, customer.phone, customer.archivedAt && 'Arkivert'),
      at: customer.createdAt,
      ...ofCustomer(customer),
    })),
    leads: (await findLeads(db, email)).map((lead) => ({
      id: lead.id,
      title: lead.company_name,
      detail: list(lead.contact_name, lead.contact_title, lead.phone, lead.notes?.slice(0, 120) ?? null),
      at: lead.created_at,
      ...ofLead(lead),
    })),
    agreements: (await findAgreements(db, email)).map((agreement) => ({
      id: agreement.id,
      title: agreement.title,
      detail: list(agreement.customer, agreement.recipientName, agreement.archivedAt && 'Arkivert'),
      at: agreement.createdAt,
      ...ofAgreement(agreement),
    })),
    mails: mails.map(({ id, to, subject, relatedId, createdAt: at }) => ({
      id,
      title: subject,
      detail: `Til ${to}`,
      at,
      ...(relatedId !== null && accepted.has(relatedId) ? kept(bookkeeping) : deleted),
    })),
  }
}

const causesIn = (...groups: readonly (readonly { id: string }[])[]): string[] =>
  groups.flatMap((rows) => rows.map(({ id }) => id))

/** Everything about an e-mail address, as a list to read. Changes nothing. */
export const searchFor = async ({ database }: Deps, email: string): Promise<PersonSearch> => {
  const dossier = await collect(database.db, email)
  const groups = kinds.map((kind) => {
    const entries = dossier[kind].slice(0, maxEntriesPerKind).map((entry) => ({ ...entry, id: String(entry.id) }))
    return { kind, count: dossier[kind].length, entries }
  })
  return { email, groups }
}

const isSame = (address: string, other: string): boolean => address.toLowerCase() === other.toLowerCase()

type AgreementEvent = Awaited<ReturnType<typeof findAgreementEvents>>[number]

/**
 * Whether what happened to an agreement at a moment was the person's: it had last been sent to nobody else. Other
 * recipients' names and network addresses are not the person's to have.
 */
const recipientsIn =
  (events: readonly AgreementEvent[], email: string) =>
  (id: string, moment: string): boolean => {
    const to = events.findLast(({ agreementId, at, recipientEmail }) => {
      return agreementId === id && at <= moment && recipientEmail !== null
    })?.recipientEmail
    return !to || isSame(to, email)
  }

/** An agreement without the recipient and the answer, where they are somebody else's. */
const withoutOthers = <Row extends { readonly recipientEmail: string | null }>(agreement: Row, email: string) => {
  const { recipientEmail } = agreement
  if (recipientEmail === null || isSame(recipientEmail, email)) return agreement
  return { ...agreement, recipientName: null, recipientEmail: null, respondedBy: null, customerResponse: null }
}

/** Everything about an e-mail address in full. Changes nothing. */
export const exportAbout = async ({ database: { db }, clock }: Deps, email: string) => {
  const enquiries = await findEnquiries(db, email)
  const registrations = await findRegistrations(db, email)
  const agreements = await findAgreements(db, email)
  const agreementIds = agreements.map(({ id }) => id)
  const events = await findAgreementEvents(db, agreementIds)
  const isTheirs = recipientsIn(events, email)
  return {
    email,
    exportedAt: clock.now().toISOString(),
    enquiries,
    registrations,
    contactPersons: (await findContactPersons(db, email)).map(({ accepted, ...person }) => person),
    customers: (await findCustomers(db, email)).map(({ accepted, persons, ...customer }) => customer),
    leads: await findLeads(db, email),
    agreements: agreements.map(({ own, ...agreement }) => withoutOthers(agreement, email)),
    agreementEvents: events.filter(({ agreementId, at }) => isTheirs(agreementId, at)),
    agreementAnswers: (await findAgreementAnswers(db, agreementIds)).filter(({ agreementId, answeredAt }) =>
      isTheirs(agreementId, answeredAt),
    ),
    mails: await findMailsWithText(db, email, causesIn(enquiries, registrations)),
  }
}

const refuseOwnAddress = async ({ database, config }: Deps, email: string): Promise<void> => {
  const { fromEmail } = await readMailSettings(database.db)
  const own = [config.notifyEmail, fromEmail, company.email, company.sender.address]
  if (!own.some((address) => address?.toLowerCase() === email.toLowerCase())) return
  throw new HttpError(409, 'Dette er virksomhetens egen adresse. Den står i alle varsler og kan ikke slettes her.')
}

const withFate = <Id>(found: readonly Found<Id>[], fate: ErasureFate): Id[] =>
  found.filter((entry) => entry.fate === fate).map(({ id }) => id)

const eraseIn = async (tx: Queryable, dossier: Dossier, email: string): Promise<void> => {
  await deleteContacts(tx, withFate(dossier.enquiries, 'deleted'))
  await deleteRegistrations(tx, withFate(dossier.registrations, 'deleted'))
  await deleteLeads(tx, withFate(dossier.leads, 'deleted'))
  await anonymiseLeads(tx, withFate(dossier.leads, 'anonymised'))
  // Before the recipients go from the agreements' own rows: it finds them in the timelines.
  await blankAgreementEvents(tx, email)
  await deleteAgreements(tx, withFate(dossier.agreements, 'deleted'))
  await anonymiseAgreements(tx, withFate(dossier.agreements, 'anonymised'))
  await deleteContactPersons(tx, withFate(dossier.contactPersons, 'deleted'))
  await deleteCustomers(tx, withFate(dossier.customers, 'deleted'))
  await deleteMails(tx, withFate(dossier.mails, 'deleted'))
}

const report = (email: string, dossier: Dossier): PersonErasure => ({
  email,
  erased: kinds
    .map((kind) => ({
      kind,
      deleted: withFate<unknown>(dossier[kind], 'deleted').length,
      anonymised: withFate<unknown>(dossier[kind], 'anonymised').length,
    }))
    .filter((group) => group.deleted + group.anonymised > 0),
  kept: kinds.flatMap((kind) =>
    dossier[kind].flatMap(({ fate, title, reason }) =>
      fate === 'kept' ? [{ kind, title, reason: reason ?? '' }] : [],
    ),
  ),
})

/**
 * Erases a person in one transaction, but for what bookkeeping law demands; says what it has done and what it has left.
 * Mails that are on their way to the person are not sent any more. Throws 409 for the company's own address.
 */
export const erase = async (deps: Deps, email: string): Promise<PersonErasure> => {
  await refuseOwnAddress(deps, email)
  const dossier = await deps.database.db.transaction(async (tx) => {
    await holdPerson(tx, email)
    const found = await collect(tx, email)
    await eraseIn(tx, found, email)
    return found
  })
  await deleteStoredMails(deps.config.dataDir, withFate(dossier.mails, 'deleted'))
  return report(email, dossier)
}
