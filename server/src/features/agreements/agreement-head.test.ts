import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { expect, test } from 'vitest'
import { readChainHead } from '../../platform/signing/chain-head.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { startAnotherApp } from '../../testing/another-app.ts'
import { openTestSigning } from '../../testing/signing.ts'
import { openHeadKeeper } from './agreements.head.service.ts'
import { verifyAgreement, verifyChain } from './agreements.verification.service.ts'

const { kontor, admin, createAndSend, answer } = await startAgreementApp()
const { db, pool } = kontor.database
const { key, seal } = kontor.deps.signing
const { config } = kontor

const tables = ['agreement_answers', 'agreement_snapshots', 'agreement_evidence', 'agreement_sealed_pdfs']

/** Changes stored evidence as only the owner of the tables can. */
const asOwner = async (...statements: readonly [string, unknown[]][]) => {
  const client = await pool.connect()
  await client.query('BEGIN')
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (const [statement, values] of statements) await client.query(statement, values)
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await client.query('COMMIT')
  client.release()
}

const remembered = async () => ({ head: await readChainHead(config), seals: [seal.fingerprint] })

const faultsOf = async ({ id }: Pick<Agreement, 'id'>) =>
  (await verifyAgreement(db, id, key.publicKeys, await remembered()))?.flatMap(({ faults }) => faults)

const chainFault = async () => (await verifyChain(db, key.publicKeys, await remembered())).fault

const answered = async (action: string): Promise<Agreement> => {
  const agreement = await createAndSend()
  expect((await answer(agreement, { action, message: 'Hilsen Kari', name: 'Kari' })).statusCode).toBe(200)
  return agreement
}

const download = async ({ id }: Agreement): Promise<Buffer> =>
  (await admin('GET', `/api/agreements/${id}/pdf`)).rawPayload

const errors: string[] = []
const keepHead = openHeadKeeper(kontor.deps, { error: (_, message) => errors.push(message) })

test('each answer updates the head stored outside the database', async () => {
  await answered('accept')
  const first = await readChainHead(config)
  const agreement = await answered('reject')
  const { rows } = await pool.query('SELECT number, evidence FROM agreement_evidence ORDER BY number DESC LIMIT 1')
  expect(await readChainHead(config)).toMatchObject({ count: rows[0].number, evidence: rows[0].evidence, unsigned: [] })
  expect(first?.count).toBe(rows[0].number - 1)
  expect([await faultsOf(agreement), await chainFault()]).toEqual([[], null])
})

test.each([
  ['status', `status = 'accepted'`, 'the office shows another status than the last answer gave'],
  ['status, back to open', `status = 'sent', evidence = NULL`, 'the office shows an agreement without its answer'],
  [
    'time',
    `responded_at = responded_at - interval '9 days'`,
    'the office shows another time or way of the last answer',
  ],
  ['message', `customer_response = 'Ja'`, 'the office shows another message than the last answer has'],
  ['name', `responded_by = 'Ola'`, 'the office shows another name than the last answer has'],
])('a changed %s of the agreement is found', async (_, change, fault) => {
  const agreement = await answered('reject')
  await pool.query(`UPDATE agreements SET ${change} WHERE id = $1`, [agreement.id])
  expect(await faultsOf(agreement)).toEqual([fault])
})

test('detects an acceptance that nobody gave', async () => {
  const agreement = await createAndSend()
  await pool.query(`UPDATE agreements SET status = 'accepted' WHERE id = $1`, [agreement.id])
  expect(await faultsOf(agreement)).toEqual(['the answer is missing'])
})

test('detects a planted PDF, of another answer or with a foreign seal', async () => {
  const [one, other] = [await answered('accept'), await answered('reject')]
  const plant = (content: Buffer) =>
    asOwner([
      'UPDATE agreement_sealed_pdfs SET content = $1 WHERE answer_id = (SELECT id FROM agreement_answers WHERE agreement_id = $2)',
      [content, one.id],
    ])
  await download(one)
  expect(await faultsOf(one)).toEqual([])
  await plant(await download(other))
  expect(await faultsOf(one)).toEqual(['the stored PDF is that of another answer'])
  const stranger = await openTestSigning()
  const unsealed = await startAnotherApp({ ...kontor, deps: { ...kontor.deps, signing: { ...stranger, key } } })
  await asOwner(['DELETE FROM agreement_sealed_pdfs', []])
  await unsealed.inject({ method: 'GET', url: `/api/agreement-response/${one.responseToken}/pdf` })
  expect(await faultsOf(one)).toEqual(['the stored PDF was sealed with a certificate of somebody else'])
})

test('detects an answer backdated to before the chain', async () => {
  const agreement = await answered('accept')
  await asOwner(
    [
      `UPDATE agreement_answers SET record = NULL, answered_at = '2020-01-01T00:00:00Z' WHERE agreement_id = $1`,
      [agreement.id],
    ],
    ['DELETE FROM agreement_evidence WHERE number = (SELECT max(number) FROM agreement_evidence)', []],
  )
  expect(await faultsOf(agreement)).toContain('the answer is not signed, and was not there before answers were')
  expect(await chainFault()).toContain('is missing: the database is an older copy, or answers were removed')
})

test('detects an older copy of the database, even after new answers', async () => {
  await answered('accept')
  const head = await readChainHead(config)
  await asOwner(['DELETE FROM agreement_evidence', []])
  expect(await chainFault()).toBe(
    `number ${head?.count} of the chain, of ${head?.at}, which DATA_DIR/keys remembers, is missing: the database is an older copy, or answers were removed`,
  )
  for (let more = 0; more <= (head?.count ?? 0); more++) await answered('contact')
  expect(await readChainHead(config)).toEqual(head)
  expect(await chainFault()).toContain('is another one in the database')
  await keepHead()
  expect(errors.at(-1)).toContain('The evidence of answers does not hold')
})

test('a first start records the answers from before the chain; an unwritable file blocks no answer', async () => {
  await rm(join(config.dataDir, 'keys/evidence-head.json'))
  await asOwner([
    `UPDATE agreement_answers SET record = NULL, evidence = 'eldre' WHERE id = (SELECT id FROM agreement_answers LIMIT 1)`,
    [],
  ])
  await keepHead()
  expect((await readChainHead(config))?.unsigned).toContain('eldre')
  const broken = openHeadKeeper(
    { ...kontor.deps, config: { ...config, dataDir: '/dev/null' } },
    { error: (_, message) => errors.push(message) },
  )
  await broken()
  expect(errors.at(-1)).toBe('The head of the chain of evidence could not be remembered')
})
