import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mailedCode } from '../../testing/address-code.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { startAuditedWrites } from '../../testing/audited-writes.ts'
import { declaredEndpoints } from '../../testing/endpoint-coverage.ts'
import { readToken } from '../../testing/link-tokens.ts'
import { createPasskey } from '../../testing/passkey.ts'
import { insertMail } from '../../testing/rows.ts'
import { advanceSteps, codeOf, openBrowser } from '../../testing/second-factor.ts'

/** Calls without an audit event, each with the reason. */
const silent: Readonly<Record<string, string>> = {
  'POST /api/agreement-response/{token}/eid': 'begins an identification elsewhere; the answer with it is recorded',
  'POST /api/agreement-response/{token}/opened': "the agreement's own timeline has it",
  'POST /api/company/photos': 'a photo is in use once the facts name it, which is recorded',
  'POST /api/csp-reports': 'reports are only counted',
  'POST /api/customers/{id}/register-check': "keeps what the register says, apart from the customer's own fields",
  'POST /api/leads/{id}/register-check': "the same, apart from the lead's own fields",
  'POST /api/email-templates/preview': 'stores nothing',
  'POST /api/passkey-login/options': 'stores nothing',
  'POST /api/privacy/search': 'only reads; exports and erasures are recorded',
  'POST /api/second-factor/passkeys/options': 'stores nothing',
  'POST /api/second-factor/step/passkey/options': 'stores nothing',
  'POST /api/second-factor/totp': 'stores nothing until a code confirms it',
  'POST /api/site-texts/preview': 'stores nothing',
  'POST /api/system/register-check': 'only asks whether the register answers',
}

const backupTo = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
afterAll(() => rm(backupTo, { recursive: true }))
const { kontor, admin, person, customer, createAndSend } = await startAgreementApp({ backupTo })
const { pool } = kontor.database
const { adminPassword } = kontor.config
const sales = await kontor.asSales()
const { recorded, write, upload } = await startAuditedWrites(kontor)

test('customers and contact persons', async () => {
  const { id } = await write('POST /api/customers', ['created customer'], {
    body: { name: 'Digital Norge', email: 'post@digital.example' },
  })
  const params = { id }
  await write('PUT /api/customers/{id}', ['updated customer'], { params, body: { city: 'Hamar' } })
  const kari = await write('POST /api/contact-persons', ['created contact-person'], {
    body: { customerId: id, firstName: 'Kari', lastName: 'Ås', email: 'kari@digital.example' },
  })
  const ofKari = { id: kari.id }
  await write('PUT /api/contact-persons/{id}', ['updated contact-person'], {
    params: ofKari,
    body: { lastName: 'Berg' },
  })
  await write('DELETE /api/contact-persons/{id}', ['deleted contact-person'], { params: ofKari })
  await write('DELETE /api/customers/{id}', ['deleted customer'], { params })
  await write('POST /api/trash/{kind}/{id}/restore', ['restored customer'], { params: { kind: 'customers', id } })
  await upload(
    'POST /api/customers/import',
    ['imported import'],
    [
      ['Navn', 'E-post'],
      ['Importert AS', 'post@importert.example'],
    ],
  )
})

test('leads', async () => {
  const lead = await write('POST /api/leads', ['created lead'], { by: sales, body: { company_name: 'Fossekallen AS' } })
  const params = { id: lead.id }
  const bySales = { by: sales, params }
  await write('PUT /api/leads/{id}', ['updated lead'], { ...bySales, body: { org_no: '974760673' } })
  await write('PATCH /api/leads/{id}/status', ['updated lead'], { ...bySales, body: { status: 'Kontaktet' } })
  await write('PATCH /api/leads/{id}/customer-active', ['updated lead'], {
    ...bySales,
    body: { customer_active: false },
  })
  await write('POST /api/leads/bulk', ['updated lead'], {
    by: sales,
    body: { leads: [{ id: lead.id }], changes: { next_step: 'Ring' } },
  })
  await write('POST /api/leads/{id}/calls', ['created lead-entry'], {
    ...bySales,
    body: { outcome: 'answered', text: 'Hei' },
  })
  const note = await write('POST /api/leads/{id}/notes', ['created lead-entry'], { ...bySales, body: { text: 'Hei' } })
  const ofNote = { by: sales, params: { ...params, entryId: note.id } }
  await write('PUT /api/leads/{id}/notes/{entryId}', ['updated lead-entry'], {
    ...ofNote,
    body: { text: 'Hei igjen', version: note.version },
  })
  await write('DELETE /api/leads/{id}/notes/{entryId}', ['deleted lead-entry'], ofNote)
  await write('POST /api/leads/{id}/customer', ['updated lead'], {
    ...bySales,
    body: { email: 'post@fossekallen.example' },
  })
  await write('DELETE /api/leads/{id}', ['deleted lead'], bySales)
  await write('PUT /api/leads/lost-reasons', ['created setting'], { body: { reasons: ['For dyrt'] } })
  const view = await write('POST /api/leads/views', ['created lead-view'], { by: sales, body: { name: 'Mine' } })
  const ofView = { by: sales, params: { id: view.id } }
  await write('PUT /api/leads/views/{id}', ['updated lead-view'], { ...ofView, body: { name: 'Våre' } })
  await write('DELETE /api/leads/views/{id}', ['deleted lead-view'], ofView)
  const { importId } = await upload('POST /api/imports/excel', ['imported import'], [['Firmanavn'], ['Importert AS']])
  await write('POST /api/imports/{importId}/undo', ['undone import'], { params: { importId } })
})

test('enquiries', async () => {
  const enquire = async (name: string, marks: object = {}): Promise<string> => {
    const body = { name, email: 'per@kunde.example', subject: 'general', message: 'Hei', consent: true, ...marks }
    await write('POST /api/contacts', ['created contact', ...('website' in marks ? [] : ['sent email'])], {
      by: kontor.call,
      body,
    })
    const { rows } = await pool.query('SELECT id FROM contacts WHERE name = $1', [name])
    return rows[0].id
  }
  const id = await enquire('Per')
  const params = { id }
  await write('PUT /api/contacts/{id}', ['updated contact'], { params, body: { company: 'Per AS' } })
  await write('PATCH /api/contacts/state', ['updated contact'], { body: { ids: [id], state: 'handled' } })
  await write('POST /api/contacts/{id}/replies', ['sent email'], { params, body: { subject: 'Svar', text: 'Hei' } })
  await write('POST /api/contacts/{id}/customer', ['created customer', 'updated contact'], {
    params,
    body: { customerId: null },
  })
  await write('POST /api/contacts/{id}/lead', ['created lead', 'updated contact'], { params, body: { leadId: null } })
  await write('DELETE /api/contacts/{id}', ['deleted contact'], { params })
  const suspect = await enquire('Bot', { aside: 'https://spam.example' })
  await write('POST /api/contacts/{id}/approve', ['updated contact', 'sent email'], {
    params: { id: suspect },
  })
})

test('webinars and registrations', async () => {
  const webinar = { name: 'Trygg på nett', date: '2026-05-05T10:00:00.000Z' }
  const { id } = await write('POST /api/webinars', ['created webinar'], { body: webinar })
  const params = { id }
  await write('PUT /api/webinars/{id}', ['updated webinar'], { params, body: { capacity: 10 } })
  const registration = (name: string, marks: object = {}) => ({
    by: kontor.call,
    params,
    body: { name, email: `${name}@kunde.example`, consent: true, ...marks },
  })
  const find = async (name: string) =>
    (await pool.query('SELECT id FROM webinar_registrations WHERE name = $1', [name])).rows[0]
  await write('POST /api/webinars/{id}/registrations', ['created registration', 'sent email'], registration('siv'))
  await write(
    'POST /api/webinars/{id}/registrations',
    ['created registration', 'sent email'],
    registration('bot', { aside: 'x' }),
  )
  const bot = { params: { id: (await find('bot')).id } }
  await write('PUT /api/registrations/{id}', ['updated registration'], { ...bot, body: { phone: '22 33 44 55' } })
  await write('POST /api/registrations/{id}/approve', ['updated registration', 'sent email'], bot)
  await write('DELETE /api/registrations/{id}', ['deleted registration'], bot)
  await pool.query('UPDATE webinar_registrations SET held_until = now()')
  const token = await readToken(kontor, `SELECT token, token_hash FROM webinar_registrations WHERE name = 'siv'`)
  const own = { by: kontor.call, params: { token } }
  await write('POST /api/webinar-registration/{token}/confirm', ['updated registration'], own)
  await write('POST /api/webinar-registration/{token}/cancel', ['updated registration', 'sent email'], own)
  await write('DELETE /api/webinars/{id}', ['deleted webinar'], { params })
})

test('products and conditions', async () => {
  const product = await write('POST /api/products', ['created product'], { body: { number: '1', name: 'Time' } })
  const ofProduct = { params: { id: product.id } }
  await write('PUT /api/products/{id}', ['updated product'], { ...ofProduct, body: { salesPrice: 1200 } })
  await write('DELETE /api/products/{id}', ['deleted product'], ofProduct)
  const add = async (name: string) =>
    write('POST /api/conditions', ['created condition'], { body: { name, content: 'Tekst' } })
  const [one, two] = [await add('Første'), await add('Andre')]
  const ofCondition = { params: { id: one.id } }
  await write('PUT /api/conditions/{id}', ['updated condition'], { ...ofCondition, body: { content: 'Annet' } })
  await write('PUT /api/conditions/order', ['updated setting'], { body: { ids: [two.id, one.id] } })
  await write('DELETE /api/conditions/{id}', ['deleted condition'], ofCondition)
})

test('agreements', async () => {
  const condition = (await admin('POST', '/api/conditions', { name: 'Vilkår', content: 'Tekst' })).json()
  const { agreement } = await write('POST /api/agreements', ['created agreement'], {
    body: { title: 'Rådgivning', customerId: customer.id },
  })
  const { id } = agreement
  const params = { id }
  await write('PUT /api/agreements/{id}', ['updated agreement'], { params, body: { title: 'Råd' } })
  const addLine = (description: string) =>
    write('POST /api/agreements/{id}/products', ['created agreement-line'], {
      params,
      body: { description, unitPrice: 120_000 },
    })
  const [line, other] = [await addLine('Timer'), await addLine('Kurs')]
  const ofLine = { params: { id, lineId: line.id } }
  await write('PUT /api/agreements/{id}/products/{lineId}', ['updated agreement-line'], {
    ...ofLine,
    body: { quantity: 2 },
  })
  await write('PUT /api/agreements/{id}/product-order', ['updated agreement-line'], {
    params,
    body: { ids: [other.id, line.id] },
  })
  await write('DELETE /api/agreements/{id}/products/{lineId}', ['deleted agreement-line'], ofLine)
  const attach = () =>
    write('POST /api/agreements/{id}/conditions', ['created agreement-condition'], {
      params,
      body: { conditionId: condition.id },
    })
  const [attached, again] = [await attach(), await attach()]
  const ofAttached = { params: { id, lineId: attached.id } }
  await write('PUT /api/agreements/{id}/conditions/{lineId}', ['updated agreement-condition'], {
    ...ofAttached,
    body: { customContent: 'Egen tekst' },
  })
  const { rows } = await pool.query('SELECT id FROM agreement_conditions WHERE agreement_id = $1 ORDER BY sort_order', [
    id,
  ])
  await write('PUT /api/agreements/{id}/condition-order', ['updated agreement-condition'], {
    params,
    body: { ids: rows.map((row) => row.id).toReversed() },
  })
  await write('DELETE /api/agreements/{id}/conditions/{lineId}', ['deleted agreement-condition'], ofAttached)
  expect(again.id).not.toBe(attached.id)
  const template = await write('POST /api/agreement-templates', ['created agreement-template'], {
    body: { name: 'Mal', agreementId: id },
  })
  await write('DELETE /api/agreement-templates/{id}', ['deleted agreement-template'], { params: { id: template.id } })
  const copy = await write('POST /api/agreements/{id}/copy', ['created agreement'], { params })
  await write('DELETE /api/agreements/{id}', ['deleted agreement'], { params: { id: copy.agreement.id } })
  await write('POST /api/agreements/{id}/send', ['updated agreement', 'sent email'], {
    params,
    body: { contactPersonId: person.id },
  })
  await write('POST /api/agreements/{id}/new-link', ['link-replaced agreement'], { params, body: {} })
  await write('POST /api/agreements/{id}/answer', ['updated agreement', 'sent email'], {
    params,
    body: { action: 'accept', name: 'Kari' },
  })
  const sent = await createAndSend({ verification: 'code' })
  const byCustomer = { by: kontor.call, params: { token: sent.responseToken } }
  await write('POST /api/agreement-response/{token}/code', ['sent email'], byCustomer)
  await write('POST /api/agreement-response/{token}', ['updated agreement', 'sent email'], {
    ...byCustomer,
    body: { action: 'contact', name: 'Kari', message: 'Ring meg' },
  })
  await write('PUT /api/agreement-settings', ['created setting'], { body: { codeAbove: 100 } })
})

test('mails', async () => {
  const template = await write('POST /api/email-templates', ['created email-template'], {
    body: { type: 'contact', subject: 'Takk', content: '<p>Hei</p>' },
  })
  const ofTemplate = { params: { id: template.id } }
  await write('PUT /api/email-templates/{id}', ['updated email-template'], {
    ...ofTemplate,
    body: { subject: 'Takk!' },
  })
  await write('DELETE /api/email-templates/{id}', ['deleted email-template'], ofTemplate)
  await write('PUT /api/email-settings', ['created email-settings', 'updated email-settings'], {
    body: { fromName: 'Fjellheim' },
  })
  await write('POST /api/email-settings/test', ['sent email'], { body: { to: 'meg@eksempel.example' } })
  const failed = () => insertMail(pool, { delivery: 'failed', created_at: '2026-03-20' })
  await write('POST /api/email-logs/{id}/resend', ['sent email'], { params: { id: await failed() } })
  await failed()
  await write('POST /api/email-logs/resend-failed', ['sent email'], {
    body: { since: '2026-03-19T00:00:00.000Z', until: '2026-03-21T00:00:00.000Z' },
  })
})

test('the company and its data', async () => {
  await write('PUT /api/company', ['created company', 'updated company'], { body: { phone: '22 33 44 55' } })
  const change = { id: 'about.page.title', language: 'no', text: 'Om oss her' }
  await write('PUT /api/site-texts', ['created site-text', 'updated site-text'], { body: { changes: [change] } })
  await write('PUT /api/audit-events/retention', ['created setting'], { body: { months: 12 } })
  await write('POST /api/privacy/export', ['exported person'], { body: { email: 'post@digital.example' } })
  await write('POST /api/privacy/erase', ['erased person', 'deleted customer'], {
    body: { email: 'post@digital.example' },
  })
  await pool.query(`INSERT INTO contacts (name, email, subject, message, created_at)
    VALUES ('Gamle', 'gamle@kunde.example', 'general', 'Hei', '2020-01-01')`)
  await write('POST /api/retention/purge', ['deleted contact', 'purged contact', 'purged email'])
  await write('POST /api/backups', ['requested backup'])
})

test('users, logins and factors', async () => {
  const body = { username: 'åse', password: 'vindauge-kanel-fjelltopp', role: 'admin' }
  const { id } = await write('POST /api/users', ['created user'], { body })
  await write('PUT /api/users/{id}', ['updated user'], { params: { id }, body: { username: 'aase' } })
  const login = { username: 'aase', password: body.password }
  const by = openBrowser(kontor)
  await write('POST /api/admin/login', ['login session'], { by, body: login })
  await write('POST /api/auth/login', ['login session'], { by, body: login })
  const mail = { email: 'aase@eksempel.example', enabled: true }
  await by('PUT', '/api/users/me/morning-mail', mail)
  await write('PUT /api/users/me/morning-mail', ['updated user'], {
    by,
    body: { ...mail, code: await mailedCode(kontor, mail.email) },
  })
  const newPassword = 'fjorten-blå-elger-i-tåka'
  await write('PUT /api/users/me/password', ['password-changed user'], {
    by,
    body: { currentPassword: login.password, newPassword },
  })
  await write('POST /api/session/confirm', ['confirmed session'], { by, body: { password: newPassword } })
  const { secret, ticket } = (await by('POST', '/api/second-factor/totp')).json()
  await write('POST /api/second-factor/totp/confirm', ['factor-added user'], {
    by,
    body: { ticket, code: codeOf(secret, kontor) },
  })
  const nextCode = () => {
    advanceSteps(kontor, 1)
    return codeOf(secret, kontor)
  }
  await write('POST /api/session/confirm/code', ['confirmed session'], { by, body: { code: nextCode() } })
  const passkey = createPasskey('www.eksempel.example', kontor.config.publicUrl)
  const challengeOf = async (url: string, call = by) => (await call('POST', url)).json()
  await write('POST /api/second-factor/passkeys', ['factor-added user'], {
    by,
    body: { name: 'Min PC', response: passkey.register(await challengeOf('/api/second-factor/passkeys/options')) },
  })
  const assert = async (call = by) => passkey.assert(await challengeOf('/api/second-factor/step/passkey/options', call))
  await write('POST /api/session/confirm/passkey', ['confirmed session'], { by, body: { response: await assert() } })
  const { authenticators } = (await by('GET', '/api/second-factor')).json()
  const ofFactor = { by, params: { id: authenticators[1].id } }
  await write('PUT /api/second-factor/authenticators/{id}', ['factor-renamed user'], {
    ...ofFactor,
    body: { name: 'Ny PC' },
  })
  await write('POST /api/second-factor/recovery-codes', ['codes-made user'], { by })
  await write('PUT /api/second-factor/policy', ['created setting'], { by, body: { sales: false, admin: false } })
  await write('PUT /api/admin/password/shared', ['created setting'], { by, body: { enabled: false } })
  await by('PUT', '/api/admin/password/shared', { enabled: true })

  const second = openBrowser(kontor)
  await write('POST /api/auth/login', ['login-started session'], {
    by: second,
    body: { ...login, password: newPassword },
  })
  await write('POST /api/second-factor/step', ['login session'], {
    by: second,
    body: { method: 'totp', code: nextCode() },
  })
  const third = openBrowser(kontor)
  await third('POST', '/api/auth/login', { ...login, password: newPassword })
  await write('POST /api/second-factor/step/passkey', ['login session'], {
    by: third,
    body: { response: await assert(third) },
  })
  const fourth = openBrowser(kontor)
  const alone = passkey.assert(await challengeOf('/api/passkey-login/options', fourth))
  await write('POST /api/passkey-login', ['login session'], { by: fourth, body: { response: alone } })
  await write('DELETE /api/second-factor/authenticators/{id}', ['factor-removed user'], ofFactor)

  const sessions = (await by('GET', '/api/sessions')).json()
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await write('DELETE /api/sessions/{id}', ['sessions-ended session'], { by, params: { id: other.id } })
  await write('POST /api/sessions/end-others', ['sessions-ended session'], { by })
  await write('POST /api/auth/logout', ['logout session'], { by })
  await write('DELETE /api/users/{id}', ['deleted user'], { by: await kontor.asAdmin(), params: { id } })
})

test('the shared administrator', async () => {
  const by = openBrowser(kontor)
  await write('POST /api/admin/login', ['login session'], { by, body: { password: adminPassword } })
  // Simulates an environment that doesn't set the password.
  Object.assign(kontor.config, { adminPassword: undefined })
  await write('PUT /api/admin/password', ['password-changed user'], {
    by,
    body: { currentPassword: adminPassword, newPassword: 'tretten-grønne-elger-i-tåka' },
  })
  await write('POST /api/admin/logout', ['logout session'], { by })
})

test('every write of the contract is recorded, or has a reason not to be', async () => {
  const writes = (await declaredEndpoints())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  const missing = writes.filter((endpoint) => !recorded.has(endpoint) && !Object.hasOwn(silent, endpoint))
  expect(missing).toEqual([])
  expect(Object.keys(silent).filter((endpoint) => !writes.includes(endpoint) || recorded.has(endpoint))).toEqual([])
})
