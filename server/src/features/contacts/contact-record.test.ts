import { randomUUID } from 'node:crypto'
import type { Contact, ContactRecord } from '@kontor/contract/contacts/contacts.schema'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

// Mails stay queued here; contact-replies.test.ts delivers them.
const kontor = await startTestApp({ worker: 'off', publicFormLimit: 10_000, notifyEmail: 'varsel@eksempel.example' })
const admin = await kontor.asAdmin()

const visitor = {
  name: 'Kari Nordmann',
  email: 'kari@nordmann.example',
  company: 'Nordmann AS',
  subject: 'product',
  message: 'Hei!\nHva koster det?',
}
const robot = { ...visitor, name: 'Robot', aside: 'https://spam.example' }
const unknownId = '11111111-1111-4111-8111-111111111111'

const list = async (): Promise<Contact[]> => (await admin('GET', '/api/contacts')).json()
const mails = async (): Promise<EmailLog[]> => (await admin('GET', '/api/email-logs')).json()
const record = async (id: string): Promise<ContactRecord> => (await admin('GET', `/api/contacts/${id}`)).json()
const kinds = ({ timeline }: ContactRecord) => timeline.map(({ kind }) => kind)

/** Sends an enquiry and returns its id. */
const sent = async (body: object = visitor): Promise<string> => {
  await kontor.call('POST', '/api/contacts', body)
  const [newest] = await list()
  if (!newest) throw new Error('The enquiry was not stored')
  return newest.id
}

beforeEach(async () => {
  await clearTables(kontor.database.pool, 'contacts', 'email_logs', 'customers', 'leads')
})

describe('the record of an enquiry', () => {
  test('contains the enquiry and its mails with their delivery', async () => {
    const found = await record(await sent({ ...visitor, language: 'en' }))
    expect(found).toMatchObject({
      ...visitor,
      language: 'en',
      state: 'new',
      suspect: false,
      customer: null,
      lead: null,
    })
    expect(kinds(found).toSorted()).toEqual(['confirmation', 'notice', 'received'])
    expect(found.timeline.find(({ kind }) => kind === 'confirmation')).toMatchObject({
      actor: null,
      mail: { to: visitor.email, delivery: 'queued', errorMessage: null, sentAt: null },
    })
    expect(found.timeline.find(({ kind }) => kind === 'notice')).toMatchObject({
      mail: { to: 'varsel@eksempel.example' },
    })
  })
})

describe('the state of enquiries', () => {
  const mark = (body: object) => admin('PATCH', '/api/contacts/state', body)
  const countNew = async () => (await admin('GET', '/api/contacts/counts')).json()

  test('is set for several at once and counted', async () => {
    const ids = [await sent(), await sent({ ...visitor, name: 'Ola' })]
    expect(await countNew()).toEqual({ new: 2 })
    const answer = await mark({ ids, state: 'handled' })
    expect(answer.json().ids.toSorted()).toEqual(ids.toSorted())
    expect(await countNew()).toEqual({ new: 0 })
    expect((await list()).map(({ state, version }) => [state, version])).toEqual([
      ['handled', 1],
      ['handled', 1],
    ])
    await mark({ ids: ids.slice(0, 1), state: 'new' })
    expect(await countNew()).toEqual({ new: 1 })
    const { timeline } = await record(ids[0] ?? '')
    expect(timeline.slice(0, 2)).toMatchObject([
      { kind: 'reopened', actor: 'Administrator' },
      { kind: 'handled', actor: 'Administrator' },
    ])
  })

  test('adds one timeline entry when set twice', async () => {
    const ids = [await sent()]
    await Promise.all([mark({ ids, state: 'handled' }), mark({ ids, state: 'handled' })])
    expect(kinds(await record(ids[0] ?? '')).filter((kind) => kind === 'handled')).toHaveLength(1)
  })

  test('leaves suspect and deleted enquiries out', async () => {
    const ids = [await sent(robot), unknownId]
    expect((await mark({ ids, state: 'handled' })).json()).toEqual({ ids: [] })
    expect(await list()).toMatchObject([{ state: 'suspect', suspect: true }])
    expect(await countNew()).toEqual({ new: 0 })
  })
})

describe('approving a suspect enquiry', () => {
  const approve = (id: string) => admin('POST', `/api/contacts/${id}/approve`)
  test('sends the confirmation that was held back exactly once, in the language of the form', async () => {
    const id = await sent({ ...robot, language: 'en' })
    expect(await mails()).toHaveLength(1)
    const [first, second] = await Promise.all([approve(id), approve(id)])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(await record(id)).toMatchObject({ state: 'new', suspect: false })
    expect((await mails()).map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['kari@nordmann.example', 'Thank you for your enquiry'],
      ['varsel@eksempel.example', 'Mistenkelig henvendelse fra Robot: Produktinformasjon'],
    ])
    expect(kinds(await record(id)).filter((kind) => kind === 'approved')).toHaveLength(1)
  })

  test('changes nothing for an enquiry that is not suspect', async () => {
    const id = await sent()
    expect((await approve(id)).json()).toMatchObject({ state: 'new' })
    expect(await mails()).toHaveLength(2)
    expect(kinds(await record(id))).not.toContain('approved')
  })

  test('leaves the enquiry suspect when the mails cannot be queued', async () => {
    const id = await sent(robot)
    const { pool } = kontor.database
    await pool.query('ALTER TABLE email_logs ADD CONSTRAINT nothing CHECK (false) NOT VALID')
    expect((await approve(id)).statusCode).toBe(500)
    await pool.query('ALTER TABLE email_logs DROP CONSTRAINT nothing')
    expect(await record(id)).toMatchObject({ state: 'suspect' })
  })
})

describe('a reply', () => {
  const reply = { subject: 'Sv: Produktinformasjon', text: 'Hei Kari.\n\nDet koster lite.' }
  const send = (id: string, body: object = reply) => admin('POST', `/api/contacts/${id}/replies`, body)

  test('appears in the timeline with author and delivery, and marks the enquiry as handled', async () => {
    const id = await sent()
    const answer = await send(id)
    expect(answer.statusCode).toBe(200)
    const { state, timeline } = answer.json()
    expect(state).toBe('handled')
    expect(timeline[0]).toMatchObject({
      kind: 'reply',
      actor: 'Administrator',
      ...reply,
      mail: { to: visitor.email, delivery: 'queued' },
    })
    expect(await mails()).toContainEqual(
      expect.objectContaining({ to: visitor.email, subject: reply.subject, type: 'contact', relatedId: id }),
    )
  })

  test('is sent once per id, also under concurrent calls', async () => {
    const id = await sent()
    const body = { ...reply, id: randomUUID() }
    const answers = await Promise.all([send(id, body), send(id, body), send(id, body)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await mails()).filter(({ subject }) => subject === reply.subject)).toHaveLength(1)
    expect((await send(await sent({ ...visitor, name: 'Ola' }), body)).statusCode).toBe(409)
  })

  test('to a suspect enquiry is refused until it is approved', async () => {
    const id = await sent(robot)
    const refused = await send(id)
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Henvendelsen er holdt tilbake som mistenkelig. Godkjenn den først.',
    ])
    expect(await mails()).toHaveLength(1)
    await admin('POST', `/api/contacts/${id}/approve`)
    expect((await send(id)).statusCode).toBe(200)
  })

  test('is deleted with its enquiry, and its mail loses its text', async () => {
    const id = await sent()
    await send(id)
    const { pool } = kontor.database
    await pool.query(`UPDATE email_logs SET delivery = 'sent', sent_at = now()`)
    expect((await admin('DELETE', `/api/contacts/${id}`)).statusCode).toBe(204)
    const { rows } = await pool.query('SELECT (SELECT count(*)::int FROM contact_replies) AS replies')
    expect(rows).toEqual([{ replies: 0 }])
    expect((await mails()).map(({ subject, hasContent }) => [subject, hasContent]).toSorted()).toEqual([
      ['Ny henvendelse', false],
      ['Svar på henvendelse', false],
      ['Takk for din henvendelse', false],
    ])
  })

  test('is part of the personal data of the visitor', async () => {
    const id = await sent()
    await send(id)
    const exported = (await admin('POST', '/api/privacy/export', { email: visitor.email })).json()
    expect(exported.enquiryReplies).toMatchObject([{ contactId: id, author: 'Administrator', ...reply }])
    expect((await admin('POST', '/api/privacy/erase', { email: visitor.email })).statusCode).toBe(200)
    expect((await kontor.database.pool.query('SELECT FROM contact_replies')).rowCount).toBe(0)
    expect(await mails()).toEqual([])
  })
})
