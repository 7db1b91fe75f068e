import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import type { CustomerRecord } from '@kontor/contract/customer-records/customer-records.schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { knownBy } from '../../testing/evidence.ts'
import { openTestSigning } from '../../testing/signing.ts'
import { verifyAgreement, verifyNumbers } from './agreement-evidence.verification.service.ts'

const app = await startAgreementApp()
const { kontor, createDraft, createAndSend, send, read, answer, download, linesOf, view, customer, callOk } = app
const { db, pool } = kontor.database
const { key } = kontor.deps.signing
const known = knownBy(kontor.deps.signing)
const verify = (id: string) => verifyAgreement(db, id, known)

const answered = async (action: string): Promise<Agreement> => {
  const agreement = await createAndSend()
  expect((await answer(agreement, { action, message: 'Hilsen Kari\u2028!', name: 'Kari' })).statusCode).toBe(200)
  return agreement
}

const tables = ['agreement_answers', 'agreement_snapshots', 'agreement_evidence', 'agreement_sealed_pdfs']

/** Changes stored evidence as only the owner of the tables can; `:id` is the agreement's. */
const asOwner = (statements: readonly string[], id: string = unknownId): string[] => [
  ...tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ...statements.map((statement) => statement.replaceAll(':id', `'${id}'`)),
  ...tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
]

/** Runs the statements, verifies, and rolls them back; returns what was found in answers and their numbers. */
const findAfter = async ({ id }: Pick<Agreement, 'id'>, statements: readonly string[]) => {
  let found: (Record<'faults' | 'notes', string[]> & { numbers: string | null }) | undefined
  await db
    .transaction(async (tx) => {
      for (const statement of asOwner(statements, id)) await tx.execute(statement)
      const answers = (await verifyAgreement(tx, id, known)) ?? []
      const numbers = (await verifyNumbers(tx)).fault
      found = { faults: answers.flatMap(({ faults }) => faults), notes: answers.flatMap(({ notes }) => notes), numbers }
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!found) throw error
    })
  return found
}

test('answers get numbers without gaps, also when many come at the same time', async () => {
  const agreements = await Promise.all(Array.from({ length: 8 }, () => createAndSend()))
  await Promise.all(agreements.map((agreement) => answer(agreement, { action: 'accept' })))
  expect(await verifyNumbers(db)).toEqual({ numbers: 8, deleted: 0, fault: null })
  for (const { id } of agreements) expect(await verify(id)).toMatchObject([{ verdict: 'holds' }])
})

describe('the evidence', () => {
  test('of every answer can be recomputed from stored data, and holds', async () => {
    const agreement = await answered('contact')
    await send(agreement.id)
    await answer(agreement, { action: 'accept' })
    expect(await verify(agreement.id)).toMatchObject([
      { record: { answer: { action: 'contact' } }, verdict: 'holds', keyId: key.id },
      { record: { answer: { action: 'accept' } }, verdict: 'holds', evidence: (await read(agreement.id)).evidence },
    ])
    expect(await verify(unknownId)).toBeUndefined()
    expect(await verify((await createDraft()).id)).toEqual([])
    // A text that both parties keep gives nobody access.
    const { rows } = await pool.query('SELECT content FROM agreement_snapshots WHERE agreement_id = $1', [agreement.id])
    for (const secret of [agreement.responseToken, sha256(agreement.responseToken)]) {
      expect(rows[0].content).not.toContain(secret)
    }
  })

  test('of a forged answer is missing', async () => {
    const statements = [`UPDATE agreements SET status = 'accepted' WHERE id = :id`]
    expect(await findAfter(await createAndSend(), statements)).toMatchObject({ faults: ['the answer is missing'] })
  })
})

describe('someone who writes to the database', () => {
  let rejected: Agreement
  let accepted: Agreement
  beforeAll(async () => {
    rejected = await answered('reject')
    accepted = await answered('accept')
    await download(rejected)
    await download(accepted)
  })

  const answerId = '(SELECT id FROM agreement_answers WHERE agreement_id = :id)'
  const inAnswer = (change: string) => `UPDATE agreement_answers SET ${change} WHERE agreement_id = :id`
  const line = 'UPDATE agreement_products SET unit_price = 1, total_price = 1 WHERE agreement_id = :id'
  const inOffice = (change: string) => `UPDATE agreements SET ${change} WHERE id = :id`
  const shows = (what: string) => `the office shows another ${what} than the record`

  test.each<[what: string, statement: string, faults: readonly string[]]>([
    ['the message', inAnswer(`message = 'Nei'`), [shows('answer')]],
    ['the answer', inAnswer(`action = 'reject'`), [shows('answer')]],
    ['the time', inAnswer(`answered_at = answered_at + interval '1 ms'`), [shows('answer')]],
    [
      'a price in the text',
      `UPDATE agreement_snapshots SET content = replace(content, '120000', '120001') WHERE agreement_id = :id`,
      [shows('text')],
    ],
    ['the record', inAnswer(`record = replace(record, '120000', '120001')`), ['the signature is not valid']],
    ['the spelling of the record', inAnswer(`record = record || ' '`), ['the record is not stored as it was written']],
    ['that there was an answer', 'DELETE FROM agreement_answers WHERE agreement_id = :id', ['the answer is missing']],
    ['the evidence in the office', inOffice(`evidence = 'x'`), [shows('evidence')]],
    ['the status', inOffice(`status = 'rejected'`), [shows('status')]],
    [
      'the status, back to open',
      inOffice(`status = 'sent', evidence = NULL`),
      ['the office shows an agreement without its answer'],
    ],
    ['the time in the office', inOffice(`responded_at = responded_at - interval '9 days'`), [shows('time')]],
    ['the message in the office', inOffice(`customer_response = 'Ja'`), [shows('message')]],
    ['the name', inOffice(`responded_by = 'Ola'`), [shows('name')]],
    ['the title', inOffice(`title = 'Gratis'`), [shows('title')]],
    ['the total', inOffice(`total_amount = 1`), [shows('total')]],
    ['the last day', inOffice(`valid_until = '2040-01-01'`), [shows('last day')]],
    ['a line', line, [shows('line')]],
    [
      'the terms',
      `INSERT INTO agreement_conditions (agreement_id, name, content) VALUES (:id, '', '')`,
      [shows('term')],
    ],
    ['the customer', `UPDATE customers SET organization_number = '923609016'`, [shows('customer')]],
    [
      'the PDF to that of another answer',
      `UPDATE agreement_sealed_pdfs SET content = (SELECT content FROM agreement_sealed_pdfs WHERE answer_id <> ${answerId})
       WHERE answer_id = ${answerId}`,
      ['the stored PDF is that of another answer'],
    ],
    ['the number', `UPDATE agreement_evidence SET number = 999 WHERE answer_id = ${answerId}`, [shows('number')]],
    [
      'its signature',
      `DELETE FROM agreement_evidence WHERE answer_id = ${answerId}`,
      ['the answer is not signed by a key that is known here'],
    ],
  ])('cannot change %s unnoticed', async (_, statement, faults) => {
    expect((await findAfter(accepted, [statement]))?.faults).toEqual(expect.arrayContaining([...faults]))
  })

  test('cannot change a line of a rejected agreement either', async () => {
    expect(await findAfter(rejected, [line])).toMatchObject({ faults: [shows('line')] })
  })

  test.each([
    [null, [shows('customer')]],
    ['974760673', []],
  ])('can rename a customer with the number %s: noted, and a fault without a number', async (number, faults) => {
    await pool.query('UPDATE customers SET organization_number = $1', [number])
    const found = await findAfter(await answered('accept'), ["UPDATE customers SET name = 'Nytt AS'"])
    expect(found).toMatchObject({ faults, notes: [expect.stringContaining('is now called Nytt AS')] })
  })

  test('cannot turn a rejection into an acceptance, even with a recomputed hash', async () => {
    const { rows } = await pool.query('SELECT record FROM agreement_answers WHERE agreement_id = $1', [rejected.id])
    const record = JSON.parse(rows[0].record)
    record.answer.action = 'accept'
    const content = canonicalJson(record)
    const recomputed = sha256(content)
    const found = await findAfter(rejected, [
      inAnswer(`action = 'accept', record = '${content}', evidence = '${recomputed}'`),
      `UPDATE agreement_evidence SET evidence = '${recomputed}' WHERE answer_id = ${answerId}`,
      inOffice(`status = 'accepted', evidence = '${recomputed}'`),
      'DELETE FROM agreement_sealed_pdfs',
    ])
    expect(found?.faults).toEqual(['the signature is not valid'])
  })

  test('cannot take out an answer without leaving a gap in the numbers', async () => {
    const removed = `DELETE FROM agreement_evidence WHERE answer_id = ${answerId}`
    const found = await findAfter(rejected, [removed, 'DELETE FROM agreement_answers WHERE agreement_id = :id'])
    expect(found?.numbers).toMatch(/^1 of the numbers 1 to \d+ are missing$/)
  })

  test('cannot number an answer after a later one', async () => {
    const backdated = inAnswer(`answered_at = answered_at - interval '6 minutes'`)
    const found = await findAfter(accepted, [backdated])
    expect(found?.numbers).toMatch(/^number \d+ came before the number below it$/)
  })

  test('cannot sign or seal with keys of their own', async () => {
    const stranger = await openTestSigning()
    const signed = await verifyAgreement(db, rejected.id, { ...known, keys: [stranger.key] })
    expect(signed).toMatchObject([{ verdict: 'broken', faults: [expect.stringContaining('signed by somebody else')] }])
    const sealed = await verifyAgreement(db, rejected.id, { ...known, certificates: ['ff'] })
    expect(sealed).toMatchObject([{ verdict: 'broken', faults: [expect.stringContaining('signed by somebody else')] }])
  })

  test('cannot have the office show another text than the answered one', async () => {
    const shown = async () => {
      const { updatedAt: _, ...listed } = await read(accepted.id)
      const lines = (await linesOf(accepted.id)).map(({ description, totalPrice }) => [description, totalPrice])
      const { agreements, sums } = await callOk<CustomerRecord>('GET', `/api/customers/${customer.id}/record`)
      const record = { agreement: agreements.find(({ id }) => id === accepted.id), sums }
      const found = await callOk<unknown[]>('GET', `/api/search?q=${accepted.reference}`)
      return { listed, lines, record, found, page: await view(accepted) }
    }
    const before = await shown()
    const manipulated = ["title = 'Gratis'", 'total_amount = 1', 'vat_amount = 0', "valid_until = '2040-01-01'"]
    await pool.query(`UPDATE agreements SET ${manipulated.join(', ')} WHERE id = $1`, [accepted.id])
    await pool.query('DELETE FROM agreement_products WHERE agreement_id = $1', [accepted.id])
    await pool.query("UPDATE customers SET name = 'Ny'; UPDATE contact_persons SET first_name = 'Ny'")
    expect(await shown()).toEqual(before)
  })
})
