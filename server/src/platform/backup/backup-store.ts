import type { Readable } from 'node:stream'

/** The store of scheduled backups. A file gets its name only when it is complete. */
export interface BackupStore {
  /**
   * Stores a local file under a new name.
   * @param onUpload receives the id by which an interrupted upload can be removed, if the store has one
   */
  put(name: string, file: string, onUpload: (id: string) => Promise<void>, signal: AbortSignal): Promise<void>
  /** @throws when there is no such file */
  read(name: string): Promise<Readable>
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>
  /** Removes the remains of an interrupted `put`. */
  removePartial(name: string, uploadId: string | null): Promise<void>
}
