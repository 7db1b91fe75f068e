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
export type MissingFile = 'noForm' | 'noFile' | 'tooLarge' | 'tooManyParts' | 'brokenForm'

export interface ReceivedFile {
  readonly name: string
  readonly bytes: ArrayBuffer
}

/** The file as it came, put together once; the library's own way keeps a second copy for as long as the request lasts. */
const bytesOf = async (file: MultipartFile['file']): Promise<ArrayBuffer | 'tooLarge'> => {
  const chunks: Buffer[] = []
  for await (const chunk of file) if (!file.truncated) chunks.push(chunk)
  if (file.truncated) return 'tooLarge'
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes.buffer
}

const readPart = async (part: MultipartFile): Promise<ReceivedFile | MissingFile> => {
  if (part.fieldname !== fileField) {
    part.file.resume()
    return 'noFile'
  }
  // A part may say that it is a file and name none.
  if (typeof part.filename !== 'string') {
    part.file.resume()
    return 'noFile'
  }
  const bytes = await bytesOf(part.file)
  return bytes === 'tooLarge' ? bytes : { name: part.filename, bytes }
}

/** What the parser of multipart forms says of one that is malformed or breaks off; it gives its errors no code. */
const malformed =
  /^(?:Unexpected end of (?:form|multipart data)|Malformed part header|Multipart: Boundary not found|Part terminated early|Unsupported content type|Missing Content-Type)/

const reasonOf = (error: unknown): MissingFile | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (/^FST_(?:PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return 'tooManyParts'
  if (code === 'FST_REQ_FILE_TOO_LARGE') return 'tooLarge'
  if (code === 'FST_PROTO_VIOLATION' || code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET') return 'brokenForm'
  return malformed.test(error.message) ? 'brokenForm' : undefined
}

/** The file of a form, of at most `maxBytes`, in memory. */
export const receiveFile = async (request: FastifyRequest, maxBytes: number): Promise<ReceivedFile | MissingFile> => {
  if (!request.isMultipart()) return 'noForm'
  try {
    const part = await request.file({ limits: { fileSize: maxBytes }, throwFileSizeLimit: false })
    return part ? await readPart(part) : 'noFile'
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) return reason
    throw error
  }
}
