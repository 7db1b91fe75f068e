import { describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { remindCustomers } from './agreements.jobs.ts'

describe('a scheduled reminder', async () => {
  const { kontor, createDraft, send, createAndSend, read, events, mails, answer, person } = await startAgreementApp()
  const { deps } = kontor
  const remindersOf = async (id: string) =>
    (await mails()).filter(({ relatedId, subject }) => relatedId === id && subject.startsWith('Påminnelse')).length
  /** Runs the reminders at 07:00 UTC on `day`, twice concurrently and once more. */
  const runRemindersOn = async (day: string) => {
    kontor.clock.set(`${day}T07:00:00.000Z`)
    await Promise.all([remindCustomers(deps), remindCustomers(deps)])
    await remindCustomers(deps)
    kontor.clock.set('2026-03-24T09:00:00.000Z')
  }

  test('is sent once, `reminderDays` before the last day, to the last recipient, and appears in the timeline', async () => {
    const agreement = await createAndSend({ validUntil: '2026-04-10', reminderDays: 3 })
    for (const day of ['2026-03-25', '2026-04-06']) await runRemindersOn(day)
    expect(await remindersOf(agreement.id)).toBe(0)
    await runRemindersOn('2026-04-07')
    expect(await remindersOf(agreement.id)).toBe(1)
    expect((await events(agreement.id)).at(-1)).toMatchObject({
      kind: 'reminded',
      actor: 'system',
      recipientEmail: person.email,
      at: '2026-04-07T07:00:00.000Z',
    })
    for (const day of ['2026-04-08', '2026-04-09', '2026-04-10']) await runRemindersOn(day)
    expect(await remindersOf(agreement.id)).toBe(1)
  })

  test('is sent late after downtime, but not after the last day', async () => {
    const [late, over] = [
      await createAndSend({ validUntil: '2026-04-10', reminderDays: 5 }),
      await createAndSend({ validUntil: '2026-04-08', reminderDays: 5 }),
    ]
    await runRemindersOn('2026-04-09')
    expect([await remindersOf(late.id), await remindersOf(over.id)]).toEqual([1, 0])
  })

  test('is off by default, and only sent for open agreements with a last day', async () => {
    const withReminder = { validUntil: '2026-04-01', reminderDays: 7 }
    const off = await createAndSend({ validUntil: '2026-04-01' })
    const withoutLastDay = await createAndSend({ reminderDays: 7 })
    const draft = await createDraft(withReminder)
    const answered = await createAndSend(withReminder)
    await answer(answered, { action: 'contact' })
    await runRemindersOn('2026-03-30')
    for (const { id } of [off, withoutLastDay, draft, answered]) expect(await remindersOf(id)).toBe(0)
    expect(await read(off.id)).toMatchObject({ reminderDays: null })
  })

  test('is not sent on the day of the first mail, nor after a manual reminder', async () => {
    const agreement = await createAndSend({ validUntil: '2026-03-26', reminderDays: 7 })
    await runRemindersOn('2026-03-24')
    expect(await remindersOf(agreement.id)).toBe(0)
    await send(agreement.id)
    await runRemindersOn('2026-03-25')
    expect(await remindersOf(agreement.id)).toBe(1)
  })

  test('is not sent while its eID is not configured: the timeline and one notice say why', async () => {
    const agreement = await createAndSend({ remindAfterDays: 2, remindEveryDays: 1, remindAtMost: 5 })
    const verifyBy = (method: string) =>
      kontor.database.pool.query('UPDATE agreements SET verification = $1 WHERE id = $2', [method, agreement.id])
    await verifyBy('eid')
    for (const day of ['2026-03-26', '2026-03-27', '2026-03-28']) await runRemindersOn(day)
    expect(await remindersOf(agreement.id)).toBe(1)
    expect((await mails()).find(({ subject }) => subject.startsWith('Påminnelse ikke sendt'))).toMatchObject({
      to: 'varsel@eksempel.example',
      relatedId: agreement.id,
    })
    const withheld = (await events(agreement.id)).filter(({ kind }) => kind.startsWith('remind'))
    expect(withheld).toMatchObject([{ kind: 'reminder_withheld', actor: 'system', at: '2026-03-26T07:00:00.000Z' }])
    expect(await read(agreement.id)).toMatchObject({ status: 'sent', verification: 'eid' })

    await verifyBy('link')
    await runRemindersOn('2026-03-29')
    expect((await events(agreement.id)).at(-1)).toMatchObject({ kind: 'reminded', recipientEmail: person.email })
  })

  describe('after the sending', () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, day) => `2026-04-${String(day + 1).padStart(2, '0')}`)
    /** Sends on 24 March, runs the reminders on each day from 1 April, and returns the days of those that were sent. */
    const remindersIn = async (body: object, count = 20): Promise<string[]> => {
      const { id } = await createAndSend(body)
      for (const day of days(count)) await runRemindersOn(day)
      const reminded = (await events(id)).filter(({ kind }) => kind === 'reminded')
      expect(await remindersOf(id)).toBe(reminded.length)
      return reminded.map(({ at }) => at.slice(0, 10))
    }

    test('is sent after `remindAfterDays`, then every `remindEveryDays`, at most `remindAtMost` times', async () => {
      expect(await remindersIn({ remindAfterDays: 10, remindEveryDays: 4, remindAtMost: 3 })).toEqual([
        '2026-04-03',
        '2026-04-07',
        '2026-04-11',
      ])
    })

    test('is sent once without `remindEveryDays`, and never after the last day', async () => {
      expect(await remindersIn({ remindAfterDays: 10 })).toEqual(['2026-04-03'])
      const often = { remindAfterDays: 10, remindEveryDays: 1, remindAtMost: 10 }
      expect(await remindersIn({ ...often, validUntil: '2026-04-04' })).toEqual(['2026-04-03', '2026-04-04'])
    })

    test('is one mail on a day when the one before the last day is due too', async () => {
      const reminders = { remindAfterDays: 10, remindEveryDays: 10, reminderDays: 2, validUntil: '2026-04-05' }
      expect(await remindersIn(reminders)).toEqual(['2026-04-03'])
    })

    test('is sent once a day after downtime, spaced as usual', async () => {
      const { id } = await createAndSend({ remindAfterDays: 1, remindEveryDays: 2 })
      for (const day of ['2026-04-10', '2026-04-11', '2026-04-12']) await runRemindersOn(day)
      expect(await remindersOf(id)).toBe(2)
    })

    test('count with those that the office sends, and also go to those who got a copy', async () => {
      const { id } = await createAndSend({ remindAfterDays: 3, remindEveryDays: 2, remindAtMost: 3 })
      await runRemindersOn('2026-03-27')
      await runRemindersOn('2026-03-28')
      expect(await remindersOf(id)).toBe(1)
      kontor.clock.set('2026-03-29T09:00:00.000Z')
      const adminLater = await kontor.asAdmin()
      const body = { contactPersonId: person.id, cc: ['leder@kunde.example'] }
      expect((await adminLater('POST', `/api/agreements/${id}/send`, body)).statusCode).toBe(200)
      await runRemindersOn('2026-03-30')
      expect(await remindersOf(id)).toBe(2)
      await runRemindersOn('2026-03-31')
      expect(await remindersOf(id)).toBe(3)
      expect((await mails()).find(({ relatedId }) => relatedId === id)).toMatchObject({ cc: ['leder@kunde.example'] })
      await runRemindersOn('2026-04-02')
      expect(await remindersOf(id)).toBe(3)
    })
  })
})
