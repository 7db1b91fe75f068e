import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** Bytes that are served as they are, from memory. */
export interface Resource {
  readonly type: string
  /** A digest of the content; each encoding's ETag is made of it. */
  readonly digest: string
  readonly plain: Buffer
  /** The packed form; undefined where packing does not make it smaller. */
  packed(encoding: Encoding): Buffer | undefined | Promise<Buffer | undefined>
}

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url').slice(0, 22)

const readIfThere = async (file: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads a file of the build and the packed forms that stand beside it (`.br`, `.gz`). */
export const readAsset = async (folder: string, file: string): Promise<Resource> => {
  const type = types[extname(file)]
  if (!type) throw new Error(`No media type is known for ${file}; add it to assets.ts.`)
  const path = join(folder, file)
  const plain = await readFile(path)
  const packed = { br: await readIfThere(path + extensions.br), gzip: await readIfThere(path + extensions.gzip) }
  return { type, digest: digestOf(plain), plain, packed: (encoding) => packed[encoding] }
}

const pack: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
}

/** A text that was made at the start, an HTML page by default; it is packed when it is first asked for, and then kept. */
export const textResource = (text: string, type = 'text/html; charset=utf-8'): Resource => {
  const plain = Buffer.from(text)
  const packed: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = {}
  const packOnce = (encoding: Encoding): Buffer | Promise<Buffer> => {
    packed[encoding] ??= pack[encoding](plain).then((content) => {
      packed[encoding] = content
      return content
    })
    return packed[encoding]
  }
  return { type, digest: digestOf(plain), plain, packed: packOnce }
}

/** How much a client wants an encoding, 0 to 1, by its `Accept-Encoding` (RFC 9110, 12.5.3). */
const quality = (header: string, encoding: string): number => {
  let wildcard = 0
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const value = q === undefined ? 1 : Number(q) || 0
    if (name === encoding) return value
    if (name === '*') wildcard = value
  }
  return wildcard
}

const readEncodings = (header: string): readonly Encoding[] =>
  encodings
    .map((encoding) => ({ encoding, wanted: quality(header, encoding) }))
    .filter(({ wanted }) => wanted > 0)
    // A stable sort: of equals, brotli comes first.
    .sort((a, b) => b.wanted - a.wanted)
    .map(({ encoding }) => encoding)

// Browsers send a handful of different values; a client that sends ever new ones must not fill the memory.
const known = new Map<string, readonly Encoding[]>()
const mostKnown = 100

/** The encodings that a client takes by its `Accept-Encoding`, best first. */
export const acceptedEncodings = (header: string): readonly Encoding[] => {
  const found = known.get(header)
  if (found) return found
  const list = readEncodings(header)
  if (known.size < mostKnown) known.set(header, list)
  return list
}

/** Whether a client has this form already, by its `If-None-Match`. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag || candidate.trim() === '*'))

/** The strong ETag of a resource in one form; without an encoding the plain one. */
export const etagOf = (resource: Resource, encoding: Encoding | undefined): string =>
  `"${resource.digest}${encoding ? `-${encoding}` : ''}"`

const chooseForm = async (resource: Resource, header: string) => {
  for (const encoding of acceptedEncodings(header)) {
    const content = await resource.packed(encoding)
    if (content) return { encoding, content }
  }
  return { encoding: undefined, content: resource.plain }
}

/**
 * Sends a resource in the best form that the client takes, with a strong ETag for that form; 304 without a body when the
 * client has it already. `headers` must hold `Cache-Control` and a `Vary` that names `Accept-Encoding`.
 */
export const sendResource = async (
  request: FastifyRequest,
  reply: FastifyReply,
  resource: Resource,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> => {
  const { encoding, content } = await chooseForm(resource, request.headers['accept-encoding'] ?? '')
  const etag = etagOf(resource, encoding)
  reply.headers(headers).header('etag', etag)
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(resource.type).send(content)
}
