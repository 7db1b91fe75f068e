/**
 * The team's portraits. Each is drawn as an `.svg` file and exported from that file at 480 × 600 pixels (sharp: AVIF of quality 58, WebP
 * of quality 80). Only the exported files are served, since they are small.
 */
import { drawnPortraits, photoPath } from '@kontor/contract/company/company.rules'
import kariAvif from './kari.avif'
import kariWebp from './kari.webp'
import liseAvif from './lise.avif'
import liseWebp from './lise.webp'
import olaAvif from './ola.avif'
import olaWebp from './ola.webp'
import perAvif from './per.avif'
import perWebp from './per.webp'

export const portraits = {
  kari: { avif: kariAvif, webp: kariWebp },
  ola: { avif: olaAvif, webp: olaWebp },
  lise: { avif: liseAvif, webp: liseWebp },
  per: { avif: perAvif, webp: perWebp },
} as const

/** Returns the URL of a team member's photo in its smallest size. */
export const smallPortrait = (photo: string): string => {
  const drawn = drawnPortraits.find((one) => one === photo)
  return drawn ? portraits[drawn].webp : photoPath(photo, 320, 'webp')
}
