import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAttachment } from '../../platform/signing/read-seal.ts'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { startTimestampAuthority } from '../../testing/timestamp-authority.ts'
import { insertSealedPdf } from './agreements.chain.queries.ts'
import { timestampEvidence } from './agreements.jobs.ts'
import { verifyAgreement, verifyPdf } from './agreements.verification.service.ts'

let isAway = false
const tsaUrl = await startTimestampAuthority((answer) => (isAway ? 503 : answer))
const { kontor, createAndSend, answer, read, download, responsePath, person } = await startAgreementApp({ tsaUrl })
const { db, pool, url } = kontor.database
const { key, seal } = kontor.deps.signing

const accepted = async () => {
  const agreement = await createAndSend({ title: 'Forseglet' })
  await answer(agreement, { action: 'accept', name: 'Kari N.' }, { 'user-agent': 'Nettleser/9' })
  return agreement
}

const erasure = 'SELECT erase_person_from_agreement_events($1)'
const originIn = (pdf: Buffer) => JSON.parse(readAttachment(pdf) ?? '{}').origin

/** `npm run verify-agreement`. */
const runVerify = async (subject: string) => {
  const main = new URL('../../verify-agreement.ts', import.meta.url).pathname
  const process = startServerProcess({
    env: { DATABASE_URL: url, DATA_DIR: kontor.config.dataDir },
    args: [main, subject],
  })
  return { code: await process.ended, output: process.output() }
}

test('the PDF of an answer is sealed once, with its evidence, and says alone whether it holds', async () => {
  const agreement = await accepted()
  const pdf = await download(agreement)
  expect((await kontor.call('GET', `${responsePath(agreement)}/pdf`)).rawPayload).toEqual(pdf)
  expect(await verifyPdf(pdf)).toEqual({
    seal: { holder: seal.holder, fingerprint: seal.fingerprint },
    reference: agreement.reference,
    answer: expect.objectContaining({
      action: 'accept',
      keyId: key.id,
      timestamp: expect.objectContaining({ authority: 'Tidsstempel' }),
    }),
    faults: [],
  })
  expect(await verifyAgreement(db, agreement.id, key.publicKeys)).toMatchObject([{ faults: [] }])
  const open = await verifyPdf(await download(await createAndSend()))
  expect(open.faults).toEqual(['the PDF has no seal', 'the PDF has no evidence attached'])
})

test('npm run verify-agreement prints whether the evidence holds, and fails when it does not', async () => {
  const agreement = await accepted()
  const { evidence } = await read(agreement.id)
  const pdf = await download(agreement)
  const changed = Buffer.from(pdf)
  changed[400] = (changed[400] ?? 0) ^ 1
  const files = {
    sealed: join(kontor.config.dataDir, 'avtale.pdf'),
    changed: join(kontor.config.dataDir, 'endret.pdf'),
  }
  await writeFile(files.sealed, pdf)
  await writeFile(files.changed, changed)
  const holds = /The evidence holds\.[\s\S]*^The chain of \d+ answers holds\.$/m
  const [stored, sealed, broken, unknown] = await Promise.all([
    runVerify(agreement.id),
    runVerify(files.sealed),
    runVerify(files.changed),
    runVerify(unknownId),
  ])
  expect(stored).toMatchObject({ code: 0, output: expect.stringMatching(holds) })
  expect(stored.output).toContain(String(evidence))
  expect(sealed).toMatchObject({ code: 0, output: expect.stringContaining('The evidence holds.') })
  expect(sealed.output).toContain(seal.fingerprint)
  expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('the PDF was changed after it was sealed') })
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('There is no agreement') })

  await pool.query(
    `ALTER TABLE agreement_answers DISABLE TRIGGER USER; UPDATE agreement_answers SET message = 'Nei';
     ALTER TABLE agreement_answers ENABLE TRIGGER USER`,
  )
  expect(await runVerify(agreement.id)).toMatchObject({ code: 1, output: expect.stringContaining('DOES NOT HOLD') })
}, 240_000)

test('while the timestamp authority is away, the PDF is sealed without its timestamp, and later with it', async () => {
  const agreement = await accepted()
  isAway = true
  const early = await verifyPdf(await download(agreement))
  expect(early).toMatchObject({ faults: [], answer: { timestamp: null } })
  await expect(timestampEvidence(db, tsaUrl)).rejects.toThrow('answered 503')
  isAway = false
  await timestampEvidence(db, tsaUrl)
  const later = await verifyPdf(await download(agreement))
  expect(later).toMatchObject({ faults: [], answer: { timestamp: { authority: 'Tidsstempel' } } })
})

test('erasing a person makes a new sealed PDF without their IP address and browser; the evidence still holds', async () => {
  const agreement = await accepted()
  const before = await download(agreement)
  await pool.query(erasure, [person.email])
  const after = await download(agreement)
  expect(originIn(before)).toMatchObject({ address: '127.0.0.1', userAgent: 'Nettleser/9' })
  expect(originIn(after)).toBeNull()
  expect(await verifyPdf(after)).toMatchObject({ faults: [] })
  const stored = 'SELECT address, user_agent, origin_salt FROM agreement_answers WHERE agreement_id = $1'
  const { rows } = await pool.query(stored, [agreement.id])
  expect(rows).toEqual([{ address: null, user_agent: null, origin_salt: null }])
  expect(await verifyAgreement(db, agreement.id, key.publicKeys)).toMatchObject([{ faults: [] }])
})

test("a PDF drawn during an erasure is not stored with the person's IP address", async () => {
  const agreement = await accepted()
  const { rows } = await pool.query('SELECT id, origin_salt FROM agreement_answers WHERE agreement_id = $1', [
    agreement.id,
  ])
  const [{ id, origin_salt: originSalt }] = rows
  const erasing = await pool.connect()
  await erasing.query('BEGIN')
  await erasing.query(erasure, [person.email])
  // Begun before the erasure, stored after it.
  const storing = db.transaction((tx) => insertSealedPdf(tx, { id, originSalt }, Buffer.from('with an IP address')))
  await erasing.query('COMMIT')
  erasing.release()
  expect(await storing).toBe(false)
  expect(originIn(await download(agreement))).toBeNull()
})

test('the public keys and the certificate are published', async () => {
  const published = await kontor.call('GET', '/.well-known/kontor-evidence.json')
  expect([published.statusCode, published.json()]).toEqual([
    200,
    {
      format: 'kontor-evidence-keys-1',
      algorithm: 'Ed25519',
      keys: [...key.publicKeys],
      seal: { certificate: seal.certificate, fingerprint: seal.fingerprint, holder: seal.holder, selfSigned: true },
    },
  ])
})
