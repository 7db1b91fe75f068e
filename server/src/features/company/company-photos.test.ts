import { deliveredCompany } from '@kontor/contract/company/company.rules'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { logInAsAdmin, multipartForm } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { upload } = await logInAsAdmin(kontor)
const admin = await kontor.asAdmin()
const { pool } = kontor.database

/** A photo with a place in its metadata, stored on its side as by a phone. */
const photo = (format: 'jpeg' | 'png' | 'webp', width = 900, height = 700): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0f4750' } })
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

const setTeam = (photos: readonly (string | null)[]) =>
  admin('PUT', '/api/company', { team: photos.map((id) => ({ ...deliveredCompany.team[0], photo: id })) })

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s becomes upright AVIF and WebP files in three sizes, without its metadata',
  async (format) => {
    const answer = await send(await photo(format))
    expect(answer.statusCode).toBe(200)
    const files = await filesOf(answer.json().id)
    expect(files.map(({ width, format: stored }) => `${width} ${stored}`)).toEqual(
      [320, 640, 960].flatMap((width) => [`${width} avif`, `${width} webp`]),
    )
    sharp.unblock({ operation: ['VipsForeignLoadHeif'] })
    for (const { width, content } of files) {
      const stored = await sharp(content).metadata()
      expect([stored.width, stored.height]).toEqual([width, (width * 5) / 4])
      expect([stored.exif, stored.orientation, stored.xmp]).toEqual([undefined, undefined, undefined])
      expect(content.includes('hemmelig')).toBe(false)
    }
  },
)

const red = { create: { width: 900, height: 900, channels: 3, background: 'red' } } as const
const gif = await sharp(red).gif().toBuffer()
const half = (await sharp(red).jpeg().toBuffer()).subarray(0, 600)

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
    const bomb = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await send(bomb)).statusCode).toBe(422)
  })

  test('if it is too small to show', async () => {
    const answer = await send(await photo('jpeg', 500, 300))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error).toBe('Bildet er for lite. Det må være minst 320 × 400 piksler.')
  })

  test('if it has more than 10 MB', async () => {
    const answer = await send(Buffer.alloc(10 * 2 ** 20 + 1))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().error).toContain('10 MB')
  })

  test('if the request is no form', async () => {
    expect((await admin('POST', '/api/company/photos', {})).statusCode).toBe(415)
  })

  test('if the caller is not the administrator', async () => {
    const form = await multipartForm({ name: 'x.jpg', bytes: await photo('jpeg') })
    const answer = await kontor.app.inject({ method: 'POST', url: '/api/company/photos', ...form })
    expect(answer.statusCode).toBe(401)
  })
})

test('a photo that nobody has is deleted with the next change after a day', async () => {
  const [kept, fresh, old] = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).map(
      async (format) => (await send(await photo(format))).json<{ id: string }>().id,
    ),
  )
  expect((await setTeam([kept ?? null, 'kari', null])).statusCode).toBe(200)
  await pool.query(`UPDATE company_photos SET created_at = now() - interval '25 hours' WHERE id = ANY($1)`, [
    [kept, old],
  ])
  expect((await setTeam([kept ?? null])).statusCode).toBe(200)
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM company_photos')
  const left = rows.map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining([kept, fresh]))
  expect(left).not.toContain(old)
})
