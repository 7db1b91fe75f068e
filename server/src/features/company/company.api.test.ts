import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()
const { pool } = kontor.database

const read = async () => (await admin('GET', '/api/company')).json()
const change = (facts: object) => admin('PUT', '/api/company', facts)

const own = {
  name: 'Fjordheim Verktøy AS',
  shortName: 'Fjordheim',
  organizationNumber: '974760673',
  founded: 1998,
  phone: '55 12 34 56',
  email: 'hei@fjordheim.example',
  street: 'Bryggen 7',
  postCode: '5003',
  city: 'Bergen',
}

beforeEach(async () => {
  await clearTables(pool, 'company', 'company_photos', 'email_logs', 'contacts')
})

describe("the company's facts", () => {
  test('are the delivered ones until somebody changes them', async () => {
    expect(await read()).toEqual({ ...deliveredCompany, version: 1, updatedAt: null })
  })

  test('change as far as they are given, and are stored', async () => {
    const answer = await change({ ...own, version: 1 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ ...own, organizationNumber: '974 760 673', version: 2 })
    expect(answer.json().team).toEqual(deliveredCompany.team)
    expect(answer.json().updatedAt).toMatch(/Z$/)
    expect(await read()).toEqual(answer.json())
  })

  test('rejects a stale change and returns the current version', async () => {
    await change({ ...own, version: 1 })
    const answer = await change({ name: 'For sent AS', version: 1 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().current).toEqual(await read())
    expect(await read()).toMatchObject({ name: own.name })
  })

  test('of two concurrent changes to the same version, one is stored', async () => {
    const answers = await Promise.all([
      change({ name: 'Først AS', version: 1 }),
      change({ name: 'Sist AS', version: 1 }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await read()).version).toBe(2)
  })

  test('are for the administrator only', async () => {
    expect((await kontor.call('GET', '/api/company')).statusCode).toBe(401)
    expect((await sales('GET', '/api/company')).statusCode).toBe(403)
    expect((await kontor.call('PUT', '/api/company', own)).statusCode).toBe(401)
    expect((await sales('PUT', '/api/company', own)).statusCode).toBe(403)
  })

  const member = { ...deliveredCompany.team[0], bookingUrl: null, email: 'kari@fjordheim.example' }

  test.each([
    [{ name: ' ' }, 'name'],
    [{ organizationNumber: '974760674' }, 'organizationNumber'],
    [{ founded: 98 }, 'founded'],
    [{ phone: 'ring oss' }, 'phone'],
    [{ email: 'hei' }, 'email'],
    [{ bookingUrl: 'booking.example' }, 'bookingUrl'],
    [{ bookingUrl: 'http://booking.example' }, 'bookingUrl'],
    [{ bookingUrl: 'javascript:alert(1)' }, 'bookingUrl'],
    [{ tags: { googleAnalytics: 'G-1"><script>', metaPixel: null } }, 'tags.googleAnalytics'],
    [{ tags: { googleAnalytics: null, metaPixel: 'x' } }, 'tags.metaPixel'],
    [{ team: [{ ...member, email: null }] }, 'team.0.email'],
    [{ team: [{ ...member, role: { no: 'Leder', en: '' } }] }, 'team.0.role.en'],
    [{ team: [{ ...member, photo: '../kari' }] }, 'team.0.photo'],
    [{ team: Array.from({ length: 13 }, () => member) }, 'team'],
  ])('reject %j', async (facts, field) => {
    const answer = await change(facts)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: expect.any(String) })
    expect((await read()).version).toBe(1)
  })

  test('reject a photo that was never uploaded', async () => {
    const answer = await change({ team: [member, { ...member, photo: '00000000-0000-4000-8000-000000000001' }] })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual(['team.1.photo'])
  })

  test('take no booking link, no tags and nobody in the team', async () => {
    const empty = { bookingUrl: '', tags: { googleAnalytics: '', metaPixel: '' }, team: [] }
    expect((await change(empty)).json()).toMatchObject({
      bookingUrl: null,
      tags: { googleAnalytics: null, metaPixel: null },
      team: [],
    })
  })
})

describe('mails', () => {
  const enquire = async () => {
    const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }
    expect((await kontor.call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
    const { rows } = await pool.query(`SELECT * FROM email_logs WHERE to_address = 'kari@kunde.example'`)
    return rows[0]
  }

  test("have the company's letterhead, signature and sender from the moment it changes", async () => {
    expect((await enquire()).html_content).toContain('Eksempel AS')
    await clearTables(pool, 'email_logs', 'contacts')
    await change({ ...own, name: 'Fjord & Fjell <AS>' })
    const mail = await enquire()
    expect(mail).toMatchObject({ from_name: 'Fjord & Fjell <AS>', from_address: own.email })
    expect(mail.html_content).toContain('Vennlig hilsen<br>Fjord &amp; Fjell &lt;AS&gt;')
    expect(mail.html_content).toContain('Bryggen 7, 5003 Bergen<br>55 12 34 56 · hei@fjordheim.example')
    expect(mail.html_content).not.toContain('Eksempel')
    expect(mail.text_content).toContain('Bryggen 7, 5003 Bergen')
  })
})

test("an agreement's text names the company as it is when the agreement is sent", async () => {
  const { kontor: app, createAndSend, callOk } = await startAgreementApp()
  await callOk('PUT', '/api/company', own)
  const { id } = await createAndSend({ title: 'Drift' })
  const { rows } = await app.database.pool.query('SELECT content FROM agreement_snapshots WHERE agreement_id = $1', [
    id,
  ])
  expect(JSON.parse(rows[0].content).seller).toEqual({
    name: own.name,
    organizationNumber: '974 760 673',
    address: 'Bryggen 7, 5003 Bergen',
    email: own.email,
    phone: own.phone,
    responsible: null,
  })
  const mails = await app.database.pool.query('SELECT subject FROM email_logs')
  expect(mails.rows).toEqual([{ subject: 'Avtale fra Fjordheim Verktøy AS: Drift' }])
})

test("a password made of the company's current name is easy to guess", async () => {
  await change({ ...own, name: 'Hvitvassrokk', shortName: 'Hvitvassrokk' })
  const weak = await admin('POST', '/api/users', { username: 'selger', password: 'Hvitvassrokk1' })
  expect(weak.statusCode).toBe(400)
  expect(weak.json().fields.password).toContain('lett å gjette')
})
