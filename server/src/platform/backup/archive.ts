import { createReadStream, createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'

export interface ArchiveEntry {
  readonly name: string
  readonly content: Buffer
}

export type ArchiveWriter = ReturnType<typeof writeArchive>

/** Creates a `.tar.gz` that only its owner may read. Writes entries one by one, and keeps only one in memory. Fails when the file exists. */
export const writeArchive = (file: string) => {
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  // A failure destroys `tar`, so `add` fails too; `written` rejects with the cause.
  written.catch(() => {})
  return {
    add: async ({ name, content }: ArchiveEntry) => {
      const added = new Promise<void>((resolve, reject) => {
        const entry = tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
        entry.on('error', reject)
      })
      await added.catch(() => written)
    },
    /** Completes the archive; resolves when it is on disk. */
    finish: () => {
      tar.finalize()
      return written
    },
    /** Aborts. The caller removes the partial file. */
    abort: async () => {
      tar.destroy()
      await written.catch(() => {})
    },
  }
}

/** Reads the entries in order. Throws when the file is truncated or damaged anywhere, at the latest after its last entry. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), tar)
  reading.catch(() => {})
  for await (const entry of tar) {
    yield { name: entry.header.name, content: await buffer(entry) }
  }
  await reading
}
