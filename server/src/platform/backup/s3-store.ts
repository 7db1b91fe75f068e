import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { S3mini, type UploadPart } from 's3mini'
import type { BackupStore } from './backup-store.ts'

interface S3Access {
  /** The URL of the service, without the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Bytes of a part. S3 allows 10 000 parts per file, so a file may have 160 GB. */
const partBytes = 16 * 1024 * 1024

/** Milliseconds for one request, such as a part over a slow line. */
const requestTimeoutMs = 5 * 60_000

/** Stores backups in a bucket of an S3-compatible service. A multipart upload is invisible until it is complete. */
export const s3Store = (location: string, { endpoint, ...access }: S3Access): BackupStore => {
  const [bucket = '', ...prefix] = location.slice('s3://'.length).split('/')
  const s3 = new S3mini({ ...access, endpoint: `${endpoint}/${bucket}`, requestAbortTimeout: requestTimeoutMs })
  const keyOf = (name: string) => [...prefix, name].join('/')

  const uploadParts = async (key: string, upload: string, file: string, signal: AbortSignal) => {
    const handle = await open(file)
    try {
      const parts: UploadPart[] = []
      for (;;) {
        signal.throwIfAborted()
        const part = Buffer.alloc(partBytes)
        const { bytesRead } = await handle.read(part, 0, partBytes, parts.length * partBytes)
        if (bytesRead === 0) return parts
        parts.push(await s3.uploadPart(key, upload, part.subarray(0, bytesRead), parts.length + 1))
      }
    } finally {
      await handle.close()
    }
  }

  return {
    async put(name, file, onUpload, signal) {
      const key = keyOf(name)
      const upload = await s3.getMultipartUploadId(key, 'application/octet-stream')
      try {
        await onUpload(upload)
        await s3.completeMultipartUpload(key, upload, await uploadParts(key, upload, file, signal))
      } catch (error) {
        // If the upload can't be removed, the next run removes it. Either way, `put` rejects with the original error.
        await s3.abortMultipartUpload(key, upload).catch(() => {})
        throw error
      }
    },
    async read(name) {
      const response = await s3.getObjectResponse(keyOf(name))
      if (!response?.body) throw new Error(`The bucket ${bucket} has no ${keyOf(name)}`)
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
    },
    async remove(name) {
      await s3.deleteObject(keyOf(name))
    },
    async removePartial(name, upload) {
      if (upload) await s3.abortMultipartUpload(keyOf(name), upload)
    },
  }
}
