import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as pki from 'pkijs'
import { afterAll, describe, expect, test } from 'vitest'
import {
  certificatesIn,
  readTimestamp,
  requestTimestamp,
} from '../../features/agreement-evidence/agreement-evidence.timestamps.ts'
import { drawSealable } from '../../testing/signing.ts'
import { startTimestampAuthority } from '../../testing/timestamp-authority.ts'
import { loadConfig } from '../config/config.ts'
import { readAttachments } from '../pdf/attachments.ts'
import { isSignedBy, openEvidenceKey, publicKeyId } from './evidence-key.ts'
import { knownKeys } from './key-files.ts'
import { readSeal } from './read-seal.ts'
import { openSeal } from './seal.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-signing-'))
afterAll(() => rm(folder, { recursive: true }))

let count = 0
const configWith = (variables: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: join(folder, `data-${++count}`), ...variables })

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

describe('the key of the evidence', () => {
  test('is made once, readable by its owner only, and signs what its public half verifies', async () => {
    const config = configWith()
    const [key, same] = await Promise.all([openEvidenceKey(config), openEvidenceKey(config)])
    expect(same.id).toBe(key.id)
    const { mode } = await stat(join(config.dataDir, 'keys/evidence-key.pem'))
    expect(mode & 0o777).toBe(0o600)
    const { publicKey = '' } = (await knownKeys.read(config))[0] ?? {}
    expect(publicKeyId(publicKey)).toBe(key.id)
    const signature = Buffer.from(key.sign('avtale'), 'base64url')
    expect(isSignedBy('avtale', signature, publicKey)).toBe(true)
    expect(isSignedBy('avtalen', signature, publicKey)).toBe(false)
    expect(isSignedBy('avtale', signature, 'AAAA')).toBe(false)
  })

  test('can be given as EVIDENCE_KEY; the public halves of earlier ones are remembered', async () => {
    const config = configWith()
    const first = await openEvidenceKey(config)
    const pem = openssl('genpkey', '-algorithm', 'ed25519').toString()
    const second = await openEvidenceKey({ ...config, evidenceKey: pem.replaceAll('\n', '\\n') })
    expect((await knownKeys.read(config)).map(({ id }) => id)).toEqual([first.id, second.id])
    expect(second.derive('a')).not.toEqual(second.derive('b'))
  })

  test('that is not an Ed25519 key is refused with an explanation', async () => {
    const rsa = openssl('genpkey', '-algorithm', 'RSA').toString()
    for (const evidenceKey of ['nøkkel', rsa]) {
      await expect(openEvidenceKey({ ...configWith(), evidenceKey })).rejects.toThrow('must be an Ed25519 private key')
    }
    const config = configWith()
    await openEvidenceKey(config)
    await writeFile(join(config.dataDir, 'keys/evidence-public-keys.json'), '{')
    await expect(openEvidenceKey(config)).rejects.toThrow('cannot be read: restore it from a copy')
  })
})

/** Reads a PDF with Debian's pdfsig; null where it isn't installed. */
const pdfsig = async (pdf: Buffer): Promise<string | null> => {
  const file = join(folder, 'checked.pdf')
  await writeFile(file, pdf)
  try {
    return execFileSync('pdfsig', ['-nocert', file], { stdio: 'pipe' }).toString()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    return String(Object(error).stdout)
  }
}

/** Makes a key and certificate of a company with this algorithm. */
const makeKey = (name: string, ...algorithm: string[]): void => {
  const subject = ['-days', '9', '-subj', '/CN=Eksempel AS/C=NO']
  const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`]
  openssl('req', '-x509', '-nodes', ...subject, '-newkey', ...algorithm, ...files)
}
makeKey('rsa', 'rsa:2048')
makeKey('ec', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256')

/** A PKCS #12 file of the key, made with these ciphers, as `SEAL_P12` with its password. */
const makeP12 = (key: string, ...ciphers: string[]) => {
  const file = join(folder, `${++count}.p12`)
  const from = ['-inkey', `${key}.key`, '-in', `${key}.crt`, '-passout', 'pass:hemmelig']
  openssl('pkcs12', '-export', ...from, '-out', file, ...ciphers)
  return { SEAL_P12: file, SEAL_PASSWORD: 'hemmelig' }
}
const oldCiphers = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']

describe('the seal', () => {
  test.each([
    ['made at the first start', () => ({}), 'Kontor (self-signed)'],
    ['of an RSA key', () => makeP12('rsa'), 'Eksempel AS'],
    ['of an elliptic curve', () => makeP12('ec'), 'Eksempel AS'],
    ['from a file with older ciphers', () => makeP12('rsa', ...oldCiphers), 'Eksempel AS'],
  ])('%s is valid over the whole document, and not after a changed byte', async (_, variables, holder) => {
    const seal = await openSeal(configWith(variables()))
    expect(seal).toMatchObject({ holder, selfSigned: true, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const pdf = await seal.seal(await drawSealable())
    expect(await readSeal(pdf)).toMatchObject({ holder, fingerprint: seal.fingerprint })
    expect(readAttachments(pdf).get('evidence.json')?.toString()).toBe('{"æ":1}')
    const said = await pdfsig(pdf)
    if (said !== null) {
      expect(said).toContain('Signature Type: ETSI.CAdES.detached')
      expect(said).toContain('Total document signed')
      expect(said).toContain('Signature is Valid')
    }
    const changed = Buffer.from(pdf)
    changed[300] = (changed[300] ?? 0) ^ 1
    expect(await readSeal(changed)).toEqual({ fault: 'the PDF was changed after it was sealed' })
    if (said !== null) expect(await pdfsig(changed)).not.toContain('Signature is Valid')
  })

  test('is the same after a restart; a file that cannot be opened is named', async () => {
    const config = configWith()
    const { fingerprint } = await openSeal(config)
    expect((await openSeal(config)).fingerprint).toBe(fingerprint)
    const wrong = configWith({ ...makeP12('rsa'), SEAL_PASSWORD: 'feil' })
    await expect(openSeal(wrong)).rejects.toThrow('SEAL_P12 cannot be opened with SEAL_PASSWORD')
    await expect(openSeal(configWith({ SEAL_P12: join(folder, 'x') }))).rejects.toThrow('SEAL_P12 cannot be read')
    await writeFile(join(config.dataDir, 'keys/seal.pem'), 'x')
    await expect(openSeal(config)).rejects.toThrow('seal.pem cannot be read')
  })
})

describe('a timestamp', async () => {
  let replace = (answer: Buffer): Buffer | number => answer
  const authority = await startTimestampAuthority((answer) => replace(answer))

  test('of an authority confirms a text, and no other', async () => {
    const token = await requestTimestamp(authority, Buffer.from('beviset'))
    expect(await readTimestamp(token, Buffer.from('beviset'))).toEqual({
      at: expect.stringMatching(/^20\d\d-.*Z$/),
      authority: 'Tidsstempel',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      isTrusted: false,
    })
    expect(await readTimestamp(token, Buffer.from('et annet'))).toBeNull()
    const changed = Buffer.from(token)
    changed[changed.length - 5] = (changed.at(-5) ?? 0) ^ 1
    expect(await readTimestamp(changed, Buffer.from('beviset'))).toBeNull()
    expect(await readTimestamp(Buffer.from('x'), Buffer.from('beviset'))).toBeNull()
  })

  test('of one text is refused for another when its content is renamed, as no signature covers the name', async () => {
    const token = pki.ContentInfo.fromBER(await requestTimestamp(authority, Buffer.from('et annet')))
    const signed = new pki.SignedData({ schema: token.content })
    signed.encapContentInfo.eContentType = pki.ContentInfo.DATA
    token.content = signed.toSchema(true)
    const renamed = Buffer.from(token.toSchema().toBER())
    expect(await readTimestamp(renamed, Buffer.from('beviset'))).toBeNull()
  })

  test('says who made it, and whether that is vouched for: anyone can take the name of an authority', async () => {
    const token = await requestTimestamp(authority, Buffer.from('beviset'))
    const isTrusted = async (...roots: string[]) =>
      (await readTimestamp(token, Buffer.from('beviset'), roots))?.isTrusted
    const root = await (await fetch(authority)).text()
    const other = await (await fetch(await startTimestampAuthority())).text()
    const bundle = certificatesIn(`Roots\n${other}${root}`)
    expect([await isTrusted(), await isTrusted(other), await isTrusted(...bundle)]).toEqual([false, false, true])
  })

  test('is not taken from an authority that refuses, answers nonsense, or repeats an older answer', async () => {
    replace = () => 500
    await expect(requestTimestamp(authority, Buffer.from('a'))).rejects.toThrow('answered 500')
    replace = () => Buffer.from('nei')
    await expect(requestTimestamp(authority, Buffer.from('a'))).rejects.toThrow()
    const answers: Buffer[] = []
    replace = (answer) => {
      answers.push(answer)
      return answers[0] ?? answer
    }
    await requestTimestamp(authority, Buffer.from('a'))
    await expect(requestTimestamp(authority, Buffer.from('a'))).rejects.toThrow('answered another request')
    await expect(requestTimestamp('http://127.0.0.1:9', Buffer.from('a'))).rejects.toThrow()
  })
})
