import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { type Records, startDnsServer } from '../../testing/dns-server.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
})
const publicKey = keys.publicKey.toString('base64')
const dkim = { dkimDomain: 'eksempel.example', dkimSelector: 'kontor', dkimKey: keys.privateKey }
const selector = 'kontor._domainkey.eksempel.example'

const records: Records = new Map()
const dnsServers = [await startDnsServer(records)]
const kontor = await startTestApp({ worker: 'off', dnsServers, smtpUrl: 'smtp://mail.eksempel.example:587', ...dkim })
const asAdmin = await kontor.asAdmin()
await kontor.database.pool.query(
  `INSERT INTO email_settings (contact_subject, webinar_subject, from_email, from_name)
   VALUES ('Takk', 'Velkommen', 'post@eksempel.example', 'Eksempel AS')`,
)

const check = async (published: Readonly<Record<string, readonly string[]>> = {}, caller = asAdmin) => {
  records.clear()
  for (const [name, texts] of Object.entries(published)) records.set(name, texts)
  const answer = await caller('GET', '/api/system/sender-domain')
  expect(answer.statusCode).toBe(200)
  const { domain, records: found } = answer.json()
  expect(domain).toBe('eksempel.example')
  const [spf, dkimRecord, dmarc] = found
  return { spf, dkim: dkimRecord, dmarc }
}

test('a domain without records gets the lines to publish', async () => {
  expect(await check()).toMatchObject({
    spf: { state: 'missing', publish: { name: 'eksempel.example', text: 'v=spf1 mx a:mail.eksempel.example ~all' } },
    dkim: { state: 'missing', publish: { name: selector, text: `v=DKIM1; k=rsa; p=${publicKey}` } },
    dmarc: {
      state: 'missing',
      publish: { name: '_dmarc.eksempel.example', text: 'v=DMARC1; p=none; rua=mailto:post@eksempel.example' },
    },
  })
})

test('the lines that it proposes are accepted once they are published', async () => {
  const { spf, dkim: key, dmarc } = await check()
  const lines = [spf, key, dmarc].map(({ publish }) => [publish.name, ['another text', publish.text]])
  expect(await check(Object.fromEntries(lines))).toMatchObject({
    spf: { state: 'ok', publish: null },
    dkim: { state: 'ok', publish: null },
    dmarc: { state: 'ok', publish: null },
  })
})

test('finds two SPF lines, one that lets everyone send, and another key', async () => {
  const two = await check({
    'eksempel.example': ['v=spf1 mx -all', 'v=spf1 include:mail.example ~all'],
    [selector]: ['v=DKIM1; k=rsa; p=AAAA'],
  })
  expect(two).toMatchObject({ spf: { state: 'wrong' }, dkim: { state: 'wrong', publish: { name: selector } } })
  expect(await check({ 'eksempel.example': ['v=spf1 +all'] })).toMatchObject({ spf: { state: 'wrong' } })
  expect(await check({ 'eksempel.example': ['v=spf1 -all'] })).toMatchObject({ spf: { state: 'ok' } })
})

test('says who signs for another domain, and that it cannot tell whether the mail server signs', async () => {
  const dkimOf = async (overrides: object) => {
    const other = await startTestApp({ worker: 'off', dnsServers, ...overrides })
    const { records: found } = (await (await other.asAdmin())('GET', '/api/system/sender-domain')).json()
    return found[1]
  }
  expect(await dkimOf({ ...dkim, dkimDomain: 'annet.example' })).toMatchObject({ state: 'wrong', publish: null })
  expect(await dkimOf({})).toMatchObject({ state: 'unknown', publish: null })
})

test('says that DNS does not answer', async () => {
  const away = await startTestApp({ worker: 'off', dnsServers: ['127.0.0.1:1'], ...dkim })
  const answer = await (await away.asAdmin())('GET', '/api/system/sender-domain')
  const states = answer.json().records.map(({ state }: { state: string }) => state)
  expect(states).toContain('unreachable')
  expect(answer.body).toContain('Navnetjenesten (DNS) svarer ikke')
})

test('is for administrators', async () => {
  expect((await kontor.call('GET', '/api/system/sender-domain')).statusCode).toBe(401)
  expect((await (await kontor.asSales())('GET', '/api/system/sender-domain')).statusCode).toBe(403)
})
