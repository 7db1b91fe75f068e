import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAttachment } from '../../platform/signing/read-seal.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { startTimestampAuthority } from '../../testing/timestamp-authority.ts'
import { insertSealedPdf } from './agreements.chain.queries.ts'
import { timestampEvidence } from './agreements.jobs.ts'
import { verifyAgreement, verifyPdf } from './agreements.verification.service.ts'

let isAway = false
const tsaUrl = await startTimestampAuthority((answer) => (isAway ? 503 : answer))
const { kontor, admin, createAndSend, answer, responsePath, person } = await startAgreementApp({ tsaUrl })
const { db, pool, url } = kontor.database
const { key, seal } = kontor.deps.signing

const download = async (path: string): Promise<Buffer> => {
  const answered = await admin('GET', path)
  expect(answered.statusCode).toBe(200)
  return answered.rawPayload
}

const accepted = async () => {
  const agreement = await createAndSend({ title: 'Forseglet' })
  await answer(agreement, { action: 'accept', name: 'Kari N.' })
  return agreement
}

const runVerify = async (...args: string[]) => {
  const main = new URL('../../verify-agreement.ts', import.meta.url).pathname
  const process = startServerProcess({
    env: { DATABASE_URL: url, DATA_DIR: kontor.config.dataDir },
    args: [main, ...args],
  })
  return { code: await process.ended, output: process.output() }
}

test('the PDF of an answer is sealed once, with its evidence, and says alone whether it holds', async () => {
  const agreement = await accepted()
  const pdf = await download(`/api/agreements/${agreement.id}/pdf`)
  expect(await download(`${responsePath(agreement)}/pdf`)).toEqual(pdf)
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

  const file = join(kontor.config.dataDir, 'avtale.pdf')
  await writeFile(file, pdf)
  const holding = await runVerify(file)
  expect(holding).toMatchObject({ code: 0, output: expect.stringContaining('The evidence holds.') })
  expect(holding.output).toContain(seal.fingerprint)
  const changed = Buffer.from(pdf)
  changed[400] = (changed[400] ?? 0) ^ 1
  await writeFile(file, changed)
  const broken = await runVerify(file)
  expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('the PDF was changed after it was sealed') })
  expect(await runVerify(join(kontor.config.dataDir, 'mangler.pdf'))).toMatchObject({ code: 1 })
}, 240_000)

test('the PDF of an open agreement has no seal, and verifying it says so', async () => {
  const agreement = await createAndSend()
  const pdf = await download(`/api/agreements/${agreement.id}/pdf`)
  expect((await verifyPdf(pdf)).faults).toEqual(['the PDF has no seal', 'the PDF has no evidence attached'])
})

test('while the timestamp authority is away, the PDF is sealed without its timestamp, and later with it', async () => {
  const agreement = await accepted()
  isAway = true
  const early = await verifyPdf(await download(`/api/agreements/${agreement.id}/pdf`))
  expect(early).toMatchObject({ faults: [], answer: { timestamp: null } })
  await expect(timestampEvidence(db, tsaUrl)).rejects.toThrow('answered 503')
  isAway = false
  await timestampEvidence(db, tsaUrl)
  const later = await verifyPdf(await download(`/api/agreements/${agreement.id}/pdf`))
  expect(later).toMatchObject({ faults: [], answer: { timestamp: { authority: 'Tidsstempel' } } })
})

test('erasing a person makes a new sealed PDF without their IP address and browser', async () => {
  const agreement = await createAndSend()
  await answer(agreement, { action: 'accept' }, { 'user-agent': 'Nettleser/9' })
  const before = await download(`/api/agreements/${agreement.id}/pdf`)
  await pool.query('SELECT erase_person_from_agreement_events($1)', [person.email])
  const after = await download(`/api/agreements/${agreement.id}/pdf`)
  const originIn = (pdf: Buffer) => JSON.parse(readAttachment(pdf) ?? '{}').origin
  expect(originIn(before)).toMatchObject({ address: '127.0.0.1', userAgent: 'Nettleser/9' })
  expect(originIn(after)).toBeNull()
  expect(await verifyPdf(after)).toMatchObject({ faults: [] })
})

test("a PDF drawn during an erasure is not stored with the person's IP address", async () => {
  const agreement = await createAndSend()
  await answer(agreement, { action: 'accept' }, { 'user-agent': 'Nettleser/9' })
  const { rows } = await pool.query('SELECT id, origin_salt FROM agreement_answers WHERE agreement_id = $1', [
    agreement.id,
  ])
  const [{ id, origin_salt: originSalt }] = rows
  const erasing = await pool.connect()
  await erasing.query('BEGIN')
  await erasing.query('SELECT erase_person_from_agreement_events($1)', [person.email])
  // Begun before the erasure, stored after it.
  const storing = db.transaction((tx) => insertSealedPdf(tx, { id, originSalt }, Buffer.from('with an IP address')))
  await erasing.query('COMMIT')
  erasing.release()
  expect(await storing).toBe(false)
  const pdf = await download(`/api/agreements/${agreement.id}/pdf`)
  expect(JSON.parse(readAttachment(pdf) ?? '{}').origin).toBeNull()
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
