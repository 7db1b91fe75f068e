import { locks } from 'node:worker_threads'
import { photoFormats, photoLimits, photoWidths } from '@kontor/contract/company/company.rules'
import type { FastifyRequest } from 'fastify'
import type { Sharp } from 'sharp'
import type { Queryable } from '../../platform/database/database.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { receiveFile, type UploadProblem } from '../../platform/http/receive-file.ts'
import { insertPhoto, type PhotoFile } from './company.queries.ts'

/** Loads the library on first use. Blocks all image readers but those that photos need. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  return sharp
}

const uploadErrors: Readonly<Record<UploadProblem, readonly [status: number, error: string]>> = {
  noForm: [415, 'Bildet må sendes som et skjema (multipart/form-data).'],
  noFile: [400, 'Fant ikke noe bilde.'],
  tooLarge: [413, 'Bildet er for stort. Det kan være på høyst 10 MB.'],
  tooManyParts: [413, 'Skjemaet har for mange felter. Send bare bildet.'],
  brokenForm: [400, 'Bildet kom ikke fram som det skulle. Prøv igjen.'],
}

const unreadable = () => new HttpError(422, 'Filen er ikke et bilde som kan leses. Bruk .jpg, .png eller .webp.')

/** Portraits are upright, 4:5. */
const heightFor = (width: number): number => (width * 5) / 4

const smallest = Math.min(...photoWidths)

/** Returns the size of the upright image; a camera may have stored it rotated. */
const uprightSize = async (image: Sharp): Promise<{ width: number; height: number }> => {
  const { autoOrient } = await image.metadata()
  return autoOrient
}

const encoders: Record<PhotoFile['format'], (image: Sharp) => Sharp> = {
  // The default effort of 4 makes the files only a tenth smaller, but takes seven times as long (seconds of a core).
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
  webp: (image) => image.webp({ quality: 80 }),
}

const convert = async (bytes: ArrayBuffer): Promise<PhotoFile[]> => {
  const sharp = await loadSharp()
  const image = sharp(bytes, { limitInputPixels: photoLimits.pixels, failOn: 'error' }).autoOrient()
  const size = await uprightSize(image)
  if (size.width * size.height > photoLimits.pixels) throw new HttpError(422, 'Bildet har for mange piksler.')
  if (size.width < smallest || size.height < heightFor(smallest)) {
    throw new HttpError(422, `Bildet er for lite. Det må være minst ${smallest} × ${heightFor(smallest)} piksler.`)
  }
  const files: PhotoFile[] = []
  for (const width of photoWidths) {
    // sharp drops the metadata, which may say where the photo was taken.
    const sized = image.clone().resize({ width, height: heightFor(width), fit: 'cover', position: 'attention' })
    for (const format of photoFormats) {
      files.push({ width, format, content: await encoders[format](sized.clone()).toBuffer() })
    }
  }
  return files
}

/** Each server converts one photo at a time, to bound its memory. */
const convertAlone = (bytes: ArrayBuffer): Promise<PhotoFile[]> =>
  locks.request('photo', async () => {
    try {
      return await convert(bytes)
    } catch (error) {
      throw error instanceof HttpError ? error : unreadable()
    }
  })

/**
 * Stores the photo from a form in the sizes and formats that the site needs; returns its id.
 * @throws HttpError 400, 413, 415 or 422 when it can't be read
 */
export const receivePhoto = async (db: Queryable, request: FastifyRequest): Promise<string> => {
  const file = await receiveFile(request, photoLimits.bytes)
  if (typeof file === 'string') throw new HttpError(...uploadErrors[file])
  return insertPhoto(db, await convertAlone(file.bytes))
}
