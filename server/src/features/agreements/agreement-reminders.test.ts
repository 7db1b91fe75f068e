import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { remindCustomers } from './agreements.jobs.ts'

const { kontor, createDraft, send, createAndSend, read, events, mails, answer, person } = await startAgreementApp()
const { deps } = kontor
const start = kontor.clock.now().toISOString()

/** The reminder mails of an agreement: those that are scheduled, and those that the office sends. */
const remindersOf = async (id: string) =>
  (await mails()).filter(({ relatedId, subject }) => relatedId === id && subject.startsWith('Påminnelse'))
/** The days of the scheduled reminders in the timeline. */
const remindedOn = async (id: string) =>
  (await events(id))
    .filter(({ kind, actor }) => kind === 'reminded' && actor === 'system')
    .map(({ at }) => at.slice(5, 10))

/** Runs the reminders at 07:00 UTC on each day, twice concurrently and once more. */
const runRemindersOn = async (...days: readonly string[]) => {
  for (const day of days) {
    kontor.clock.set(`2026-${day}T07:00:00.000Z`)
    await Promise.all([remindCustomers(deps), remindCustomers(deps)])
    await remindCustomers(deps)
  }
  kontor.clock.set(start)
}

const often = { remindAfterDays: 10, remindEveryDays: 1, remindAtMost: 10 }
const schedules: readonly [what: string, body: object, days: readonly string[]][] = [
  ['`reminderDays` before the last day, once', { validUntil: '2026-04-10', reminderDays: 3 }, ['04-07']],
  ['the day after the first mail at the earliest', { validUntil: '2026-03-26', reminderDays: 7 }, ['03-25']],
  ['off by default', { validUntil: '2026-04-01' }, []],
  ['not without a last day', { reminderDays: 7 }, []],
  [
    'after `remindAfterDays`, then every `remindEveryDays`, at most `remindAtMost` times',
    { remindAfterDays: 10, remindEveryDays: 4, remindAtMost: 3 },
    ['04-03', '04-07', '04-11'],
  ],
  ['once without `remindEveryDays`', { remindAfterDays: 10 }, ['04-03']],
  ['never after the last day', { ...often, validUntil: '2026-04-04' }, ['04-03', '04-04']],
  [
    'in one mail on a day when the one before the last day is due too',
    { remindAfterDays: 10, remindEveryDays: 10, reminderDays: 2, validUntil: '2026-04-05' },
    ['04-03'],
  ],
]

test('reminders are sent on their days, to the last recipient, for open agreements only', async () => {
  const sent: string[] = []
  for (const [, body] of schedules) sent.push((await createAndSend(body)).id)
  const draft = await createDraft({ validUntil: '2026-04-01', reminderDays: 7 })
  const answered = await createAndSend({ validUntil: '2026-04-01', reminderDays: 7 })
  await answer(answered, { action: 'contact' })
  const march = Array.from({ length: 8 }, (_, day) => `03-${24 + day}`)
  const april = Array.from({ length: 16 }, (_, day) => `04-${String(day + 1).padStart(2, '0')}`)
  await runRemindersOn(...march, ...april)
  for (const [index, [what, , days]] of schedules.entries()) {
    expect(await remindedOn(sent[index] ?? ''), what).toEqual(days)
    expect(await remindersOf(sent[index] ?? ''), what).toHaveLength(days.length)
  }
  for (const { id } of [draft, answered]) expect(await remindersOf(id)).toEqual([])
  expect((await events(sent[0] ?? '')).at(-1)).toMatchObject({
    kind: 'reminded',
    actor: 'system',
    recipientEmail: person.email,
    at: '2026-04-07T07:00:00.000Z',
  })
  expect(await read(sent[2] ?? '')).toMatchObject({ reminderDays: null })
})

test('an agreement whose recipient was erased is not reminded, and counts no reminder', async () => {
  const { id } = await createAndSend({ validUntil: '2026-04-10', reminderDays: 3 })
  await kontor.database.pool.query('UPDATE agreements SET recipient_email = NULL WHERE id = $1', [id])
  await runRemindersOn('04-07')
  const { rows } = await kontor.database.pool.query(
    'SELECT reminders_sent, reminded_on FROM agreements WHERE id = $1',
    [id],
  )
  expect(rows).toEqual([{ reminders_sent: 0, reminded_on: null }])
})

test('after downtime, a reminder is sent late, but not after the last day; the next keep their distance', async () => {
  const late = await createAndSend({ validUntil: '2026-04-10', reminderDays: 5 })
  const over = await createAndSend({ validUntil: '2026-04-08', reminderDays: 5 })
  const spaced = await createAndSend({ remindAfterDays: 1, remindEveryDays: 2 })
  await runRemindersOn('04-09', '04-10', '04-11')
  expect(await remindedOn(late.id)).toEqual(['04-09'])
  expect(await remindedOn(over.id)).toEqual([])
  expect(await remindedOn(spaced.id)).toEqual(['04-09', '04-11'])
})

test('without a configured eID, no reminder is sent, and the timeline and one notice say why', async () => {
  const agreement = await createAndSend({ remindAfterDays: 2, remindEveryDays: 1, remindAtMost: 5 })
  const verifyBy = (method: string) =>
    kontor.database.pool.query('UPDATE agreements SET verification = $1 WHERE id = $2', [method, agreement.id])
  await verifyBy('eid')
  await runRemindersOn('03-26', '03-27', '03-28')
  expect(await remindersOf(agreement.id)).toMatchObject([
    { to: 'varsel@eksempel.example', subject: expect.stringMatching(/^Påminnelse ikke sendt/) },
  ])
  const withheld = (await events(agreement.id)).filter(({ kind }) => kind.startsWith('remind'))
  expect(withheld).toMatchObject([{ kind: 'reminder_withheld', actor: 'system', at: '2026-03-26T07:00:00.000Z' }])
  expect(await read(agreement.id)).toMatchObject({ status: 'sent', verification: 'eid' })

  await verifyBy('link')
  await runRemindersOn('03-29')
  expect((await events(agreement.id)).at(-1)).toMatchObject({ kind: 'reminded', recipientEmail: person.email })
})

test("reminders and the office's resends are counted together, and copies are reminded, too", async () => {
  const once = await createAndSend({ validUntil: '2026-03-26', reminderDays: 7 })
  await send(once.id)
  const { id } = await createAndSend({ remindAfterDays: 3, remindEveryDays: 2, remindAtMost: 3 })
  await runRemindersOn('03-25', '03-27', '03-28')
  expect(await remindedOn(once.id)).toEqual([])
  kontor.clock.set('2026-03-29T09:00:00.000Z')
  const adminLater = await kontor.asAdmin()
  const body = { contactPersonId: person.id, cc: ['leder@kunde.example'] }
  expect((await adminLater('POST', `/api/agreements/${id}/send`, body)).statusCode).toBe(200)
  await runRemindersOn('03-30', '03-31', '04-02')
  expect(await remindedOn(id)).toEqual(['03-27', '03-31'])
  const [last, ...others] = await remindersOf(id)
  expect(last).toMatchObject({ cc: ['leder@kunde.example'] })
  expect(others).toHaveLength(2)
})

test('days count from the one in Norway on which an agreement was sent, also shortly after midnight', async () => {
  const { id } = await createAndSend({ remindAfterDays: 1, remindAtMost: 1 })
  await kontor.database.pool.query(`UPDATE agreements SET sent_at = '2026-03-24T23:30:00Z' WHERE id = $1`, [id])
  await runRemindersOn('03-25', '03-26')
  expect(await remindedOn(id)).toEqual(['03-26'])
})
