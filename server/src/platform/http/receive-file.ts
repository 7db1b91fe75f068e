import multipart, { type MultipartFile } from '@fastify/multipart'
import { fileField } from '@kontor/contract/shared/spreadsheet'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Lets the routes that `register` makes take forms with a file (`multipart/form-data`); all others refuse them. */
export const acceptFiles = (app: FastifyInstance, register: (scope: FastifyInstance) => void): void => {
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fieldSize: 1_000, fieldNameSize: 100, parts: 11 },
    })
    register(scope)
  })
}

/** Why no file came. */
export type MissingFile = 'noForm' | 'noFile' | 'tooLarge' | 'brokenForm'

export interface ReceivedFile {
  readonly name: string
  readonly bytes: ArrayBuffer
}

const ownBytes = (buffer: Buffer): ArrayBuffer => {
  const bytes = new ArrayBuffer(buffer.length)
  buffer.copy(new Uint8Array(bytes))
  return bytes
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const readPart = async (part: MultipartFile): Promise<ReceivedFile | MissingFile> => {
  if (part.fieldname !== fileField) {
    part.file.resume()
    return 'noFile'
  }
  return { name: part.filename, bytes: ownBytes(await part.toBuffer()) }
}

/** The file of a form, of at most `maxBytes`, in memory. */
export const receiveFile = async (request: FastifyRequest, maxBytes: number): Promise<ReceivedFile | MissingFile> => {
  if (!request.isMultipart()) return 'noForm'
  try {
    const part = await request.file({ limits: { fileSize: maxBytes } })
    return part ? await readPart(part) : 'noFile'
  } catch (error) {
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') return 'tooLarge'
    // A form that breaks off, or that is none: the parser's own errors have no common code.
    if (error instanceof Error) return 'brokenForm'
    throw error
  }
}
