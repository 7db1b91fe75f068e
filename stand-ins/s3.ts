// An S3-compatible service for tests, with one bucket in memory. Checks signatures (Signature Version 4). Stores the object of a multipart
// upload only when the upload is completed.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const s3Access = { keyId: 'KONTORKEY', secret: 'hemmelig-nokkel', region: 'eu-north-1' } as const

interface Upload {
  readonly key: string
  readonly parts: Map<number, Buffer>
}

interface Answer {
  readonly status: number
  readonly body?: string | Buffer
  readonly headers?: Record<string, string>
}

export interface S3StandIn {
  readonly url: string
  /** Objects by their key. */
  readonly objects: Map<string, Buffer>
  readonly uploads: Map<string, Upload>
  /** Called before each response; if it returns a response, this replaces the usual one. */
  intercept(
    step: ((request: { method: string; key: string; query: URLSearchParams }) => Answer | undefined) | null,
  ): void
  close(): Promise<void>
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns true if a request's signature is valid for the key. */
const isSigned = ({ method = '', headers }: IncomingMessage, url: URL): boolean => {
  const [, credential = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [keyId, day = '', region = '', service = '', end = ''] = credential.split('/')
  if (keyId !== s3Access.keyId || region !== s3Access.region) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonicalHeaders = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const payload = String(headers['x-amz-content-sha256'])
  const request = [method, url.pathname, query, canonicalHeaders.join(''), signed, payload].join('\n')
  const scope = [day, region, service, end].join('/')
  const digest = createHash('sha256').update(request).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${s3Access.secret}`)
  return hmac(key, toSign).toString('hex') === signature
}

const errorAnswer = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

/** Starts the service with the bucket `bucket` on a free port of this machine. */
export const startS3 = async (bucket = 'kopier'): Promise<S3StandIn> => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  let interceptor: Parameters<S3StandIn['intercept']>[0] = null

  const respond = (method: string, key: string, query: URLSearchParams, body: Buffer): Answer => {
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map() })
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    if (uploadId) {
      const upload = uploads.get(uploadId)
      if (upload?.key !== key) return errorAnswer(404, 'NoSuchUpload')
      if (method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body)
        return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
      }
      uploads.delete(uploadId)
      if (method === 'DELETE') return { status: 204 }
      const parts = [...upload.parts].sort(([a], [b]) => a - b)
      objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
      return {
        status: 200,
        body: `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
      }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const object = objects.get(key)
    return object ? { status: 200, body: object } : errorAnswer(404, 'NoSuchKey')
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = await buffer(request)
    const { method = '' } = request
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    let answer = interceptor?.({ method, key, query: url.searchParams })
    answer ??= isSigned(request, url) ? undefined : errorAnswer(403, 'SignatureDoesNotMatch')
    answer ??= name === bucket ? undefined : errorAnswer(404, 'NoSuchBucket')
    answer ??= respond(method, key, url.searchParams, body)
    const headers = typeof answer.body === 'string' ? { 'content-type': 'application/xml' } : {}
    response.writeHead(answer.status, { ...headers, ...answer.headers }).end(answer.body)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    intercept: (step) => {
      interceptor = step
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
