import type { AgreementTemplateContent } from '@kontor/contract/agreements/agreements.schema'
import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { agreementCodes, agreementIdentifications } from '../features/agreement-answers/agreement-answers.table.ts'
import {
  agreementAnswers,
  agreementEvidence,
  agreementIdTokens,
  agreementSealedPdfs,
  agreementTimestamps,
} from '../features/agreement-evidence/agreement-evidence.table.ts'
import {
  agreementConditions,
  agreementEvents,
  agreementNumbers,
  agreementProducts,
  agreementSendings,
  agreementSnapshots,
  agreements,
  agreementTemplates,
} from '../features/agreements/agreements.table.ts'
import { backups } from '../features/backups/backups.table.ts'
import { company, companyPhotoFiles, companyPhotos } from '../features/company/company.table.ts'
import { companyStates } from '../features/company-register/company-register.table.ts'
import { conditions } from '../features/conditions/conditions.table.ts'
import { contactEvents, contactReplies, contacts } from '../features/contacts/contacts.table.ts'
import { contactPersons, customers } from '../features/customers/customers.table.ts'
import { emailLogs, emailSettings, emailTemplates } from '../features/emails/emails.table.ts'
import { leadEntries } from '../features/lead-timeline/lead-timeline.table.ts'
import { leads, leadViews } from '../features/leads/leads.table.ts'
import { products } from '../features/products/products.table.ts'
import { authenticators, recoveryCodes, usedChallenges } from '../features/second-factor/second-factor.table.ts'
import { knownDevices, loginFailures, sessions } from '../features/session/session.table.ts'
import { siteTexts } from '../features/site-editing/site-editing.table.ts'
import { users } from '../features/users/users.table.ts'
import { webinarRegistrations, webinars } from '../features/webinars/webinars.table.ts'
import type { Queryable } from '../platform/database/database.ts'
import { systemSettings } from '../platform/database/system-settings.table.ts'
import { formPosts } from '../platform/http/form-posts.table.ts'
import { importChanges, imports } from '../platform/imports/imports.table.ts'
import { sealCertificates, serverKeys, serverSecrets } from '../platform/signing/servers.table.ts'
import { trash } from '../platform/trash/trash.table.ts'

/** Characters that a copy could lose or misread: letters, quotes, escapes, line ends, and text that looks like COPY's end marker. */
export const awkwardText = 'Blåbærsyltetøy ÆØÅ é 漢 👩🏽‍💻 "to" \'en\' `tre` \\ \\N \\n\t\b\r\n\\.\n;--$1 {name} '

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const biggest = Number.MAX_SAFE_INTEGER
const at = '2026-03-29T00:59:59.999Z'

/** Inserts rows into every table, some as empty and some as full as possible. Add rows here for a new table. */
export const insertSampleRows = async (db: Queryable): Promise<void> => {
  await insertEnquiries(db)
  await insertAgreements(db)
  await insertSales(db)
  await insertSite(db)
  await insertTrash(db)
}

const insertEnquiries = async (db: Queryable): Promise<void> => {
  const visitor = { name: awkwardText, email: 'kari@kunde.example' }
  await db.insert(contacts).values([
    { ...visitor, id: id(1), subject: 'general', message: 'x' },
    {
      ...visitor,
      id: id(2),
      company: awkwardText,
      subject: awkwardText,
      message: awkwardText,
      suspect: true,
      version: 7,
    },
    {
      ...visitor,
      id: id(3),
      subject: 'support',
      message: '',
      submissionKey: 'key',
      language: 'en',
      handledAt: at,
    },
  ])
  await db.insert(contactEvents).values({ contactId: id(3), kind: 'handled', actor: awkwardText, at })
  await db.insert(webinars).values({ id: id(4), name: 'Økonomi', date: at, isActive: false, sequence: 3 })
  await db.insert(webinarRegistrations).values([
    { webinarId: id(4), ...visitor, phone: '+47 12 34 56 78' },
    {
      webinarId: id(4),
      ...visitor,
      email: 'ola@kunde.example',
      company: awkwardText,
      suspect: true,
      submissionKey: 'key',
    },
  ])
  await db.insert(emailTemplates).values([
    { type: 'contact', subject: awkwardText, content: '<p>{name}</p>' },
    { type: 'contact', subject: 'Gammel', content: awkwardText, isActive: false },
  ])
  await db.insert(emailSettings).values({ fromEmail: 'post@eksempel.example', fromName: awkwardText })
  const mail = { to: visitor.email, from: 'post@eksempel.example', fromName: 'Eksempel AS', subject: awkwardText }
  const attachments = [{ filename: 'x.ics', contentType: 'text/calendar', content: awkwardText }]
  const content = { htmlContent: awkwardText, textContent: awkwardText, attachments }
  await db.insert(emailLogs).values([
    { ...mail, ...content, id: 'queued', type: 'contact', messageId: '1@eksempel.example', relatedId: id(1) },
    {
      ...mail,
      ...content,
      id: 'retrying',
      type: 'contact',
      delivery: 'retrying',
      attempts: 3,
      messageId: '2@eksempel.example',
    },
    {
      ...mail,
      id: 'failed',
      type: 'other',
      delivery: 'failed',
      errorMessage: awkwardText,
      tries: [{ at, outcome: 'failed', answer: awkwardText }],
      messageId: '3@eksempel.example',
    },
    {
      ...mail,
      id: 'sent',
      type: 'test',
      delivery: 'sent',
      sentAt: at,
      replyTo: mail.to,
      resendOf: 'failed',
      messageId: '4@eksempel.example',
    },
    {
      ...mail,
      ...content,
      id: 'reply',
      type: 'contact',
      relatedId: id(3),
      author: awkwardText,
      thread: ['1@eksempel.example', awkwardText],
      messageId: '5@eksempel.example',
    },
  ])
  await db.insert(contactReplies).values([
    { contactId: id(3), mailId: 'reply', author: awkwardText, subject: awkwardText, text: awkwardText },
    { contactId: id(3), author: 'Administrator', subject: 'Uten e-post', text: '' },
  ])
}

const templateContent = {
  title: awkwardText,
  description: null,
  vatRate: 12.5,
  validDays: 14,
  language: 'en',
  verification: 'link',
  reminderDays: null,
  remindAfterDays: 3,
  remindEveryDays: null,
  remindAtMost: 3,
  lines: [{ productId: null, description: awkwardText, quantity: 1, unitPrice: biggest, vatRate: 25 }],
  conditions: [],
} as const satisfies AgreementTemplateContent

const insertAgreements = async (db: Queryable): Promise<void> => {
  await db.insert(customers).values([
    { id: 1, name: 'Åse & sønner', email: 'ase@kunde.example', archivedAt: at },
    {
      id: 40,
      name: awkwardText,
      email: 'o@kunde.example',
      customer_Type: 'bedrift',
      postCode: '0150',
      city: 'Ålesund',
    },
  ])
  await db
    .insert(contactPersons)
    .values({ id: 9, customerId: 40, firstName: 'Kari', lastName: 'Ås', email: 'k@kunde.example' })
  await db
    .insert(products)
    .values({ id: 5, number: '0007', name: 'Kurs', costPrice: biggest, salesPrice: biggest, grosMargin: 3333 })
  await db.insert(conditions).values({ id: 3, name: 'Betaling', content: awkwardText, isDefault: true, sortOrder: -1 })
  const agreement = { customerId: 40, contactPersonId: 9, title: awkwardText, validUntil: '2026-12-31', vatRate: 12.5 }
  await db.insert(agreements).values([
    {
      ...agreement,
      id: id(5),
      reference: 'A-2026-0001',
      sealedToken: 'a',
      tokenHash: 'ha',
      signatureToken: 's',
      status: 'accepted',
      respondedAt: at,
      customerResponse: awkwardText,
    },
    {
      customerId: 1,
      id: id(6),
      reference: 'A-2026-0002',
      title: 'Tom',
      sealedToken: 'b',
      tokenHash: 'hb',
      totalAmount: biggest,
      vatAmount: biggest,
    },
  ])
  await db.insert(agreementProducts).values([
    {
      agreementId: id(5),
      productId: 5,
      description: awkwardText,
      quantity: 1,
      unitPrice: biggest,
      totalPrice: biggest,
      vatRate: 0.25,
    },
    { agreementId: id(5), description: 'Fri linje', quantity: 3, unitPrice: 69_622, totalPrice: 208_866 },
  ])
  await db
    .insert(agreementConditions)
    .values({ agreementId: id(5), conditionId: 3, name: 'Betaling', content: awkwardText })
  await db.insert(agreementSnapshots).values({ id: id(7), agreementId: id(5), number: 1, content: awkwardText })
  const answer = { action: 'accept', channel: 'link' } as const
  await db.insert(agreementAnswers).values({
    ...answer,
    id: id(8),
    agreementId: id(5),
    snapshotId: id(7),
    message: awkwardText,
    answeredAt: at,
    evidence: 'x',
    record: awkwardText,
  })
  const link = { number: 1, answerId: id(8), evidence: 'x', signature: 's', keyId: 'k' }
  await db.insert(agreementEvidence).values(link)
  await db.insert(agreementTimestamps).values({ number: 1, token: Buffer.from([0, 255]) })
  await db.insert(agreementSealedPdfs).values({ answerId: id(8), content: Buffer.from([37, 80, 68, 70, 0, 255]) })
  await db
    .insert(agreementSendings)
    .values({ agreementId: id(5), linkHash: 'h', sentTo: 'k@kunde.example', cc: ['ø@kunde.example'], sentAt: at })
  await db.insert(agreementIdTokens).values({ answerId: id(8), token: 'a.b.c', key: { kty: 'EC', crv: 'P-256' } })
  const until = { createdAt: at, expiresAt: at }
  await db.insert(agreementCodes).values({ agreementId: id(5), sentTo: 'k@kunde.example', ...until })
  await db.insert(agreementIdentifications).values({
    stateHash: 's',
    browserHash: 'b',
    agreementId: id(5),
    nonce: 'n',
    salt: 's',
    codeVerifier: 'v',
    name: awkwardText,
    ...until,
  })
  await db.insert(agreementNumbers).values({ year: 2026, last: 2 })
  await db.insert(agreementTemplates).values({ name: awkwardText, content: templateContent })
  await db.insert(agreementEvents).values([
    { agreementId: id(5), kind: 'created', actor: 'admin', author: 'Leder Ødegård', at },
    { ...answer, agreementId: id(5), kind: 'answered', actor: 'customer', at, address: '::1', userAgent: awkwardText },
  ])
}

const insertSales = async (db: Queryable): Promise<void> => {
  await db.insert(users).values({
    id: 2,
    username: 'Selger Ødegård',
    email: 's@x.example',
    morningMail: true,
    morningMailedOn: '2026-03-30',
    passwordHash: '$argon2id$x',
  })
  await db.insert(leads).values([
    { id: 1, company_name: 'Tom' },
    {
      id: 2,
      company_name: awkwardText,
      status: 'Avslått',
      lost_reason: awkwardText,
      next_step_at: '2026-03-30',
      owner_id: 2,
      revenue_nok: -9_999_999_999_999.99,
      employees: 0,
      customer_active: null,
    },
    {
      id: 1000,
      company_name: 'Full',
      bankruptcy: false,
      established_date: '1814-05-17',
      postal_code: '0001',
      org_no: '974760673',
    },
  ])
  // Fires the triggers that count leads and record their history.
  await db.execute(`UPDATE leads SET status = 'Kunde', customer_id = 40 WHERE id = 1000`)
  await db.execute(`UPDATE contacts SET customer_id = 40, lead_id = 1000 WHERE id = '${id(3)}'`)
  await db.insert(leadEntries).values([
    { leadId: 2, kind: 'note', text: awkwardText, author: 'Selger Ødegård', authorId: 2 },
    { leadId: 2, kind: 'call', outcome: 'call_back', author: 'Administrator', byAdmin: true },
    { leadId: 2, kind: 'change', field: 'next_step', to: awkwardText },
  ])
  const view = { q: awkwardText, status: 'Ny', industry: '', sort: 'city:asc' } as const
  await db.insert(leadViews).values([
    { ...view, userId: 2, name: 'Mine', columns: ['city'] },
    { ...view, name: awkwardText },
  ])
  await db
    .insert(companyStates)
    .values({ organizationNumber: '974760673', name: awkwardText, formerNames: [awkwardText, ''], checkedAt: at })
  await db.insert(serverKeys).values({ id: 'key', publicKey: 'x', exchangeKey: 'y' })
  await db.insert(serverSecrets).values({ keyId: 'key', maker: 'first', sealedBy: 'key', sealed: 'z' })
  await db.insert(sealCertificates).values({ fingerprint: 'c', holder: awkwardText })
  await db.insert(sessions).values({ id: 'hash', userId: 2, data: { role: 'sales' }, expiresAt: at })
  await db.insert(loginFailures).values({ scope: 'account', subject: 'hash', firstFailedAt: at, lastFailedAt: at })
  await db.insert(knownDevices).values({ subject: 'hash', lastLoginAt: at })
  await db.insert(authenticators).values([
    { userId: 2, kind: 'totp', name: awkwardText, secret: 'sealed', lastStep: 58_000_000 },
    {
      userId: 2,
      kind: 'passkey',
      name: 'Nøkkel',
      credentialId: 'id',
      publicKey: Buffer.from([0, 255]),
      counter: 7,
      transports: ['usb'],
    },
  ])
  await db.insert(recoveryCodes).values([{ userId: 2, codeHash: 'hash' }, { codeHash: 'other' }])
  await db.insert(usedChallenges).values({ challenge: 'once', expiresAt: at })
  await db.insert(formPosts).values({ subject: 'hash', posts: 2, endsAt: at })
  await db
    .insert(backups)
    .values({ startedAt: at, state: 'failed', location: awkwardText, fileName: 'x', encrypted: false })
  await db.insert(systemSettings).values({ key: 'sample', value: { text: awkwardText, list: [1.5, null, true] } })
}

const insertSite = async (db: Queryable): Promise<void> => {
  await db.insert(company).values({ facts: { ...deliveredCompany, name: awkwardText }, version: 3 })
  await db.insert(companyPhotos).values([{ id: id(8) }, { id: id(9) }])
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  await db.insert(companyPhotoFiles).values([
    { photoId: id(8), width: 320, format: 'avif', content: everyByte },
    { photoId: id(8), width: 320, format: 'webp', content: Buffer.alloc(0) },
  ])
  await db.insert(siteTexts).values({ texts: { no: { 'home.hero.lead': awkwardText }, en: {} } })
}

const insertTrash = async (db: Queryable): Promise<void> => {
  const content = {
    tables: [{ name: 'leads', rows: [{ id: 7, notes: awkwardText }] }],
    links: [],
    values: [],
    notice: '',
  }
  const deleted = { deletedAt: at, deletedBy: awkwardText }
  await db.insert(trash).values([
    { ...deleted, kind: 'leads', entityId: '7', title: awkwardText, content },
    { ...deleted, kind: 'products', entityId: '8', title: 'x', archived: true, content: {} },
  ])
  await db
    .insert(imports)
    .values({ id: id(10), kind: 'leads', importedAt: at, importedBy: awkwardText, userId: 2, undoneAt: at })
  const updated = [{ id: 2, version: 2, former: { notes: awkwardText, revenue_nok: -9_999_999_999_999.99 } }]
  await db.insert(importChanges).values([
    { importId: id(10), created: [1, 1000] },
    { importId: id(10), updated },
  ])
}
