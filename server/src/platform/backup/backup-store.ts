import type { Readable } from 'node:stream'

/** The store of scheduled backups. A file gets its name only when it is complete. */
export interface BackupStore {
  /**
   * Stores a local file under a new name.
   * @param onUpload receives the id by which an interrupted upload can be removed, if uploads to this store have ids
   */
  put(name: string, file: string, onUpload: (id: string) => Promise<void>, signal: AbortSignal): Promise<void>
  /** Reads a file. @throws if no file has this name */
  read(name: string): Promise<Readable>
  /** Removes a file; does nothing if no file has this name. */
  remove(name: string): Promise<void>
  /** Removes the remains of an interrupted `put`. */
  removePartial(name: string, uploadId: string | null): Promise<void>
}
