import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { readChainHead } from '../../platform/signing/chain-head.ts'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { recordEvidence } from './agreements.chain.ts'
import { canonicalJson, sha256 } from './agreements.evidence.ts'
import { openHeadKeeper } from './agreements.head.service.ts'
import { verifyAgreement, verifyChain } from './agreements.verification.service.ts'

const { kontor, createDraft, createAndSend, send, read, answer, download } = await startAgreementApp()
const { db, pool } = kontor.database
const { config } = kontor
const { key, seal } = kontor.deps.signing

const remembered = async () => ({ head: await readChainHead(config), seals: [seal.fingerprint] })
const verify = async (id: string) => verifyAgreement(db, id, key.publicKeys, await remembered())
const chainFault = async () => (await verifyChain(db, key.publicKeys, await remembered())).fault

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

/** Runs the statements, verifies, and rolls them back; returns the faults found. */
const findAfter = async ({ id }: Agreement, statements: readonly string[]) => {
  const known = await remembered()
  let found: { faults: string[] | undefined; chain: string | null } | undefined
  await db
    .transaction(async (tx) => {
      for (const statement of asOwner(statements, id)) await tx.execute(statement)
      const answers = await verifyAgreement(tx, id, key.publicKeys, known)
      const { fault } = await verifyChain(tx, key.publicKeys, known)
      found = { faults: answers?.flatMap(({ faults }) => faults), chain: fault }
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!found) throw error
    })
  return found
}

describe('canonical JSON', () => {
  test('matches the example in RFC 8785', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    const expected =
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d'
    expect(Buffer.from(canonicalJson(value)).toString('hex')).toBe(expected)
  })

  test('is independent of key order and round-trips', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual({ ...value })
      }),
    )
  })
})

describe('the chain', () => {
  test('remembers its end outside the database, where even new answers do not hide an older copy', async () => {
    const errors: string[] = []
    const log = { error: (_: object, message: string) => errors.push(message) }
    const keepHead = openHeadKeeper(kontor.deps, log)
    await answered('accept')
    const head = await readChainHead(config)
    const { rows } = await pool.query('SELECT number, evidence FROM agreement_evidence')
    expect(head).toMatchObject({ count: 1, evidence: rows[0].evidence, unsigned: [] })
    for (const statement of asOwner(['DELETE FROM agreement_evidence'])) await pool.query(statement)
    expect(await chainFault()).toBe(
      `number 1 of the chain, of ${head?.at}, which DATA_DIR/keys remembers, is missing: the database is an older copy, or answers were removed`,
    )
    await answered('contact')
    await answered('contact')
    expect(await readChainHead(config)).toEqual(head)
    expect(await chainFault()).toContain('is another one in the database')
    await keepHead()
    expect(errors.at(-1)).toContain('The evidence of answers does not hold')

    // A first start records the answers from before the chain; an unwritable file blocks no answer.
    await rm(join(config.dataDir, 'keys/evidence-head.json'))
    const beforeChain = `UPDATE agreement_answers SET record = NULL, evidence = 'eldre' WHERE id = (SELECT id FROM agreement_answers LIMIT 1)`
    for (const statement of asOwner([beforeChain])) await pool.query(statement)
    await keepHead()
    expect(await readChainHead(config)).toMatchObject({ count: 2, unsigned: ['eldre'] })
    await openHeadKeeper({ ...kontor.deps, config: { ...config, dataDir: '/dev/null' } }, log)()
    expect(errors.at(-1)).toBe('The head of the chain of evidence could not be remembered')
    await answered('reject')
    expect(await readChainHead(config)).toMatchObject({ count: 3 })
  })

  test('has every answer once and in order, also when many come at the same time', async () => {
    const agreements = await Promise.all(Array.from({ length: 8 }, () => createAndSend()))
    await Promise.all(agreements.map((agreement) => answer(agreement, { action: 'accept' })))
    expect(await chainFault()).toBeNull()
    for (const { id } of agreements) expect(await verify(id)).toMatchObject([{ faults: [] }])
  })
})

describe('the evidence', () => {
  test('of every answer is recomputed from what is stored, and holds', async () => {
    const agreement = await answered('contact')
    await send(agreement.id)
    await answer(agreement, { action: 'accept' })
    expect(await verify(agreement.id)).toMatchObject([
      { action: 'contact', faults: [], keyId: key.id },
      { action: 'accept', faults: [], evidence: (await read(agreement.id)).evidence },
    ])
    expect(await chainFault()).toBeNull()
    expect(await verify(unknownId)).toBeUndefined()
    expect(await verify((await createDraft()).id)).toEqual([])
    // A text that both parties keep gives nobody access.
    const { rows } = await pool.query('SELECT content FROM agreement_snapshots WHERE agreement_id = $1', [agreement.id])
    for (const secret of [agreement.responseToken, sha256(agreement.responseToken)]) {
      expect(rows[0].content).not.toContain(secret)
    }
  })

  test('of an answer that nobody gave is missing', async () => {
    const statements = [`UPDATE agreements SET status = 'accepted' WHERE id = :id`]
    expect(await findAfter(await createAndSend(), statements)).toMatchObject({ faults: ['the answer is missing'] })
  })
})

describe('someone who writes to the database', () => {
  let rejected: Agreement
  /** The last link of the chain. */
  let another: Agreement
  beforeAll(async () => {
    ;[rejected, another] = [await answered('reject'), await answered('accept')]
    await download(rejected)
    await download(another)
  })

  const answerId = '(SELECT id FROM agreement_answers WHERE agreement_id = :id)'
  const unlinked = `DELETE FROM agreement_evidence WHERE answer_id = ${answerId}`
  const inAnswer = (change: string) => `UPDATE agreement_answers SET ${change} WHERE agreement_id = :id`
  const inText = (content: string) => `UPDATE agreement_snapshots SET content = ${content} WHERE agreement_id = :id`
  const inOffice = (change: string) => `UPDATE agreements SET ${change} WHERE id = :id`

  const shownOtherwise = 'the office shows another answer than the record'
  const otherMessage = 'the office shows another message than the last answer has'
  const otherTime = 'the office shows another time or way of the last answer'

  test.each<[what: string, faults: readonly string[], statement: string]>([
    ['the message', [shownOtherwise, otherMessage], inAnswer(`message = 'Nei'`)],
    [
      'the answer',
      [shownOtherwise, 'the office shows another status than the last answer gave'],
      inAnswer(`action = 'accept'`),
    ],
    ['the time', [shownOtherwise, otherTime], inAnswer(`answered_at = answered_at + interval '1 ms'`)],
    ['a price', ['the text is not the one that was answered'], inText(`replace(content, '120000', '120001')`)],
    [
      'the spelling of the text',
      ['the text is not stored as it was frozen', 'the text is not the one that was answered'],
      inText(`content || ' '`),
    ],
    [
      'the whole text',
      ['the text that was answered cannot be read', 'the text is not the one that was answered'],
      inText(`'{}'`),
    ],
    ['that there was an answer', ['the answer is missing'], 'DELETE FROM agreement_answers WHERE agreement_id = :id'],
    [
      'the evidence in the office',
      ['the office shows other evidence than that of the last answer'],
      inOffice(`evidence = 'x'`),
    ],
    [
      'the status in the office',
      ['the office shows another status than the last answer gave'],
      inOffice(`status = 'accepted'`),
    ],
    [
      'the status in the office, back to open',
      ['the office shows an agreement without its answer'],
      inOffice(`status = 'sent', evidence = NULL`),
    ],
    ['the time in the office', [otherTime], inOffice(`responded_at = responded_at - interval '9 days'`)],
    ['the message in the office', [otherMessage], inOffice(`customer_response = 'Ja'`)],
    [
      'the name in the office',
      ['the office shows another name than the last answer has'],
      inOffice(`responded_by = 'Ola'`),
    ],
    [
      'the PDF to that of another answer',
      ['the stored PDF is that of another answer'],
      `UPDATE agreement_sealed_pdfs SET content = (SELECT content FROM agreement_sealed_pdfs WHERE answer_id <> ${answerId})
       WHERE answer_id = ${answerId}`,
    ],
  ])('cannot change %s unnoticed', async (_, faults, statement) => {
    expect(await findAfter(rejected, [statement])).toMatchObject({ faults })
  })

  test('cannot turn a rejection into an acceptance, even with a recomputed hash', async () => {
    const { rows } = await pool.query('SELECT record FROM agreement_answers WHERE agreement_id = $1', [rejected.id])
    const record = JSON.parse(rows[0].record)
    record.answer.action = 'accept'
    const recomputed = recordEvidence(record)
    const found = await findAfter(rejected, [
      inAnswer(`action = 'accept', record = '${JSON.stringify(record)}', evidence = '${recomputed}'`),
      `UPDATE agreement_evidence SET evidence = '${recomputed}' WHERE answer_id = ${answerId}`,
      inOffice(`status = 'accepted', evidence = '${recomputed}'`),
      'DELETE FROM agreement_sealed_pdfs',
    ])
    expect(found).toEqual({ faults: ['the signature is not valid'], chain: expect.stringContaining('signature') })
  })

  test('cannot take an answer out of the chain, or pretend that it is older than the chain', async () => {
    expect(await findAfter(rejected, [unlinked])).toEqual({
      faults: ['the answer is not in the chain'],
      chain: expect.stringMatching(/^number \d+ of the chain is missing$/),
    })
    const pretended = await findAfter(rejected, [unlinked, inAnswer(`record = NULL, answered_at = now() + '1 day'`)])
    expect(pretended?.faults).toContain('the answer is not signed, although answers were signed by then')
    const backdated = await findAfter(another, [
      unlinked,
      inAnswer(`record = NULL, answered_at = '2020-01-01T00:00:00Z'`),
    ])
    expect(backdated?.faults).toContain('the answer is not signed, and was not there before answers were')
    expect(backdated?.chain).toContain('is missing: the database is an older copy, or answers were removed')
  })

  test('cannot sign or seal with keys of their own', async () => {
    const stranger = { id: 'ffffffffffffffff', publicKey: 'AAAA', createdAt: '2026-01-01T00:00:00.000Z' }
    const signed = await verifyAgreement(db, rejected.id, [stranger])
    expect(signed?.at(-1)?.faults).toContain('the key that signed is not known')
    const sealed = await verifyAgreement(db, rejected.id, key.publicKeys, { seals: ['ff'] })
    expect(sealed).toMatchObject([{ faults: ['the stored PDF was sealed with a certificate of somebody else'] }])
  })
})
