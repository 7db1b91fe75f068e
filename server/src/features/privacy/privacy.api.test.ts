import type { PersonErasure, PersonSearch } from '@kontor/contract/privacy/privacy.schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import * as rows from '../../testing/rows.ts'

const kontor = await startTestApp({ worker: 'off', notifyEmail: 'varsler@eksempel.example' })
const { database } = kontor
const { pool } = database
const asAdmin = await kontor.asAdmin()

const kari = 'kari@kunde.example'
const ola = 'ola@kunde.example'

beforeEach(async () => {
  await pool.query(`
    DELETE FROM contacts; DELETE FROM webinars; DELETE FROM leads; DELETE FROM email_logs;
    SET session_replication_role = replica;
    DELETE FROM agreement_codes; DELETE FROM agreement_identifications; DELETE FROM agreement_sendings;
    DELETE FROM agreement_id_tokens; DELETE FROM agreement_events; DELETE FROM agreement_answers; DELETE FROM agreement_snapshots; DELETE FROM agreements;
    DELETE FROM contact_persons; DELETE FROM customers;
    SET session_replication_role = origin`)
})

type Row = Readonly<Record<string, unknown>>
const insert = (table: string, row: Row) => rows.insertRow(pool, table, row)
const insertMail = (row: Row) => rows.insertMail(pool, row)

let count = 0

const insertAgreement = async (customer: string, row: Row = {}) => {
  const agreement = await insert('agreements', {
    customer_id: customer,
    title: 'Avtale om verktøy',
    reference: `A-2026-${++count}`,
    response_token: `token-${++count}`,
    status: 'sent',
    recipient_name: 'Kari Nordmann',
    recipient_email: kari,
    ...row,
  })
  await insert('agreement_events', {
    agreement_id: agreement,
    kind: 'opened',
    actor: 'customer',
    at: '2026-03-01T12:00:00Z',
    recipient_email: kari,
    address: '203.0.113.7',
    user_agent: 'Nettleser',
  })
  await insertMail({ type: 'agreement', related_id: agreement, subject: 'Avtale' })
  return agreement
}

const insertCustomer = (email: string, name = 'Kunde AS') => insert('customers', { name, email })

const insertPerson = (customer: string, email: string) =>
  insert('contact_persons', { customer_id: customer, first_name: 'Kari', last_name: 'Nordmann', email })

/** Entries of every kind about Kari, and some about Ola that must stay. */
const insertEverything = async () => {
  const enquiry = (name: string, email: string) =>
    insert('contacts', { name, email, subject: 'general', message: 'Hemmelig beskjed' })
  const asked = await enquiry('Kari Nordmann', 'KARI@Kunde.example')
  await insertMail({ related_id: asked, delivery: 'queued' })
  await insertMail({ related_id: asked, to_address: 'post@eksempel.example', reply_to: kari })
  await enquiry('Ola Nordmann', ola)
  const webinar = await insert('webinars', { name: 'Internkontroll', date: '2026-05-01T10:00:00Z' })
  for (const email of [kari, ola])
    await insert('webinar_registrations', { webinar_id: webinar, name: 'Deltaker', email, phone: '12345678' })
  await insert('leads', {
    company_name: 'Sak AS',
    org_no: '974760673',
    email: kari,
    contact_name: 'Kari',
    notes: 'Ring',
  })
  await insert('leads', { company_name: 'Uten nummer', email: 'Kari@kunde.example', contact_name: 'Kari' })
  await insert('leads', { company_name: 'Annen AS', email: ola, contact_name: 'Ola' })
}

const search = async (email: string): Promise<PersonSearch> =>
  (await asAdmin('POST', '/api/privacy/search', { email })).json()
/** Its report without the events, since every call here adds some. */
const erasePerson = async (email: string): Promise<PersonErasure> => {
  const report: PersonErasure = (await asAdmin('POST', '/api/privacy/erase', { email })).json()
  return { ...report, erased: report.erased.filter(({ kind }) => kind !== 'events') }
}
/** Without the events, too. */
const counts = ({ groups }: PersonSearch) =>
  Object.fromEntries(groups.filter(({ kind }) => kind !== 'events').map(({ kind, count: n }) => [kind, n]))
const fates = ({ groups }: PersonSearch, kind: string) =>
  groups.find((group) => group.kind === kind)?.entries.map(({ fate }) => fate)

const emptyCounts = {
  enquiries: 0,
  registrations: 0,
  contactPersons: 0,
  customers: 0,
  leads: 0,
  agreements: 0,
  mails: 0,
  trash: 0,
}

describe('POST /api/privacy/search', () => {
  it('finds all and only the data about an address in any case, with the effect of an erasure', async () => {
    await insertEverything()
    const customer = await insertCustomer('Kari@Kunde.example')
    await insertPerson(customer, kari)
    await insertAgreement(customer)
    const found = await search(' kari@KUNDE.example ')
    expect(counts(found)).toEqual({
      enquiries: 1,
      registrations: 1,
      contactPersons: 1,
      customers: 1,
      leads: 2,
      agreements: 1,
      mails: 3,
      trash: 0,
    })
    expect(fates(found, 'leads')).toEqual(['anonymised', 'deleted'])
    // SQL wildcards are plain characters here.
    for (const stranger of ['stranger@kunde.example', 'k_ri@kunde.example'])
      expect(counts(await search(stranger)), stranger).toEqual(emptyCounts)
    expect(found.groups.find(({ kind }) => kind === 'customers')?.entries[0]).toMatchObject({
      title: 'Kunde AS',
      fate: 'deleted',
      reason: 'Kundens kontaktperson slettes også.',
    })
  })

  it('counts all entries and returns the newest hundred of each kind', async () => {
    // A millisecond apart: mails with the same time have no order.
    await pool.query(
      `INSERT INTO email_logs (to_address, from_address, from_name, subject, type, delivery, message_id, created_at)
       SELECT $1, 'post@eksempel.example', 'Eksempel AS', 'Nr. ' || n, 'contact', 'sent', 'mail' || n,
         '2026-03-24T09:00:00Z'::timestamptz + n * interval '1 ms' FROM generate_series(0, 104) AS n`,
      [kari],
    )
    const { groups } = await search(kari)
    const mails = groups.find(({ kind }) => kind === 'mails')
    expect(mails?.count).toBe(105)
    expect(mails?.entries).toHaveLength(100)
    expect(mails?.entries[0]?.title).toBe('Nr. 104')
  })
})

describe('POST /api/privacy/export', () => {
  it('exports everything in full, without secrets or other people’s data', async () => {
    await insertEverything()
    const customer = await insertCustomer(kari)
    await insertPerson(customer, kari)
    await insertAgreement(customer)
    const answer = await asAdmin('POST', '/api/privacy/export', { email: kari })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      email: kari,
      exportedAt: kontor.clock.now().toISOString(),
      enquiries: [{ name: 'Kari Nordmann', message: 'Hemmelig beskjed' }],
      registrations: [{ webinar: 'Internkontroll', phone: '12345678' }],
      contactPersons: [{ firstName: 'Kari' }],
      customers: [{ name: 'Kunde AS', customer_Type: null }],
      leads: [{ company_name: 'Sak AS', notes: 'Ring' }, { company_name: 'Uten nummer' }],
      agreements: [{ title: 'Avtale om verktøy', status: 'sent' }],
      agreementEvents: [{ kind: 'opened', address: '203.0.113.7' }],
      agreementAnswers: [],
    })
    expect(answer.json().mails).toHaveLength(3)
    expect(answer.json().mails[0]).toMatchObject({ textContent: 'Hemmelig' })
    expect(answer.body).not.toMatch(/token|ola@|submission/i)
  })

  it('omits events and answers of other recipients of the same agreement', async () => {
    const customer = await insertCustomer('post@kunde.example')
    await insertPerson(customer, kari)
    const agreement = await insertAgreement(customer, {
      status: 'rejected',
      recipient_name: 'Ola Nordmann',
      recipient_email: ola,
      responded_by: 'Ola Nordmann',
      customer_response: 'Olas svar',
    })
    const event = (row: Row) => insert('agreement_events', { agreement_id: agreement, actor: 'customer', ...row })
    await event({ kind: 'opened', at: '2026-03-01T13:00:00Z', address: '203.0.113.8' })
    await event({ kind: 'sent', at: '2026-03-02T12:00:00Z', recipient_email: ola, recipient_name: 'Ola Nordmann' })
    await event({ kind: 'opened', at: '2026-03-02T13:00:00Z', address: '203.0.113.9' })
    const snapshot = await insert('agreement_snapshots', { agreement_id: agreement, number: 1, content: '{}' })
    await insert('agreement_answers', {
      agreement_id: agreement,
      snapshot_id: snapshot,
      action: 'reject',
      name: 'Ola Nordmann',
      channel: 'link',
      message: 'Olas svar',
      answered_at: '2026-03-02T14:00:00Z',
      evidence: 'x',
    })
    const exported = async (email: string) => (await asAdmin('POST', '/api/privacy/export', { email })).json()
    const karisExport = await exported(kari)
    expect(karisExport.agreementEvents).toMatchObject([{ address: '203.0.113.7' }, { address: '203.0.113.8' }])
    expect(karisExport.agreementAnswers).toEqual([])
    expect(JSON.stringify(karisExport)).not.toMatch(/Ola|203\.0\.113\.9/)
    const olasExport = await exported(ola)
    expect(olasExport.agreements).toMatchObject([{ respondedBy: 'Ola Nordmann', customerResponse: 'Olas svar' }])
    expect(olasExport.agreementEvents).toMatchObject([{ kind: 'sent' }, { kind: 'opened', address: '203.0.113.9' }])
    expect(olasExport.agreementAnswers).toMatchObject([{ name: 'Ola Nordmann' }])
  })
})

describe('POST /api/privacy/erase', () => {
  it('erases everything that may be erased, nothing about others, and returns a report', async () => {
    await insertEverything()
    const customer = await insertCustomer(kari)
    await insertPerson(customer, ola)
    await insertAgreement(customer)
    expect(await erasePerson('KARI@kunde.example')).toEqual({
      email: 'KARI@kunde.example',
      erased: [
        { kind: 'enquiries', deleted: 1, anonymised: 0 },
        { kind: 'registrations', deleted: 1, anonymised: 0 },
        { kind: 'customers', deleted: 1, anonymised: 0 },
        { kind: 'leads', deleted: 1, anonymised: 1 },
        { kind: 'agreements', deleted: 1, anonymised: 0 },
        { kind: 'mails', deleted: 3, anonymised: 0 },
      ],
      kept: [],
    })
  })

  it('erases all or nothing', async () => {
    await insertEverything()
    await pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON email_logs EXECUTE FUNCTION refuse()`)
    const before = counts(await search(kari))
    const answer = await asAdmin('POST', '/api/privacy/erase', { email: kari })
    await pool.query('DROP TRIGGER refuse ON email_logs; DROP FUNCTION refuse')
    expect(answer.statusCode).toBe(500)
    expect(counts(await search(kari))).toEqual(before)
  })

  it('erases each entry once under concurrent calls, and respects an earlier acceptance', async () => {
    await insertEverything()
    const customer = await insertCustomer(kari)
    const agreement = await insertAgreement(customer)
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(`UPDATE agreements SET status = 'accepted' WHERE id = $1`, [agreement])
    const both = Promise.all([erasePerson(kari), erasePerson(kari)])
    await client.query('COMMIT')
    client.release()
    const [one, other] = await both
    expect(one.kept.map(({ kind }) => kind)).toEqual(['customers', 'agreements', 'mails'])
    expect([...one.erased, ...other.erased].filter(({ kind }) => kind === 'enquiries')).toHaveLength(1)
    expect((await pool.query('SELECT FROM agreements')).rowCount).toBe(1)
  })

  it.each(['erase', 'export'])('rejects the company’s own addresses: %s', async (call) => {
    for (const email of ['POST@eksempel.example', 'varsler@eksempel.example']) {
      const answer = await asAdmin('POST', `/api/privacy/${call}`, { email })
      expect([answer.statusCode, answer.json().error]).toEqual([
        409,
        'Dette er virksomhetens egen adresse. Den står i alle varsler og kan verken eksporteres eller slettes her.',
      ])
    }
  })
})
