import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip'] as const

type Encoding = (typeof encodings)[number]

const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** Bytes that are served from memory. */
export interface Resource {
  readonly type: string
  /** A digest of the content, from which the ETag of each form is derived. */
  readonly digest: string
  readonly plain: Buffer
  /** The compressed forms, best first. */
  readonly encodings: Encoding[]
  compressed(encoding: Encoding): Buffer | Promise<Buffer>
}

/** A resource with its response headers: `Cache-Control`, and a `Vary` that names `Accept-Encoding`. */
export interface StaticFile {
  readonly resource: Resource
  readonly headers: Readonly<Record<string, string>>
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

const digestOf = (content: Buffer): string => hash('sha256', content, 'base64url').slice(0, 22)

/** Reads a file of the build, with its compressed forms in the files `.br` and `.gz` next to it. */
export const readAsset = async (folder: string, file: string): Promise<Resource> => {
  const type = types[extname(file)]
  if (!type) throw new Error(`No media type is known for ${file}; add it to assets.ts.`)
  const path = join(folder, file)
  const plain = await readFile(path)
  const forms = new Map<Encoding, Buffer>()
  for (const encoding of encodings) {
    const form = path + extensions[encoding]
    if (existsSync(form)) forms.set(encoding, await readFile(form))
  }
  return {
    type,
    digest: digestOf(plain),
    plain,
    encodings: [...forms.keys()],
    compressed: (encoding) => forms.get(encoding) ?? plain,
  }
}

/** Returns a resource for a file whose format is already compressed, such as a photo. */
export const fileResource = (plain: Buffer, type: string): Resource => ({
  type,
  digest: digestOf(plain),
  plain,
  encodings: [],
  compressed: () => plain,
})

const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
}

/** Returns a resource for a text made at the start, by default an HTML page. Each form is compressed at the first request for it. */
export const textResource = (text: string, type = 'text/html; charset=utf-8'): Resource => {
  const plain = Buffer.from(text)
  const forms: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = {}
  const compressed = (encoding: Encoding): Buffer | Promise<Buffer> => {
    forms[encoding] ??= compress[encoding](plain).then((form) => {
      forms[encoding] = form
      return form
    })
    return forms[encoding]
  }
  return { type, digest: digestOf(plain), plain, encodings: [...encodings], compressed }
}

/** Returns true if the client's `If-None-Match` matches this ETag: the client has the form already. */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag || candidate.trim() === '*'))

/** Sends a file in the best form that the client accepts, with a strong ETag for the form. If the client already has this form, sends only 304. */
export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  { resource: { type, digest, plain, encodings: available, compressed }, headers }: StaticFile,
): FastifyReply | Promise<FastifyReply> => {
  const accepted = negotiate(request.headers['accept-encoding'] ?? '', available)
  const encoding = available.find((one) => one === accepted)
  const etag = encoding ? `"${digest}-${encoding}"` : `"${digest}"`
  reply.headers(headers).header('etag', etag)
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (!encoding) return reply.type(type).send(plain)
  reply.type(type).header('content-encoding', encoding)
  const form = compressed(encoding)
  // Sends a ready form without a promise: a promise would take as long as a hook.
  return Buffer.isBuffer(form) ? reply.send(form) : form.then((content) => reply.send(content))
}
