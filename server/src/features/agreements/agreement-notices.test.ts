import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { afterEach, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { noteExpiries } from './agreements.jobs.ts'

const { kontor, callOk, createDraft, send, createAndSend, read, mails, answer, responsePath } =
  await startAgreementApp()
const start = '2026-03-24T09:00:00.000Z'
afterEach(() => kontor.clock.set(start))

const open = async (agreement: Agreement): Promise<void> => {
  const opened = await kontor.call('POST', `${responsePath(agreement)}/opened`)
  expect(opened.statusCode).toBe(204)
}

/** The mails to the company about an agreement whose subject begins with this. */
const noticesOf = async ({ id }: Pick<Agreement, 'id'>, beginning: string) => {
  const all = (await mails()).filter(({ relatedId, to }) => relatedId === id && to === 'varsel@eksempel.example')
  return all.filter(({ subject }) => subject.startsWith(beginning))
}

const htmlOf = async (emailLogId: string): Promise<string> =>
  (await callOk<{ htmlContent: string }>('GET', `/api/email-logs/${emailLogId}`)).htmlContent

describe('the first opening of a link', () => {
  test('is recorded, and the company gets one mail with a link to the agreement', async () => {
    const agreement = await createAndSend({ title: 'Åpnes' })
    await Promise.all([open(agreement), open(agreement), open(agreement)])
    kontor.clock.advance({ days: 1 })
    await open(agreement)
    kontor.clock.set(start)
    expect(await read(agreement.id)).toMatchObject({ openedAt: start })
    const [notice, ...others] = await noticesOf(agreement, 'Åpnet: Åpnes – Blåbær & sønner AS')
    expect([notice?.type, others]).toEqual(['agreement', []])
    const html = await htmlOf(notice?.id ?? '')
    expect(html).toContain(`href="https://www.eksempel.example/admin/avtaler/${agreement.id}"`)
    expect(html).toContain('kari@kunde.example')
    expect(html).not.toContain(agreement.responseToken)
  })

  test('also notifies the person responsible for the agreement', async () => {
    const agreement = await createAndSend({ title: 'Ansvar', responsibleEmail: 'ansvarlig@eksempel.example' })
    await open(agreement)
    await answer(agreement, { action: 'accept', name: 'Kari' })
    for (const beginning of ['Åpnet', 'Akseptert']) {
      expect(await noticesOf(agreement, beginning)).toMatchObject([{ cc: ['ansvarlig@eksempel.example'] }])
    }
    const own = await createAndSend({ title: 'Eget', responsibleEmail: 'VARSEL@eksempel.example' })
    await open(own)
    expect(await noticesOf(own, 'Åpnet')).toMatchObject([{ cc: [] }])
  })

  test('sends no mail for a draft or an answered agreement', async () => {
    const draft = await createDraft()
    await open(draft)
    expect(await read(draft.id)).toMatchObject({ openedAt: null })
    const answered = await createAndSend()
    await answer(answered, { action: 'accept', name: 'Kari' })
    await open(answered)
    expect(await read(answered.id)).toMatchObject({ openedAt: start })
    for (const agreement of [draft, answered]) expect(await noticesOf(agreement, 'Åpnet')).toEqual([])
  })

  test('does not change the mail on the card', async () => {
    const agreement = await createAndSend()
    const { lastMail, version } = await read(agreement.id)
    await open(agreement)
    expect(await read(agreement.id)).toMatchObject({ lastMail, version })
  })
})

describe('an offer that expires unanswered', () => {
  /** Runs the job at 07:30 on `day`, twice concurrently and once more. */
  const noteOn = async (day: string): Promise<void> => {
    kontor.clock.set(`${day}T05:30:00.000Z`)
    await Promise.all([noteExpiries(kontor.deps), noteExpiries(kontor.deps)])
    await noteExpiries(kontor.deps)
    kontor.clock.set(start)
  }
  const expired = 'Utløpt uten svar'

  test('sends the company one mail, the day after the last day', async () => {
    const agreement = await createAndSend({ title: 'Tilbud', validUntil: '2026-03-31' })
    await noteOn('2026-03-31')
    expect(await noticesOf(agreement, expired)).toEqual([])
    await noteOn('2026-04-01')
    await noteOn('2026-04-02')
    const notices = await noticesOf(agreement, expired)
    expect(notices.map(({ subject }) => subject)).toEqual(['Utløpt uten svar: Tilbud – Blåbær & sønner AS'])
    const html = await htmlOf(notices[0]?.id ?? '')
    expect(html).toContain('tirsdag 31. mars 2026')
    expect(html).toContain(`/admin/avtaler/${agreement.id}`)
  })

  test('sends another mail after a new last day, and after a new sending with one', async () => {
    const moved = await createAndSend({ validUntil: '2026-03-31' })
    const sent = await createAndSend({ validUntil: '2026-03-31' })
    await noteOn('2026-04-01')
    await callOk('PUT', `/api/agreements/${moved.id}`, { validUntil: '2026-04-02' })
    await send(sent.id, { validUntil: '2026-04-02' })
    await noteOn('2026-04-03')
    for (const agreement of [moved, sent]) expect(await noticesOf(agreement, expired)).toHaveLength(2)
  })

  test('sends no mail if it is answered, a draft, sent after its last day, or expired long ago', async () => {
    const answered = await createAndSend({ validUntil: '2026-03-31' })
    await answer(answered, { action: 'contact' })
    const draft = await createDraft({ validUntil: '2026-03-31' })
    const late = await createAndSend({ validUntil: '2026-03-23' })
    const old = await createAndSend({ validUntil: '2026-03-25' })
    await noteOn('2026-03-25')
    await noteOn('2026-04-02')
    for (const agreement of [answered, draft, late, old]) expect(await noticesOf(agreement, expired)).toEqual([])
  })
})
