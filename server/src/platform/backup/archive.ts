import { createReadStream, createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** One file of an archive, small enough to be held in memory. */
export interface ArchiveEntry {
  readonly name: string
  readonly content: Buffer
}

/** Writes entries one after the other; memory stays at one entry however large the archive grows. */
export interface ArchiveWriter {
  add(entry: ArchiveEntry): Promise<void>
  /** Ends the archive; returns when all of it is on the disk. */
  finish(): Promise<void>
  /** Gives up; what was written so far is left to the caller to remove. */
  abort(): Promise<void>
}

/** Makes a new `.tar.gz` that only its owner may read. Fails when the file exists. */
export const writeArchive = (file: string): ArchiveWriter => {
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  // A failure destroys `tar`, so that `add` meets it; what it was is told by `written`.
  written.catch(() => {})
  return {
    add: async ({ name, content }) => {
      const added = new Promise<void>((resolve, reject) => {
        const entry = tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
        entry.on('error', reject)
      })
      await added.catch(() => written)
    },
    finish: () => {
      tar.finalize()
      return written
    },
    abort: async () => {
      tar.destroy()
      await written.catch(() => {})
    },
  }
}

/** Reads the entries in their order. Throws when the file is cut off or damaged anywhere, at the latest after its last entry. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  read.catch(() => {})
  for await (const entry of tar) {
    yield { name: entry.header.name, content: await buffer(entry) }
  }
  await read
}
