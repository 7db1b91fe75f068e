import { join } from 'node:path'
import { expect, test } from 'vitest'
import { joinServers, watchServers } from '../../platform/secrets/servers.ts'
import { listEvidenceKeys } from '../../platform/signing/evidence-key.ts'
import { knownSeals } from '../../platform/signing/key-files.ts'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { startAnotherApp } from '../../testing/another-app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { verifyAgreement, verifyPdf } from './agreement-evidence.verification.service.ts'

const { kontor, createAndSend, responsePath } = await startAgreementApp()
const { clock, deps } = kontor
const { db } = kontor.database
const pollMs = 5
const failed = () => undefined
const stopWatching = watchServers(kontor.config, { db, clock, signing: deps.signing, failed, pollMs })
onCleanup(stopWatching)
const config = { ...kontor.config, dataDir: join(kontor.config.dataDir, 'another') }
clock.advance({ minutes: 1 })
const signing = await joinServers(config, { db, owner: db, clock, pollMs })
const another = await startAnotherApp({ ...kontor, config, deps: { ...deps, config, signing } })

/** The keys that each server knows by its own `DATA_DIR/keys`. */
const knownTo = async (of: typeof config) => ({
  keys: await listEvidenceKeys(of),
  certificates: (await knownSeals.read(of)).map(({ fingerprint }) => fingerprint),
})
const isNoted = async () => (await knownTo(kontor.config)).certificates.includes(signing.seal.fingerprint)
await waitFor(isNoted, () => 'The first server has not noted the second')
await stopWatching()

test('each of two servers signs with its own key, seals the answers of the other, and verifies them', async () => {
  const servers = [
    { app: kontor.app, config: kontor.config, signing: deps.signing },
    { app: another, config, signing },
  ]
  for (const [index, { app, signing }] of servers.entries()) {
    const agreement = await createAndSend()
    // The link was made by the first server, whose secret both have.
    const answered = await app.inject({ method: 'POST', url: responsePath(agreement), payload: { action: 'accept' } })
    expect(answered.statusCode).toBe(200)
    const other = servers[1 - index]
    const pdf = await other?.app.inject({ url: `${responsePath(agreement)}/pdf` })
    expect(pdf?.statusCode).toBe(200)
    const sealed = pdf?.rawPayload ?? Buffer.alloc(0)
    for (const server of servers) {
      const verified = await verifyPdf(sealed, await knownTo(server.config))
      const certificates = [signing.seal.fingerprint, other?.signing.seal.fingerprint]
      expect(verified).toMatchObject({ verdict: 'holds', keyId: signing.key.id, record: { certificates } })
      expect(verified.seal?.fingerprint).toBe(other?.signing.seal.fingerprint)
      expect(await verifyAgreement(db, agreement.id, await knownTo(server.config))).toMatchObject([
        { verdict: 'holds' },
      ])
    }
  }
  const published = (await another.inject({ url: '/.well-known/kontor-evidence.json' })).json()
  const { certificate, fingerprint, holder } = signing.seal
  expect(published).toEqual({
    format: 'kontor-evidence-keys-1',
    algorithm: 'Ed25519',
    keys: servers.map(({ signing: { key } }) => ({ id: key.id, publicKey: key.publicKey, createdAt: key.createdAt })),
    certificates: servers.map(({ signing: { seal } }) => ({
      holder,
      fingerprint: seal.fingerprint,
      createdAt: seal.createdAt,
    })),
    seal: { certificate, fingerprint, holder, selfSigned: true },
  })
})

test('a key that is added later vouches for no earlier answer', async () => {
  const agreement = await createAndSend()
  await kontor.app.inject({ method: 'POST', url: responsePath(agreement), payload: { action: 'accept' } })
  const known = await knownTo(config)
  const late = known.keys.map((key) => ({ ...key, createdAt: '2026-03-25T09:00:00.000Z' }))
  expect(await verifyAgreement(db, agreement.id, { ...known, keys: late })).toMatchObject([
    { verdict: 'unknown signer', unknown: [expect.stringContaining('known only since 2026-03-25')] },
  ])
})
