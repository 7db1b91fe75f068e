import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSenderDomain, type SenderDomain, txtResolver } from '../../platform/mail/sender-domain.ts'
import { startTestApp } from '../../testing/app.ts'
import { type Records, startDnsServer } from '../../testing/dns-server.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
})
const publicKey = keys.publicKey.toString('base64')
const selector = 'kontor._domainkey.eksempel.example'
const sender: SenderDomain = {
  domain: 'eksempel.example',
  mailServer: 'mail.eksempel.example',
  dkim: { domain: 'eksempel.example', selector: 'kontor', key: keys.privateKey },
  reportsTo: 'post@eksempel.example',
}
const missing = {
  spf: { state: 'missing', publish: { name: 'eksempel.example', text: 'v=spf1 mx a:mail.eksempel.example ~all' } },
  dkim: { state: 'missing', publish: { name: selector, text: `v=DKIM1; k=rsa; p=${publicKey}` } },
  dmarc: {
    state: 'missing',
    publish: { name: '_dmarc.eksempel.example', text: 'v=DMARC1; p=none; rua=mailto:post@eksempel.example' },
  },
}
const rethrow = (error: unknown): never => {
  throw error
}

type Found = Awaited<ReturnType<typeof checkSenderDomain>>
const byKind = (found: Found) => Object.fromEntries(found.map((record) => [record.kind, record]))

const check = async (
  published: Readonly<Record<string, readonly string[]>> = {},
  changes: Partial<SenderDomain> = {},
) => byKind(await checkSenderDomain({ ...sender, ...changes }, async (name) => published[name] ?? [], rethrow))

test('checks the DNS records of the sender, and accepts the lines that it proposes once published', async () => {
  const records: Records = new Map()
  const { dkim } = sender
  const kontor = await startTestApp({
    worker: 'off',
    dnsServers: [await startDnsServer(records)],
    smtpUrl: 'smtp://mail.eksempel.example:587',
    dkimDomain: dkim?.domain,
    dkimSelector: dkim?.selector,
    dkimKey: keys.privateKey,
  })
  await kontor.database.pool.query(
    `INSERT INTO email_settings (contact_subject, webinar_subject, from_email, from_name)
     VALUES ('Takk', 'Velkommen', 'post@eksempel.example', 'Eksempel AS')`,
  )
  const admin = await kontor.asAdmin()
  const read = async () => {
    const { domain, records: found } = (await admin('GET', '/api/system/sender-domain')).json()
    expect(domain).toBe('eksempel.example')
    return byKind(found)
  }
  expect(await read()).toMatchObject(missing)
  for (const { publish } of Object.values(missing)) records.set(publish.name, ['another text', publish.text])
  const ok = { state: 'ok', publish: null }
  expect(await read()).toMatchObject({ spf: ok, dkim: ok, dmarc: ok })
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

test('finds the DMARC line of the domain above, and proposes no mail server where mails are stored', async () => {
  const found = await check(
    { '_dmarc.eksempel.example': ['v=DMARC1; p=reject'] },
    { domain: 'post.eksempel.example', mailServer: null },
  )
  expect(found).toMatchObject({ dmarc: { state: 'ok' }, spf: { publish: { text: 'v=spf1 mx ~all' } } })
})

test("names who signs for another domain, and says that the mail server's signature can't be checked", async () => {
  const other = { domain: 'annet.example', selector: 'kontor', key: keys.privateKey }
  expect((await check({}, { dkim: other })).dkim).toMatchObject({ state: 'wrong', publish: null })
  expect((await check({}, { dkim: undefined })).dkim).toMatchObject({ state: 'unknown', publish: null })
})

test('says that DNS does not answer, and logs it', async () => {
  const errors: unknown[] = []
  const found = await checkSenderDomain(sender, txtResolver(['127.0.0.1:1']), (error) => errors.push(error))
  for (const { state, explanation } of found) {
    expect(state).toBe('unreachable')
    expect(explanation).toContain('Navnetjenesten (DNS) svarer ikke')
  }
  expect(errors).toHaveLength(3)
})
