/**
 * Crops the home page's map to what a narrow screen shows, a third of its bytes. Run by hand (`npm run narrow-map`) when the
 * map, or its place in `home-top.tsx`, changes; the result is committed.
 */
import { readFile, writeFile } from 'node:fs/promises'

const art = new URL('../src/content/art/', import.meta.url)

/** The part visible below 64rem at any window width, with a margin on every side, in the map's units. */
const box = { left: 600, top: 340, right: 2060, bottom: 1700 }

type Point = readonly [x: number, y: number]

/** A quadratic curve. */
interface Piece {
  readonly from: Point
  readonly control: Point
  readonly to: Point
}

interface Line {
  readonly pieces: readonly Piece[]
  readonly isClosed: boolean
}

/** Each line of the map is one absolute point followed by relative quadratic curves. */
const readLine = (text: string): Line => {
  const [, start, curves, end] = /^(-?\d+[ -]-?\d+)q([-\d qQ]*)(z?)$/.exec(text.trim()) ?? []
  if (!start || !curves) throw new Error(`Unsupported path data: ${text.slice(0, 60)}`)
  const numbers = (of: string) => (of.match(/-?\d+/g) ?? []).map(Number)
  const [x = 0, y = 0] = numbers(start)
  const values = numbers(curves)
  const pieces: Piece[] = []
  let from: Point = [x, y]
  for (let index = 0; index < values.length; index += 4) {
    const [cx = 0, cy = 0, dx = 0, dy = 0] = values.slice(index, index + 4)
    const to: Point = [from[0] + dx, from[1] + dy]
    pieces.push({ from, control: [from[0] + cx, from[1] + cy], to })
    from = to
  }
  return { pieces, isClosed: end === 'z' }
}

const isNear = ({ from, control, to }: Piece): boolean => {
  const xs = [from[0], control[0], to[0]]
  const ys = [from[1], control[1], to[1]]
  const overlapsX = Math.max(...xs) >= box.left && Math.min(...xs) <= box.right
  return overlapsX && Math.max(...ys) >= box.top && Math.min(...ys) <= box.bottom
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

const clampToBox = ([x, y]: Point): Point => [clamp(x, box.left, box.right), clamp(y, box.top, box.bottom)]

const join = (values: readonly number[]): string => values.join(' ').replaceAll(' -', '-')

const write = (pieces: readonly Piece[], isClosed: boolean): string => {
  const [first] = pieces
  if (!first) return ''
  const curves = pieces.map(({ from, control, to }) =>
    join([control[0] - from[0], control[1] - from[1], to[0] - from[0], to[1] - from[1]]),
  )
  return `M${join(first.from)}q${curves.join('q')}${isClosed ? 'z' : ''}`
}

/** Splits a stroked line into its runs of curves near the box. */
const cutStroke = ({ pieces, isClosed }: Line): string => {
  if (pieces.every(isNear)) return write(pieces, isClosed)
  const runs: Piece[][] = [[]]
  for (const piece of pieces) {
    if (isNear(piece)) runs.at(-1)?.push(piece)
    else runs.push([])
  }
  return runs.map((run) => write(run, false)).join('')
}

/** Clamps outside points to the box, which keeps the winding number around every point inside. */
const cutShape = ({ pieces }: Line): string => {
  if (!pieces.some(isNear)) return ''
  const clamped = pieces.map(({ from, control, to }) => ({
    from: clampToBox(from),
    control: clampToBox(control),
    to: clampToBox(to),
  }))
  return write(
    clamped.filter(({ from, control, to }) => join(from) !== join(to) || join(from) !== join(control)),
    true,
  )
}

const map = await readFile(new URL('fjord.svg', art), 'utf8')
const cut = map
  .replaceAll(/<path ((?:fill="#|stroke)[^>]*?) d="([^"]*)"\/>/g, (_, attributes: string, data: string) => {
    const lines = data.split('M').filter(Boolean).map(readLine)
    return `<path ${attributes} d="${lines.map(attributes.startsWith('fill') ? cutShape : cutStroke).join('')}"/>`
  })
  // The map's fade-out is far below the box.
  .replace(/<linearGradient id="b".*?<\/linearGradient>/, '')
  .replace(/<mask id="n">.*?<\/mask>/, '')
  .replace(/<g mask="url\(#n\)">(.*?<\/g>)<\/g>/, '$1')
await writeFile(new URL('fjord-narrow.svg', art), cut)
console.log(`fjord-narrow.svg: ${cut.length} of ${map.length} bytes`)
