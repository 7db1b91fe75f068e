import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAttachments } from '../../platform/pdf/attachments.ts'
import { startAgreementApp, unknownId } from '../../testing/agreement-app.ts'
import { knownBy } from '../../testing/evidence.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { startTimestampAuthority } from '../../testing/timestamp-authority.ts'
import { filesIn } from './agreement-evidence.files.ts'
import { timestampEvidence } from './agreement-evidence.public.routes.ts'
import { insertSealedPdf } from './agreement-evidence.queries.ts'
import { verifyAgreement, verifyPdf } from './agreement-evidence.verification.service.ts'

let isAway = false
const tsaUrl = await startTimestampAuthority((answer) => (isAway ? 503 : answer))
const { kontor, createAndSend, answer, read, download, responsePath, person } = await startAgreementApp({ tsaUrl })
const { db, pool, url } = kontor.database
const { key, seal } = kontor.deps.signing
const known = knownBy(kontor.deps.signing)

const accepted = async () => {
  const agreement = await createAndSend({ title: 'Forseglet' })
  await answer(agreement, { action: 'accept', name: 'Kari N.' }, { 'user-agent': 'Nettleser/9' })
  return agreement
}

const erasure = 'SELECT erase_person_from_agreement_events($1)'
const originIn = async (pdf: Buffer) => (await filesIn(readAttachments(pdf)))?.origin

/** `npm run verify-agreement`. */
const runVerify = async (args: string[], strange: Record<string, string> = {}) => {
  const main = new URL('../../verify-agreement.ts', import.meta.url).pathname
  const process = startServerProcess({
    env: { DATABASE_URL: url, DATA_DIR: kontor.config.dataDir, ...strange },
    args: [main, ...args],
  })
  return { code: await process.ended, output: process.output() }
}

test('the PDF of an answer is sealed once, with its evidence, and says alone whether it holds', async () => {
  const agreement = await accepted()
  const pdf = await download(agreement)
  expect((await kontor.call('GET', `${responsePath(agreement)}/pdf`)).rawPayload).toEqual(pdf)
  expect(await verifyPdf(pdf, known)).toMatchObject({
    verdict: 'holds',
    seal: { holder: seal.holder, fingerprint: seal.fingerprint },
    record: { agreement: { reference: agreement.reference }, answer: { action: 'accept' } },
    keyId: key.id,
    timestamp: { authority: 'Tidsstempel', isTrusted: false },
    notes: [expect.stringContaining('who made the timestamp is not checked: certificate')],
  })
  expect(await verifyPdf(await download(await createAndSend()), known)).toMatchObject({
    verdict: 'broken',
    faults: ['the PDF has no seal'],
  })
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
  const published = join(kontor.config.dataDir, 'kontor-evidence.json')
  await writeFile(published, (await kontor.call('GET', '/.well-known/kontor-evidence.json')).body)
  const elsewhere = { DATA_DIR: join(kontor.config.dataDir, 'annet') }
  const holds = /The evidence holds\.[\s\S]*^All \d+ answers are there/m
  const [stored, sealed, broken, unknown, vouched, rootless, other] = await Promise.all([
    runVerify([agreement.id]),
    runVerify([files.sealed]),
    runVerify([files.changed]),
    runVerify([files.sealed], elsewhere),
    runVerify([files.sealed, '--published', published], elsewhere),
    runVerify([files.sealed], { TSA_ROOTS: published }),
    runVerify([unknownId]),
  ])
  expect(stored).toMatchObject({ code: 0, output: expect.stringMatching(holds) })
  expect(stored.output).toContain(String(evidence))
  expect(sealed).toMatchObject({ code: 0, output: expect.stringContaining('The evidence holds.') })
  expect(sealed.output).toContain(seal.fingerprint)
  expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('the PDF was changed after it was sealed') })
  expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining('UNKNOWN SIGNER') })
  expect(unknown.output).not.toContain('holds')
  expect(rootless).toMatchObject({ code: 1, output: expect.stringContaining('has no certificate in PEM') })
  const given = ['--key', key.publicKey, '--certificate', seal.fingerprint]
  expect([vouched.code, (await runVerify([files.sealed, ...given], elsewhere)).code]).toEqual([0, 0])
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('There is no agreement') })

  await pool.query(
    `ALTER TABLE agreement_answers DISABLE TRIGGER USER; UPDATE agreement_answers SET message = 'Nei';
     ALTER TABLE agreement_answers ENABLE TRIGGER USER`,
  )
  expect(await runVerify([agreement.id])).toMatchObject({ code: 1, output: expect.stringContaining('IS BROKEN') })
}, 240_000)

test('while the timestamp authority is away, the PDF is sealed without its timestamp, and later with it', async () => {
  const agreement = await accepted()
  isAway = true
  const early = await verifyPdf(await download(agreement), known)
  expect(early).toMatchObject({ verdict: 'holds', timestamp: null })
  await expect(timestampEvidence(db, tsaUrl)).rejects.toThrow('answered 503')
  isAway = false
  await timestampEvidence(db, tsaUrl)
  const later = await verifyPdf(await download(agreement), known)
  expect(later).toMatchObject({ verdict: 'holds', timestamp: { authority: 'Tidsstempel' } })
})

test('erasing a person makes a sealed PDF without IP address and browser, whose evidence still holds', async () => {
  const agreement = await accepted()
  const before = await download(agreement)
  await pool.query(erasure, [person.email])
  const after = await download(agreement)
  expect(await originIn(before)).toMatchObject({ address: '127.0.0.1', userAgent: 'Nettleser/9' })
  expect(await originIn(after)).toBeNull()
  expect(await verifyPdf(after, known)).toMatchObject({ verdict: 'holds' })
  const stored = 'SELECT address, user_agent, origin_salt FROM agreement_answers WHERE agreement_id = $1'
  const { rows } = await pool.query(stored, [agreement.id])
  expect(rows).toEqual([{ address: null, user_agent: null, origin_salt: null }])
  expect(await verifyAgreement(db, agreement.id, known)).toMatchObject([{ faults: [] }])
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
  expect(await originIn(await download(agreement))).toBeNull()
})
