import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { setMorningMail } from '../../testing/address-code.ts'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { clearTables } from '../../testing/database.ts'
import { sendMorningMails } from './leads.morning.service.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
let asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()
const other = openDatabase(kontor.database.runtime)
onCleanup(other.close)
const [me] = (await asSales('GET', '/api/leads/owners')).json()

const settings = (body: object, caller = asSales) => caller('PUT', '/api/users/me/morning-mail', body)
const add = async (company_name: string, body: object): Promise<number> =>
  (await asSales('POST', '/api/leads', { company_name, owner_id: me.id, ...body })).json().id
const mails = async () =>
  (await pool.query('SELECT to_address AS to, subject, text_content AS text, html_content AS html FROM email_logs'))
    .rows

beforeEach(async () => {
  // Tuesday.
  kontor.clock.set('2026-03-24T06:00:00.000Z')
  await pool.query('DELETE FROM leads')
  await pool.query('UPDATE users SET morning_mailed_on = NULL')
  await setMorningMail(kontor, asSales, { email: 'selger@eksempel.example', enabled: true })
  await clearTables(pool, 'email_logs')
})

describe('the morning mail', () => {
  it('lists due and overdue steps with links, escaped, without those of other owners and lost leads', async () => {
    const id = await add('I <b>dag</b> AS', {
      next_step_at: '2026-03-24',
      next_step: 'Ring {company}',
      phone: '22 33 44 55',
    })
    await add('Forfalt AS', { next_step_at: '2026-03-20' })
    await add('Senere AS', { next_step_at: '2026-03-25' })
    await add('Tapt AS', { next_step_at: '2026-03-20', status: 'Avslått' })
    await add('Ingens AS', { next_step_at: '2026-03-24', owner_id: null })
    await sendMorningMails(kontor.deps)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'selger@eksempel.example', subject: '2 leads å følge opp i dag' })
    expect(mail.html).toContain(`${kontor.config.publicUrl}/leads/${id}"`)
    expect(mail.html).toContain('I &lt;b&gt;dag&lt;/b&gt; AS')
    expect(mail.text).toContain('Forfalt fredag 20. mars 2026')
    expect(mail.text).toContain('22 33 44 55')
    for (const absent of ['Senere AS', 'Tapt AS', 'Ingens AS']) expect(mail.text).not.toContain(absent)
  })

  it('lists steps due today before overdue ones when the list is too long', async () => {
    await add('I dag AS', { next_step_at: '2026-03-24' })
    await pool.query(
      `INSERT INTO leads (company_name, owner_id, next_step_at) SELECT 'Forfalt ' || n || ' AS', $1, '2026-03-20'::date - n FROM generate_series(1, 50) n`,
      [me.id],
    )
    await sendMorningMails(kontor.deps)
    const [{ subject, text }] = await mails()
    expect(subject).toBe('51 leads å følge opp i dag')
    expect(text).toContain('I dag AS')
    expect(text).toContain('Og 1 til.')
    expect(text).not.toContain('Forfalt 50 AS')
    expect(text.indexOf('Forfalt 49 AS')).toBeLessThan(text.indexOf('Forfalt 1 AS'))
  })

  it('is sent once per day, also by two instances, and again the next day', async () => {
    await add('I dag AS', { next_step_at: '2026-03-24' })
    await Promise.all([sendMorningMails(kontor.deps), sendMorningMails({ ...kontor.deps, database: other })])
    await sendMorningMails(kontor.deps)
    expect(await mails()).toHaveLength(1)
    kontor.clock.set('2026-03-25T06:00:00.000Z')
    await sendMorningMails(kontor.deps)
    expect(await mails()).toHaveLength(2)
  })

  it('is not sent when nothing is due, when it is off, or to inactive users', async () => {
    await sendMorningMails(kontor.deps)
    await add('I dag AS', { next_step_at: '2026-03-24' })
    await pool.query('UPDATE users SET morning_mailed_on = NULL')
    await settings({ email: 'selger@eksempel.example', enabled: false })
    await sendMorningMails(kontor.deps)
    await pool.query('UPDATE users SET morning_mail = true, is_active = false')
    await sendMorningMails(kontor.deps)
    await pool.query('UPDATE users SET is_active = true')
    expect(await mails()).toEqual([])
    // The deactivation has ended the session.
    asSales = await kontor.asSales()
  })
})

describe('/api/users/me/morning-mail', () => {
  it("stores the caller's choice, which requires an address", async () => {
    expect((await settings({ email: ' selger@eksempel.example ', enabled: false })).json()).toEqual({
      email: 'selger@eksempel.example',
      enabled: false,
    })
    expect((await asSales('GET', '/api/users/me/morning-mail')).json()).toMatchObject({ enabled: false })
    const refused = await settings({ email: '', enabled: true })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { email: 'E-post er påkrevd' }])
    expect((await settings({ email: 'ingen', enabled: false })).statusCode).toBe(400)
    expect((await settings({ email: '', enabled: false })).json()).toEqual({ email: null, enabled: false })
    // The administrator has none.
    expect((await asAdmin('GET', '/api/users/me/morning-mail')).json()).toEqual({ email: null, enabled: false })
    expect((await settings({ email: null, enabled: false }, asAdmin)).statusCode).toBe(403)
  })
})
