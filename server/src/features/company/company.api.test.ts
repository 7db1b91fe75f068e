import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { clearTables } from '../../testing/database.ts'

const { kontor, admin, createAndSend } = await startAgreementApp()
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

  test('rejects an invalid fact', async () => {
    const answer = await change({ ...own, founded: 98 })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['founded']])
    expect((await read()).version).toBe(1)
  })

  test('rejects a photo that was never uploaded', async () => {
    const answer = await change({
      team: [deliveredCompany.team[0], { ...deliveredCompany.team[0], photo: '00000000-0000-4000-8000-000000000001' }],
    })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual(['team.1.photo'])
  })
})

test("mails have the company's letterhead, signature and sender from the moment it changes", async () => {
  const mailTo = async (email: string) => {
    const enquiry = { name: 'Kari', email, subject: 'general', message: 'Hei' }
    expect((await kontor.call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
    return (await pool.query(`SELECT * FROM email_logs WHERE to_address = $1`, [email])).rows[0]
  }
  expect((await mailTo('kari@kunde.example')).html_content).toContain('Eksempel AS')
  await change({ ...own, name: 'Fjord & Fjell <AS>' })
  const mail = await mailTo('ola@kunde.example')
  expect(mail).toMatchObject({ from_name: 'Fjord & Fjell <AS>', from_address: own.email })
  expect(mail.html_content).toContain('Vennlig hilsen<br>Fjord &amp; Fjell &lt;AS&gt;')
  expect(mail.html_content).toContain('Bryggen 7, 5003 Bergen<br>55 12 34 56 · hei@fjordheim.example')
  expect(mail.html_content).not.toContain('Eksempel')
  expect(mail.text_content).toContain('Bryggen 7, 5003 Bergen')
})

test("an agreement's text names the company as it is when the agreement is sent", async () => {
  await change(own)
  const { id } = await createAndSend({ title: 'Drift' })
  const { rows } = await pool.query('SELECT content FROM agreement_snapshots WHERE agreement_id = $1', [id])
  expect(JSON.parse(rows[0].content).seller).toEqual({
    name: own.name,
    organizationNumber: '974 760 673',
    address: 'Bryggen 7, 5003 Bergen',
    email: own.email,
    phone: own.phone,
    responsible: null,
  })
  const mails = await pool.query('SELECT subject FROM email_logs')
  expect(mails.rows).toEqual([{ subject: 'Avtale fra Fjordheim Verktøy AS: Drift' }])
})

test("a password made of the company's current name is easy to guess", async () => {
  await change({ ...own, name: 'Hvitvassrokk', shortName: 'Hvitvassrokk' })
  const weak = await admin('POST', '/api/users', { username: 'selger', password: 'Hvitvassrokk1' })
  expect(weak.statusCode).toBe(400)
  expect(weak.json().fields.password).toContain('lett å gjette')
})
