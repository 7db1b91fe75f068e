import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartFailure } from '../errors/start-failure.ts'

/** The beginning of every encrypted file (https://age-encryption.org/v1). */
const header = 'age-encryption.org/v1\n'

/** Loaded on first use: its modules would slow down every start. */
const loadAge = () => import('age-encryption')

/** Hashes the bytes that pass through. */
const passThrough = (hash: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })

// Casts, since the types of these streams differ between Node and browsers.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])

/**
 * Encrypts a file for the age public keys `recipients`. The file `to` must not exist.
 * @returns the SHA-256 of the unencrypted file
 */
export const encryptFile = async (from: string, to: string, recipients: readonly string[]): Promise<string> => {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const hash = createHash('sha256')
  const plain = createReadStream(from)
  const hashed = passThrough(hash)
  const reading = pipeline(plain, hashed)
  reading.catch(() => {})
  await pipeline(fromWeb(await encrypter.encrypt(toWeb(hashed))), newFile(to))
  await reading
  return hash.digest('hex')
}

/** Returns true if a file is encrypted by age. */
export const isEncrypted = async (file: string): Promise<boolean> => {
  const chunks = createReadStream(file, { end: header.length - 1, encoding: 'latin1' })
  let start = ''
  for await (const chunk of chunks) start += chunk
  return start === header
}

/**
 * Decrypts a file with a private key from `identityFile`, a file of `age-keygen`. The file `to` must not exist.
 * @throws StartFailure when none of the keys fits, or the file is damaged
 */
export const decryptFile = async (from: string, to: string, identityFile: string): Promise<void> => {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const identity of await readIdentities(identityFile)) decrypter.addIdentity(identity)
  try {
    await pipeline(fromWeb(await decrypter.decrypt(toWeb(createReadStream(from)))), newFile(to))
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    if (/no identity matched/.test(message))
      throw new StartFailure(
        `${from} is encrypted to another key than those in ${identityFile}; nothing was restored.`,
        {
          cause,
        },
      )
    throw new StartFailure(`${from} could not be decrypted (${message}); nothing was restored.`, { cause })
  }
}

const readIdentities = async (file: string): Promise<string[]> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartFailure(`The identity file ${file} cannot be read.`, { cause })
  })
  const identities = text.split(/\s+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new StartFailure(`${file} contains no private key of age (AGE-SECRET-KEY-…), as age-keygen writes it.`)
  return identities
}
