import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
await kontor.database.pool.query(
  "INSERT INTO contacts (name, email, company, subject, message) SELECT 'Kari', 'kari@kunde.example', 'Kunde AS', 'general', 'Hei' FROM generate_series(1, 20)",
)

const list = (encoding: string) => admin('GET', '/api/contacts', undefined, { 'accept-encoding': encoding })

it.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('compresses JSON for a client that accepts %s with %s', async (accepted, encoding, decompress) => {
  const plain = await list('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const answer = await list(accepted)
  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(plain.json())
})

it('leaves a short answer and one for a client without encodings as they are', async () => {
  const short = await admin('GET', '/api/products', undefined, { 'accept-encoding': 'br' })
  expect(short.headers['content-encoding']).toBeUndefined()
  expect((await list('gzip;q=0')).headers['content-encoding']).toBeUndefined()
})

it('never decompresses a request, not even a valid enquiry', async () => {
  const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }
  const send = (headers: Record<string, string>, payload: string | Buffer) =>
    kontor.app.inject({ method: 'POST', url: '/api/contacts', headers, payload })
  const json = { 'content-type': 'application/json' }
  expect((await send(json, JSON.stringify(enquiry))).statusCode).toBe(200)
  const compressed = await send({ ...json, 'content-encoding': 'gzip' }, gzipSync(JSON.stringify(enquiry)))
  expect(compressed.statusCode).toBe(400)
})
