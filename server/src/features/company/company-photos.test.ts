import { crc32, deflateSync } from 'node:zlib'
import { deliveredCompany } from '@kontor/contract/company/company.rules'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { upload } = await logInAsAdmin(kontor)
const admin = await kontor.asAdmin()
const { pool } = kontor.database

/** A photo with a place in its metadata, stored on its side as by a phone: its red side is the top. */
const photo = (format: 'jpeg' | 'png' | 'webp', width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: { create: { width: 250, height, channels: 3, background: 'red' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'hemmelig sted' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()

const send = (bytes: Uint8Array, name = 'kari.jpg') => upload('/api/company/photos', { name, bytes })

const filesOf = async (id: string) => {
  const { rows } = await pool.query<{ width: number; format: string; content: Buffer }>(
    'SELECT width, format, content FROM company_photo_files WHERE photo_id = $1 ORDER BY width, format',
    [id],
  )
  return rows
}

test('a photo becomes upright AVIF and WebP files in three sizes, without its metadata', async () => {
  const answer = await send(await photo('jpeg', 900, 700))
  expect(answer.statusCode).toBe(200)
  const files = await filesOf(answer.json().id)
  expect(files.map(({ width, format }) => `${width} ${format}`)).toEqual(
    [320, 640, 960].flatMap((width) => [`${width} avif`, `${width} webp`]),
  )
  sharp.unblock({ operation: ['VipsForeignLoadHeif'] })
  for (const { width, content } of files) {
    const stored = await sharp(content).metadata()
    expect([stored.width, stored.height]).toEqual([width, (width * 5) / 4])
    expect([stored.exif, stored.orientation, stored.xmp]).toEqual([undefined, undefined, undefined])
    expect(content.includes('hemmelig')).toBe(false)
    const pixels = await sharp(content).raw().toBuffer()
    const [topLeft, bottomRight] = [pixels.subarray(0, 3), pixels.subarray(-3)]
    expect([topLeft, bottomRight].map(([red = 0, , blue = 0]) => red > blue)).toEqual([true, false])
  }
})

// Too small: nothing is encoded.
test.each(['jpeg', 'png', 'webp'] as const)('reads a %s, and rejects one that is too small to show', async (format) => {
  for (const [width, height] of [
    [500, 319],
    [399, 400],
  ] as const) {
    const answer = await send(await photo(format, width, height))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error).toBe('Bildet er for lite. Det må være minst 320 × 400 piksler.')
  }
})

const red = { create: { width: 900, height: 900, channels: 3, background: 'red' } } as const
const gif = await sharp(red).gif().toBuffer()
const half = (await sharp(red).jpeg().toBuffer()).subarray(0, 600)

/** A PNG with one bit a pixel: a few kilobytes, whatever its size. */
const blackPng = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

describe('a file is rejected', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><text>x</text></svg>'

  test.each([
    ['a text', Buffer.from('ikke et bilde')],
    ['an empty file', Buffer.alloc(0)],
    ['an SVG, which may hold scripts', Buffer.from(svg)],
    ['a GIF', gif],
    ['half a photo', half],
  ])('if it is %s', async (_, bytes) => {
    const answer = await send(bytes)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error).toBe('Filen er ikke et bilde som kan leses. Bruk .jpg, .png eller .webp.')
  })

  test('if it would fill the memory when unpacked', async () => {
    expect((await send(blackPng(10_000, 5_001))).statusCode).toBe(422)
  })

  test('if it has more than 10 MB', async () => {
    const answer = await send(Buffer.alloc(10 * 2 ** 20 + 1))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toContain('10 MB')
  })

  test('if the request is no form', async () => {
    expect((await admin('POST', '/api/company/photos', {})).statusCode).toBe(415)
  })
})

test('a photo that nobody has is deleted with the next change after a day', async () => {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO company_photos (created_at) SELECT now() - make_interval(hours => age) FROM unnest('{23,25,25}'::int[]) age
     RETURNING id`,
  )
  const [fresh, kept, old] = rows.map(({ id }) => id)
  const team = [kept, 'kari', null].map((id) => ({ ...deliveredCompany.team[0], photo: id }))
  expect((await admin('PUT', '/api/company', { team })).statusCode).toBe(200)
  const left = (await pool.query<{ id: string }>('SELECT id FROM company_photos')).rows.map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining([kept, fresh]))
  expect(left).not.toContain(old)
})
