import { expect, test } from 'vitest'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { knownBy } from '../../testing/evidence.ts'
import { renewOlderAnswers } from './agreement-evidence.older.service.ts'
import { verifyAgreement, verifyNumbers } from './agreement-evidence.verification.service.ts'

const { kontor, createAndSend, answer, read, download } = await startAgreementApp()
const { deps } = kontor
const { db, pool } = kontor.database
const { key } = deps.signing

const change = async (statement: string, values: unknown[]): Promise<void> => {
  for (const how of ['DISABLE', 'ENABLE']) {
    for (const table of ['agreement_answers', 'agreement_evidence']) {
      await pool.query(`ALTER TABLE ${table} ${how} TRIGGER USER`)
    }
    if (how === 'DISABLE') await pool.query(statement, values)
  }
}

/** Makes an accepted agreement whose evidence has the older form; returns its id and that evidence. */
const answeredBefore = async (signed: boolean, tamper: (record: string) => string = (record) => record) => {
  const agreement = await createAndSend()
  await answer(agreement, { action: 'accept', name: 'Kari' })
  const { rows } = await pool.query(
    `SELECT answer.id, agreement_evidence.number, record::jsonb, content FROM agreement_answers answer
     JOIN agreement_evidence ON answer_id = answer.id JOIN agreement_snapshots snapshot ON snapshot.id = snapshot_id
     WHERE answer.agreement_id = $1`,
    [agreement.id],
  )
  const [{ id, number, record: now, content }] = rows
  const { answer: given, answeredAt, link, verification, origin: from } = now
  const older = { number, previous: null, agreement: { sha256: sha256(content) }, answer: given, answeredAt }
  const record = signed
    ? canonicalJson({ format: 'kontor-evidence-3', ...older, link, verification, origin: from })
    : ''
  const evidence = sha256(
    signed ? record : canonicalJson({ agreement: JSON.parse(content), answer: given, answeredAt }),
  )
  const statement = canonicalJson({ format: 'kontor-chain-1', number, evidence, previous: null })
  const origin = signed ? '' : ', address = NULL, user_agent = NULL, origin_salt = NULL'
  const update = `UPDATE agreement_answers SET record = $1, evidence = $2${origin} WHERE id = $3`
  await change(update, [tamper(record), evidence, id])
  if (signed) {
    const columns = 'SET evidence = $1, signature = $2'
    await change(`UPDATE agreement_evidence ${columns} WHERE number = $3`, [evidence, key.sign(statement), number])
  } else await change('DELETE FROM agreement_evidence WHERE number = $1', [number])
  await pool.query('UPDATE agreements SET evidence = $1 WHERE id = $2', [evidence, agreement.id])
  return { id: agreement.id, evidence }
}

test('a start gives answers of the older form a record of today’s, which says if their proof held', async () => {
  const signed = await answeredBefore(true)
  const tampered = await answeredBefore(true, (record) => record.replace('"name":"Kari"', '"name":"Ola"'))
  const unsigned = await answeredBefore(false)
  const redated = await answeredBefore(false)
  await change(`UPDATE agreement_answers SET answered_at = answered_at - interval '1 day' WHERE agreement_id = $1`, [
    redated.id,
  ])

  expect(await renewOlderAnswers(db, deps.signing)).toBe(4)
  expect(await renewOlderAnswers(db, deps.signing)).toBe(0)
  const verify = async ({ id }: { id: string }) => (await verifyAgreement(db, id, knownBy(deps.signing)))?.at(-1)
  for (const { id, evidence } of [signed, unsigned]) {
    const found = await verify({ id })
    // A key that anyone added later could have signed it: only its receipt vouches for it.
    expect(found).toMatchObject({ verdict: 'unknown signer', faults: [] })
    expect(found?.unknown).toEqual([`the older proof of the answer, ${evidence}`])
    expect(found?.evidence).toBe((await read(id)).evidence)
    await download({ id })
  }
  const fault = 'the answer did not hold in its older form: the text, the answer or the time is not what it was'
  for (const one of [tampered, redated]) expect((await verify(one))?.faults[0]).toBe(fault)
  expect((await verifyNumbers(db)).fault).toBeNull()
})
