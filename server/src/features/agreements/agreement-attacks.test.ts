import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { describe, expect, test } from 'vitest'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { recordEvidence } from './agreements.chain.ts'
import { verifyAgreement, verifyChain } from './agreements.verification.service.ts'

const kontorApp = await startAgreementApp()
const { kontor, admin, callOk, createAndSend, createDraft, send, read, answer, responsePath, mails, person } = kontorApp
const { db, pool } = kontor.database
const { publicKeys } = kontor.deps.signing.key

/** Changes stored evidence as only the owner of the tables can. */
const asOwner = async (...statements: readonly [string, unknown[]][]) => {
  const tables = ['agreement_answers', 'agreement_snapshots', 'agreement_evidence']
  const client = await pool.connect()
  await client.query('BEGIN')
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (const [statement, values] of statements) await client.query(statement, values)
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await client.query('COMMIT')
  client.release()
}

const faultsOf = async (id: string) => (await verifyAgreement(db, id, publicKeys))?.at(-1)?.faults

const storedRecord = async (id: string) => {
  const { rows } = await pool.query('SELECT record FROM agreement_answers WHERE agreement_id = $1', [id])
  return JSON.parse(rows[0].record)
}

describe('the office', () => {
  test('cannot answer through the link while logged in; the refusal says what to do instead', async () => {
    const agreement = await createAndSend()
    for (const call of [admin, await kontor.asSales()]) {
      const answered = await call('POST', responsePath(agreement), { action: 'accept' })
      expect([answered.statusCode, answered.json().error]).toEqual([
        403,
        'Du er logget inn på kontoret. Et svar fra kunden kan registreres som gitt på telefon.',
      ])
    }
    expect(await read(agreement.id)).toMatchObject({ status: 'sent', respondedBy: null })
    const recorded = await callOk<{ agreement: Agreement }>('POST', `/api/agreements/${agreement.id}/answer`, {
      action: 'accept',
      name: 'Kari',
    })
    expect(recorded.agreement).toMatchObject({ status: 'accepted', answerChannel: 'phone', respondedBy: 'Kari' })
  })

  test('that sends itself the link leaves traces: a mail to the contact person, and its address in the evidence', async () => {
    const { id } = await createAndSend()
    const insider = 'innsider@eksempel.example'
    const agreement = await send(id, { recipientEmail: insider })
    const before = (await mails()).length
    await answer(agreement, { action: 'accept' })
    const receipts = (await mails()).slice(0, (await mails()).length - before)
    expect(receipts.map(({ to }) => to).toSorted()).toEqual([insider, person.email, 'varsel@eksempel.example'])
    expect(await read(id)).toMatchObject({
      respondedBy: `Navn ikke oppgitt, lenken ble sendt til ${person.email} og ${insider}`,
    })
    expect((await storedRecord(id)).link.sendings.map(({ to }: { to: string }) => to)).toEqual([person.email, insider])
  })

  test('that changes the contact person’s address first leaves the address in the evidence', async () => {
    const agreement = await createAndSend()
    const setAddress = (email: string) =>
      pool.query('UPDATE contact_persons SET email = $1 WHERE id = $2', [email, person.id])
    await setAddress('ny@kunde.example')
    await answer(agreement, { action: 'accept' })
    await setAddress(person.email)
    expect((await storedRecord(agreement.id)).link).toMatchObject({
      sendings: [{ to: person.email }],
      storedAddress: 'ny@kunde.example',
    })
    expect(await faultsOf(agreement.id)).toEqual([])
  })
})

describe('someone who writes to the database', () => {
  test('cannot turn a rejection into an acceptance, even with a recomputed hash', async () => {
    const agreement = await createAndSend()
    await answer(agreement, { action: 'reject', name: 'Kari' })
    const record = await storedRecord(agreement.id)
    record.answer.action = 'accept'
    const evidence = recordEvidence(record)
    const key = [agreement.id]
    await asOwner(
      [
        'UPDATE agreement_answers SET action = $2, record = $3, evidence = $4 WHERE agreement_id = $1',
        [...key, 'accept', JSON.stringify(record), evidence],
      ],
      [
        'UPDATE agreement_evidence SET evidence = $2 WHERE answer_id = (SELECT id FROM agreement_answers WHERE agreement_id = $1)',
        [...key, evidence],
      ],
      ['UPDATE agreements SET status = $2, evidence = $3 WHERE id = $1', [...key, 'accepted', evidence]],
    )
    expect(await faultsOf(agreement.id)).toContain('the signature is not valid')
    expect((await verifyChain(db, publicKeys)).fault).toContain('signature')
    await asOwner(['DELETE FROM agreement_evidence', []])
  })

  test('cannot take an answer out of the chain, or pretend that it is older than the chain', async () => {
    const [first, second] = [await createAndSend(), await createAndSend()]
    await answer(first, { action: 'accept' })
    await answer(second, { action: 'accept' })
    const ofFirst = 'answer_id = (SELECT id FROM agreement_answers WHERE agreement_id = $1)'
    await asOwner([`DELETE FROM agreement_evidence WHERE ${ofFirst}`, [first.id]])
    expect(await faultsOf(first.id)).toEqual(['the answer is not in the chain'])
    expect((await verifyChain(db, publicKeys)).fault).toBe('number 1 of the chain is missing')
    await asOwner([
      'UPDATE agreement_answers SET record = NULL, answered_at = now() + $2 WHERE agreement_id = $1',
      [first.id, '1 day'],
    ])
    expect(await faultsOf(first.id)).toContain('the answer is not signed, although answers were signed by then')
    await asOwner(['DELETE FROM agreement_evidence', []])
  })

  test('cannot sign with a key of their own', async () => {
    const agreement = await createAndSend()
    await answer(agreement, { action: 'accept' })
    expect(await faultsOf(agreement.id)).toEqual([])
    const stranger = { id: 'ffffffffffffffff', publicKey: 'AAAA', createdAt: '2026-01-01T00:00:00.000Z' }
    const verified = await verifyAgreement(db, agreement.id, [stranger])
    expect(verified?.at(-1)?.faults).toContain('the key that signed is not known')
  })
})

describe('the chain', () => {
  test('has every answer once and in order, also when many come at the same time', async () => {
    const agreements = await Promise.all(Array.from({ length: 8 }, () => createAndSend()))
    await Promise.all(agreements.map((agreement) => answer(agreement, { action: 'accept' })))
    expect((await verifyChain(db, publicKeys)).fault).toBeNull()
    for (const { id } of agreements) expect(await faultsOf(id)).toEqual([])
  })

  test('keeps its links when an agreement is deleted', async () => {
    const agreement = await createAndSend()
    await answer(agreement, { action: 'reject' })
    const { links } = await verifyChain(db, publicKeys)
    await callOk('DELETE', `/api/agreements/${agreement.id}`)
    expect(await verifyChain(db, publicKeys)).toEqual({ links, fault: null })
  })

  test('holds after the origin of an answer was erased', async () => {
    const agreement = await createAndSend()
    await answer(agreement, { action: 'accept' }, { 'user-agent': 'Test/1' })
    const { rowCount } = await pool.query('SELECT erase_person_from_agreement_events($1)', [person.email])
    expect(rowCount).toBe(1)
    const { rows } = await pool.query(
      'SELECT address, user_agent, origin_salt FROM agreement_answers WHERE agreement_id = $1',
      [agreement.id],
    )
    expect(rows).toEqual([{ address: null, user_agent: null, origin_salt: null }])
    expect(await faultsOf(agreement.id)).toEqual([])
  })
})

describe('a new link', () => {
  test('replaces the old one, which stops working at once', async () => {
    const agreement = await createAndSend()
    const path = `/api/agreements/${agreement.id}/new-link`
    const renewed = await callOk<{ agreement: Agreement }>('POST', path, { version: agreement.version })
    expect(renewed.agreement.responseToken).not.toBe(agreement.responseToken)
    expect((await answer(agreement, { action: 'accept' })).statusCode).toBe(404)
    expect((await kontor.call('GET', responsePath(agreement))).statusCode).toBe(404)
    expect((await answer(renewed.agreement, { action: 'accept' })).statusCode).toBe(200)
  })

  test('is refused with a stale version, for an unknown agreement, and without a login', async () => {
    const agreement = await createDraft()
    const path = (id: string) => `/api/agreements/${id}/new-link`
    expect((await admin('POST', path(agreement.id), { version: agreement.version + 1 })).statusCode).toBe(409)
    expect((await admin('POST', path(unknownId), {})).statusCode).toBe(404)
    expect((await admin('POST', path(agreement.id), { version: 'x' })).statusCode).toBe(400)
    expect((await kontor.call('POST', path(agreement.id), {})).statusCode).toBe(401)
  })
})
