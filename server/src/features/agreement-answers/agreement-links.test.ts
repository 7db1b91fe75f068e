import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { knownBy } from '../../testing/evidence.ts'
import { pagesOf } from '../../testing/pdf-text.ts'
import { answeredByText } from '../agreement-evidence/agreement-evidence.record.ts'
import { verifyAgreement } from '../agreement-evidence/agreement-evidence.verification.service.ts'
import { linkText, reachOf } from '../agreements/agreements.reach.ts'

const { kontor, admin, callOk, createAndSend, send, read, answer, mails, download, responsePath, person, customer } =
  await startAgreementApp()
const { db, pool } = kontor.database
const known = knownBy(kontor.deps.signing)
const sentAt = '2026-03-24T09:00:00.000Z'
const company = 'varsel@eksempel.example'

const recordOf = async ({ id }: Pick<Agreement, 'id'>) => {
  const { rows } = await pool.query('SELECT record FROM agreement_answers WHERE agreement_id = $1', [id])
  return JSON.parse(rows[0].record)
}

const renew = async ({ id, version }: Agreement): Promise<Agreement> =>
  (await callOk<{ agreement: Agreement }>('POST', `/api/agreements/${id}/new-link`, { version })).agreement

/** The receipts of an agreement's answer by recipient, as HTML. */
const receiptsOf = async ({ id }: Pick<Agreement, 'id'>): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const mail of await mails()) {
    if (mail.relatedId !== id || !mail.subject.startsWith('Kvittering')) continue
    const { htmlContent } = await callOk<{ htmlContent: string }>('GET', `/api/email-logs/${mail.id}`)
    found.set(mail.to, htmlContent)
  }
  return found
}

test('the evidence names everyone who was sent the link, and who got a copy', async () => {
  const { id } = await createAndSend()
  const agreement = await send(id, {
    recipientEmail: 'ola@kunde.example',
    cc: ['sjef@kunde.example', 'KARI@kunde.example'],
  })
  // Someone changes the contact person's address first.
  const setAddress = (email: string) =>
    pool.query('UPDATE contact_persons SET email = $1 WHERE id = $2', [email, person.id])
  await setAddress('ny@kunde.example')
  await answer(agreement, { action: 'accept' })
  await setAddress(person.email)
  const how = 'ble sendt til kari@kunde.example og ola@kunde.example, kopi til sjef@kunde.example'
  expect((await recordOf(agreement)).link).toEqual({
    sendings: [
      { to: 'kari@kunde.example', cc: [], at: sentAt },
      { to: 'ola@kunde.example', cc: ['sjef@kunde.example', 'KARI@kunde.example'], at: sentAt },
    ],
    storedAddress: 'ny@kunde.example',
  })
  expect((await read(id)).respondedBy).toBe(`Navn ikke oppgitt, lenken ${how}`)
  const proofPage = (await pagesOf(await download(agreement))).at(-1)?.replaceAll(/\s+/g, ' ')
  expect(proofPage).toContain(`lenken ${how}`)
  expect(await verifyAgreement(db, id, known)).toMatchObject([{ faults: [] }])
})

test("a link that was only copied counts as unsent, and the contact person's receipt omits it", async () => {
  const agreement = await renew(await createAndSend())
  await answer(agreement, { action: 'accept' })
  expect((await recordOf(agreement)).link).toEqual({ sendings: [], storedAddress: person.email })
  expect((await read(agreement.id)).respondedBy).toBe('Navn ikke oppgitt, lenken ble kopiert, ikke sendt')
  const receipts = await receiptsOf(agreement)
  expect([...receipts.keys()]).toEqual([person.email])
  const receipt = receipts.get(person.email) ?? ''
  expect(receipt).not.toContain('/agreement-response/')
  expect(receipt).toContain('fordi avtalen er sendt til deg, eller fordi du er kontaktperson')
  expect(receipt).toContain('ble kopiert, ikke sendt')
  expect((await verifyAgreement(db, agreement.id, known))?.at(-1)?.faults).toEqual([])
})

test('receipts go to everyone concerned, and thank only the person who answered', async () => {
  const { rows } = await pool.query(
    `INSERT INTO contact_persons (customer_id, first_name, last_name, email) VALUES ($1, 'Per', 'Berg', 'per@kunde.example') RETURNING id`,
    [customer.id],
  )
  const { id } = await createAndSend({ title: 'Vedkommende' })
  const sent = await renew(await send(id, { contactPersonId: rows[0].id, recipientEmail: 'per@kunde.example' }))
  await send(sent.id, { contactPersonId: rows[0].id, recipientEmail: 'innsider@eksempel.example' })
  await answer(sent, { action: 'accept' })
  const receipts = await receiptsOf(sent)
  expect([...receipts.keys()].toSorted()).toEqual([
    'innsider@eksempel.example',
    'kari@kunde.example',
    'per@kunde.example',
  ])
  expect(receipts.get('innsider@eksempel.example')).toContain('Takk! Avtalen')
  expect(receipts.get('innsider@eksempel.example')).toContain('/agreement-response/')
  for (const other of ['kari@kunde.example', 'per@kunde.example']) {
    expect(receipts.get(other)).not.toContain('Takk!')
    expect(receipts.get(other)).not.toContain('/agreement-response/')
    expect(receipts.get(other)).toContain('ble sendt til innsider@eksempel.example')
  }
  expect((await mails()).filter(({ relatedId, to }) => relatedId === id && to === company)).not.toEqual([])
})

test('an answer records the text that it named, or else the newest text, and the receipt says so', async () => {
  const [named, plain] = [await createAndSend(), await createAndSend()]
  const { headers } = await kontor.call('GET', responsePath(named))
  await answer(named, { action: 'accept' }, { 'if-match': String(headers.etag) })
  await answer(plain, { action: 'accept' })
  expect([(await recordOf(named)).read, (await recordOf(plain)).read]).toEqual(['named', 'newest'])
  const says = async (agreement: Agreement) =>
    (await receiptsOf(agreement)).get(person.email)?.includes('Svaret nevnte ingen tekst')
  expect([await says(named), await says(plain)]).toEqual([false, true])
})

test('a new link replaces the old one at once, without its recipients, unless the agreement has changed', async () => {
  const agreement = await createAndSend()
  const stale = await admin('POST', `/api/agreements/${agreement.id}/new-link`, { version: agreement.version - 1 })
  expect(stale.statusCode).toBe(409)
  const renewed = await renew(agreement)
  expect(renewed.responseToken).not.toBe(agreement.responseToken)
  expect((await answer(agreement, { action: 'reject' })).statusCode).toBe(404)
  expect((await kontor.call('GET', responsePath(agreement))).statusCode).toBe(404)
  await send(agreement.id, { recipientEmail: 'ny@kunde.example' })
  expect((await answer(renewed, { action: 'reject' })).statusCode).toBe(200)
  expect((await recordOf(renewed)).link.sendings).toEqual([{ to: 'ny@kunde.example', cc: [], at: sentAt }])
})

test('counts an address once in any spelling, and ignores a copy to a recipient', () => {
  const sendings = [
    { to: 'a@x.example', cc: ['b@x.example'], at: sentAt },
    { to: 'A@x.example', cc: ['a@x.example', 'B@x.example'], at: sentAt },
  ]
  expect(reachOf(sendings)).toEqual({ to: ['A@x.example'], cc: ['B@x.example'] })
})

test.each([
  [{ to: ['a@x'], cc: ['b@x'] }, 'ble sendt til a@x, kopi til b@x', 'was sent to a@x, with a copy to b@x'],
  [{ to: [null], cc: [] }, 'ble sendt til en adresse som er slettet', 'was sent to an address that has been erased'],
])('says in both languages how the link %j came there', (reach, no, en) => {
  expect([linkText(reach, 'no'), linkText(reach, 'en')]).toEqual([no, en])
})

const answered = { action: 'accept', channel: 'link', message: null, name: null } as const

test.each([
  ['Kari', 'Ola Nordmann', 'Ola Nordmann, identifisert med eID; oppga navnet Kari'],
  ['Ola Nordmann', 'Ola Nordmann', 'Ola Nordmann, identifisert med eID'],
  [null, 'Ola Nordmann', 'Ola Nordmann, identifisert med eID'],
  ['Kari', null, 'Identifisert med eID, uten navn; oppga navnet Kari'],
])('distinguishes the typed name %j from the name that the eID identified, %j', (name, identified, expected) => {
  const verification = { method: 'eid', issuer: 'https://eid.example', subject: '17', name: identified } as const
  expect(answeredByText({ answer: { ...answered, name }, verification }, { to: [], cc: [] }, 'no')).toBe(expected)
})

test("names the code's recipient when no name was given", () => {
  const verification = { method: 'code', sentTo: 'innsider@eksempel.example' } as const
  const reach = { to: ['kari@kunde.example'], cc: [] }
  expect(answeredByText({ answer: answered, verification }, reach, 'no')).toBe(
    'Navn ikke oppgitt, lenken ble sendt til kari@kunde.example, koden ble sendt til innsider@eksempel.example',
  )
})
