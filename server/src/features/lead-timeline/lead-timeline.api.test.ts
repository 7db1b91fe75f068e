import type { LeadEntry, TimelineItem } from '@kontor/contract/lead-timeline/lead-timeline.schema'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import type { TrashEntry } from '@kontor/contract/undo/undo.schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'

const { kontor, callOk, createDraft, answer } = await startAgreementApp()
const { pool } = kontor.database
const asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()

let lead: Lead

beforeEach(async () => {
  await pool.query('DELETE FROM leads')
  await pool.query('DELETE FROM trash')
  lead = (await asSales('POST', '/api/leads', { company_name: 'Prøve AS', email: 'post@prove.example' })).json()
})

const timeline = async (): Promise<TimelineItem[]> => {
  const response = await asSales('GET', `/api/leads/${lead.id}/timeline`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const addNote = async (text: string, as = asSales): Promise<LeadEntry> => {
  const response = await as('POST', `/api/leads/${lead.id}/notes`, { text })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const notePath = ({ id }: LeadEntry) => `/api/leads/${lead.id}/notes/${id}`

describe('GET /api/leads/{id}/timeline', () => {
  it('lists who changed what, newest first, whichever call changed it', async () => {
    const change = (body: object) => asAdmin('PUT', `/api/leads/${lead.id}`, body)
    await change({ next_step: 'Ringe' })
    await asSales('POST', '/api/leads/bulk', { leads: [{ id: lead.id }], changes: { status: 'Kontaktet' } })
    await change({ next_step: 'Møte', next_step_at: '2026-04-01', notes: 'Ikke i historikken' })
    await change({ next_step: 'Møte' })
    const items = await timeline()
    expect(items.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'change', field: 'next_step_at', from: null, to: '2026-04-01' }),
        expect.objectContaining({ kind: 'change', field: 'next_step', from: 'Ringe', to: 'Møte' }),
      ]),
    )
    expect(items.slice(2)).toMatchObject([
      { kind: 'status', from: 'Ny', to: 'Kontaktet', author: 'salg' },
      { kind: 'change', field: 'next_step', from: null, to: 'Ringe', author: 'Administrator' },
      { kind: 'created', at: lead.created_at, author: 'salg' },
    ])
  })

  it('keeps the reason of a lost lead until its status changes, then in the history', async () => {
    const change = async (body: object) => (await asSales('PUT', `/api/leads/${lead.id}`, body)).json<Lead>()
    expect(lead.status_since).toBe(lead.created_at)
    expect(await change({ lost_reason: 'Ikke avslått' })).toMatchObject({ status: 'Ny', lost_reason: null })
    const reason = { status: 'Avslått', lost_reason: 'For dyrt' }
    const lost = (await asSales('PATCH', `/api/leads/${lead.id}/status`, reason)).json<Lead>()
    expect(await change({ status: 'Avslått' })).toMatchObject({ lost_reason: 'For dyrt' })
    expect(lost.status_since > lead.created_at).toBe(true)
    await change({ lost_reason: 'Valgte en annen' })
    const won = await change({ status: 'Kontaktet' })
    expect([won.lost_reason, won.status_since > lost.status_since]).toEqual([null, true])
    expect((await change({ next_step: 'Ringe' })).status_since).toBe(won.status_since)
    const items = await timeline()
    expect(
      items.flatMap((item) => (item.kind === 'change' && item.field === 'lost_reason' ? [[item.from, item.to]] : [])),
    ).toEqual([
      ['For dyrt', 'Valgte en annen'],
      [null, 'For dyrt'],
    ])
    expect(items.filter(({ kind }) => kind === 'status')).toMatchObject([{ to: 'Kontaktet' }, { to: 'Avslått' }])
  })

  it("shows the customer's agreements, sent and answered, without the customer's name", async () => {
    const { lead: linked } = (await asSales('POST', `/api/leads/${lead.id}/customer`, {})).json()
    const person = { firstName: 'Kari', lastName: 'Nordmann', email: 'kari@prove.example' }
    const contact = await callOk<{ id: number }>('POST', '/api/contact-persons', {
      ...person,
      customerId: linked.customer_id,
    })
    const agreement = await createDraft({ customerId: linked.customer_id, title: 'Tilbudet' })
    await callOk('POST', `/api/agreements/${agreement.id}/send`, { contactPersonId: contact.id })
    await answer(agreement, { action: 'accept' })
    // Shown from the text that was answered.
    await kontor.database.pool.query(`UPDATE agreements SET title = 'Gratis' WHERE id = $1`, [agreement.id])
    const { reference } = agreement
    // The agreements' clock is the test's own.
    const sendings = (await timeline()).filter(({ kind }) => kind === 'agreement')
    expect(sendings).toMatchObject([
      { kind: 'agreement', event: 'answered', action: 'accept', reference, title: 'Tilbudet' },
      { kind: 'agreement', event: 'sent', action: null, reference, title: 'Tilbudet' },
    ])
    expect(await timeline()).toContainEqual(
      expect.objectContaining({ kind: 'change', field: 'customer', from: null, to: null, author: 'salg' }),
    )
  })
})

describe('notes and calls', () => {
  it('keeps a note with its author, and lets only the author change or delete it', async () => {
    const note = await addNote('Snakket med Kari.\nHun ringer tilbake.')
    expect(note).toMatchObject({ kind: 'note', author: 'salg', is_own: true, is_edited: false, version: 1 })
    for (const [method, body] of [['PUT', { text: 'Nei' }], ['DELETE']] as const) {
      const refused = await asAdmin(method, notePath(note), body)
      expect([refused.statusCode, refused.json().error]).toEqual([
        403,
        'Bare den som har skrevet notatet, kan endre det.',
      ])
    }
    const changed = await asSales('PUT', notePath(note), { text: 'Snakket med Ola.', version: 1 })
    expect(changed.json()).toMatchObject({ text: 'Snakket med Ola.', is_edited: true, version: 2 })
    const stale = await asSales('PUT', notePath(note), { text: 'Fra en annen fane', version: 1 })
    expect([stale.statusCode, stale.json().current]).toEqual([409, expect.objectContaining({ version: 2 })])
    expect((await asSales('DELETE', notePath(note))).statusCode).toBe(204)
    const fromOffice = await addNote('Fra kontoret', asAdmin)
    expect(fromOffice).toMatchObject({ author: 'Administrator', is_own: true })
    expect((await asSales('PUT', notePath(fromOffice), { text: 'Nei' })).statusCode).toBe(403)
    expect((await asAdmin('PUT', notePath(fromOffice), { text: 'Fra kontoret, igjen' })).statusCode).toBe(200)
  })

  it('keeps a deleted note in the trash, and restores it unchanged', async () => {
    const note = await addNote('Snakket med Kari.\nHun ringer tilbake.')
    await asSales('PUT', notePath(note), { text: 'Snakket med Ola.\nHan ringer tilbake.', version: 1 })
    const stale = await asSales('DELETE', `${notePath(note)}?version=1`)
    expect([stale.statusCode, stale.json().current]).toEqual([
      409,
      expect.objectContaining({ id: note.id, version: 2 }),
    ])
    expect((await asSales('DELETE', `${notePath(note)}?version=2`)).statusCode).toBe(204)
    const call = (await asSales('POST', `/api/leads/${lead.id}/calls`, { outcome: 'no_answer' })).json()
    expect((await asSales('DELETE', notePath(call))).statusCode).toBe(204)
    const trash: TrashEntry[] = (await asSales('GET', '/api/trash?kind=leads')).json()
    expect(trash).toHaveLength(2)
    for (const title of ['Samtale: Ikke svar', 'Snakket med Ola.']) {
      expect(trash).toContainEqual(
        expect.objectContaining({ kind: 'leadEntries', title, belongsTo: lead.company_name, deletedBy: 'salg' }),
      )
    }
    const restore = () => asSales('POST', `/api/trash/leadEntries/${note.id}/restore`)
    expect((await restore()).json()).toMatchObject({ kind: 'leadEntries', title: 'Snakket med Ola.' })
    expect((await restore()).statusCode).toBe(404)
    const [restored] = await timeline()
    expect(restored).toMatchObject({
      id: note.id,
      text: 'Snakket med Ola.\nHan ringer tilbake.',
      author: 'salg',
      is_own: true,
    })
    const gone = (await addNote('Siste')).id
    await asSales('DELETE', `/api/leads/${lead.id}/notes/${gone}`)
    await asSales('DELETE', `/api/leads/${lead.id}`)
    const refused = await asSales('POST', `/api/trash/leadEntries/${gone}/restore`)
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Leadet finnes ikke lenger. Gjenopprett leadet først.',
    ])
  })

  it('logs a call by its outcome alone, or with a note', async () => {
    const log = (body: object) => asSales('POST', `/api/leads/${lead.id}/calls`, body)
    expect((await log({ outcome: 'no_answer' })).json()).toMatchObject({ kind: 'call', text: null })
    expect((await log({ outcome: 'answered', text: 'Vil ha tilbud' })).json()).toMatchObject({ text: 'Vil ha tilbud' })
    expect(await timeline()).toMatchObject([
      { kind: 'call', outcome: 'answered' },
      { kind: 'call', outcome: 'no_answer' },
      { kind: 'created' },
    ])
    const refused = await log({ outcome: 'kanskje' })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { outcome: 'Ugyldig utfall' }])
  })

  it('rejects a note without text or longer than 5000 characters', async () => {
    const add = (text: string) => asSales('POST', `/api/leads/${lead.id}/notes`, { text })
    expect((await add(' ')).json().fields).toEqual({ text: 'Notat er påkrevd' })
    expect((await add('å'.repeat(5001))).statusCode).toBe(400)
    expect((await add('å'.repeat(5000))).statusCode).toBe(200)
  })

  it.each([
    ['GET', 'timeline', undefined],
    ['POST', 'notes', { text: 'Hei' }],
    ['POST', 'calls', { outcome: 'answered' }],
  ] as const)('answers 404 for an unknown lead: %s %s', async (method, path, body) => {
    const answer = await asSales(method, `/api/leads/999999/${path}`, body)
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'Leadet finnes ikke.'])
  })

  it('counts as work on the lead, without changing its version', async () => {
    await pool.query(`UPDATE leads SET last_touched_at = '2026-01-01'`)
    await addNote('Ringte')
    const touched: Lead = (await asSales('GET', `/api/leads/${lead.id}`)).json()
    expect(touched.version).toBe(lead.version)
    expect(touched.last_touched_at > '2026-01-02').toBe(true)
  })

  it("can only be changed by its author, keeps a deleted author's name, and goes with its lead", async () => {
    const { rows } = await pool.query<{ id: number }>(
      `WITH author AS (INSERT INTO users (username, password_hash) VALUES ('vikar', 'x') RETURNING id)
       INSERT INTO lead_entries (lead_id, kind, text, author, author_id)
       SELECT $1, 'note', 'Fra vikaren', 'vikar', id FROM author RETURNING author_id AS id`,
      [lead.id],
    )
    const [written] = await timeline()
    const path = `/api/leads/${lead.id}/notes/${written?.id}`
    expect((await asSales('PUT', path, { text: 'Nei' })).statusCode).toBe(403)
    expect((await asAdmin('DELETE', `/api/users/${rows[0]?.id}`)).statusCode).toBe(204)
    const [note] = await timeline()
    expect(note).toMatchObject({ kind: 'note', author: 'vikar', is_own: false })
    expect((await asAdmin('PUT', path, { text: 'Nei' })).statusCode).toBe(403)
    await asSales('DELETE', `/api/leads/${lead.id}`)
    expect((await pool.query('SELECT FROM lead_entries')).rowCount).toBe(0)
  })
})
