import { arrayBuffer } from 'node:stream/consumers'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { composed } from '@kontor/contract/shared/composed'
import { fileField } from '@kontor/contract/shared/spreadsheet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorCode } from '../errors/error-code.ts'

/** Lets the routes that `register` adds accept uploads (`multipart/form-data`); all others reject them. */
export const acceptFiles = (app: FastifyInstance, register: (scope: FastifyInstance) => void): void => {
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fieldSize: 1_000, fieldNameSize: 100, parts: 11 },
    })
    register(scope)
  })
}

export type UploadProblem = 'noForm' | 'noFile' | 'tooLarge' | 'tooManyParts' | 'brokenForm'

export interface ReceivedFile {
  readonly name: string
  readonly bytes: ArrayBuffer
}

/** Reads the file. The library's own method would keep a second copy until the request ends. */
const readPart = async ({ fieldname, filename, file }: MultipartFile): Promise<ReceivedFile | UploadProblem> => {
  // A part may claim to be a file without giving a name.
  if (fieldname !== fileField || typeof filename !== 'string') {
    file.resume()
    return 'noFile'
  }
  const bytes = await arrayBuffer(file)
  return file.truncated ? 'tooLarge' : { name: composed(filename), bytes }
}

/** Matches the multipart parser's messages for malformed or truncated forms. They have no code. */
const malformedFormMessage =
  /^(?:Unexpected end of multipart data|Part terminated early|Multipart: Boundary not found|The needle cannot)/

const uploadProblem = (error: unknown): UploadProblem | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = errorCode(error) ?? ''
  if (/^FST_(?:PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return 'tooManyParts'
  if (code === 'FST_PROTO_VIOLATION' || code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET') return 'brokenForm'
  return malformedFormMessage.test(error.message) ? 'brokenForm' : undefined
}

export const receiveFile = async (request: FastifyRequest, maxBytes: number): Promise<ReceivedFile | UploadProblem> => {
  if (!request.isMultipart()) return 'noForm'
  try {
    const part = await request.file({ limits: { fileSize: maxBytes }, throwFileSizeLimit: false })
    return part ? await readPart(part) : 'noFile'
  } catch (error) {
    const problem = uploadProblem(error)
    if (problem) return problem
    throw error
  }
}
