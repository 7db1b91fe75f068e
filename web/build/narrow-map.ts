/**
 * Cuts from the map of the home page what a narrow screen shows of it, to a third of its bytes. Run by hand
 * (`npm run narrow-map`) when the map, or its place in `home-top.tsx`, changes; the result is committed.
 */
import { readFile, writeFile } from 'node:fs/promises'

const art = new URL('../src/content/art/', import.meta.url)

/** What is seen below 64rem, whatever the window's width, in the map's own units, and some more on every side. */
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

/** The map has nothing but relative quadratic curves, from one absolute point for each line. */
const readLine = (text: string): Line => {
  const [, start, curves, end] = /^(-?\d+[ -]-?\d+)q([-\d qQ]*)(z?)$/.exec(text.trim()) ?? []
  if (!start || !curves) throw new Error(`A line of another kind: ${text.slice(0, 60)}`)
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
  const isAcross = Math.max(...xs) >= box.left && Math.min(...xs) <= box.right
  return isAcross && Math.max(...ys) >= box.top && Math.min(...ys) <= box.bottom
}

const limit = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

const ontoBox = ([x, y]: Point): Point => [limit(x, box.left, box.right), limit(y, box.top, box.bottom)]

const join = (values: readonly number[]): string => values.join(' ').replaceAll(' -', '-')

const write = (pieces: readonly Piece[], isClosed: boolean): string => {
  const [first] = pieces
  if (!first) return ''
  const curves = pieces.map(({ from, control, to }) =>
    join([control[0] - from[0], control[1] - from[1], to[0] - from[0], to[1] - from[1]]),
  )
  return `M${join(first.from)}q${curves.join('q')}${isClosed ? 'z' : ''}`
}

/** A drawn line falls into those runs of curves that come near. */
const cutStroke = ({ pieces, isClosed }: Line): string => {
  if (pieces.every(isNear)) return write(pieces, isClosed)
  const runs: Piece[][] = [[]]
  for (const piece of pieces) {
    if (isNear(piece)) runs.at(-1)?.push(piece)
    else runs.push([])
  }
  return runs.map((run) => write(run, false)).join('')
}

/** What lies outside moves onto the edge: around every point inside, a shape then winds as often as before. */
const cutShape = ({ pieces }: Line): string => {
  if (!pieces.some(isNear)) return ''
  const moved = pieces.map(({ from, control, to }) => ({
    from: ontoBox(from),
    control: ontoBox(control),
    to: ontoBox(to),
  }))
  return write(
    moved.filter(({ from, control, to }) => join(from) !== join(to) || join(from) !== join(control)),
    true,
  )
}

const map = await readFile(new URL('fjord.svg', art), 'utf8')
const cut = map
  .replaceAll(/<path ((?:fill="#|stroke)[^>]*?) d="([^"]*)"\/>/g, (_, look: string, data: string) => {
    const lines = data.split('M').filter(Boolean).map(readLine)
    return `<path ${look} d="${lines.map(look.startsWith('fill') ? cutShape : cutStroke).join('')}"/>`
  })
  // The map fades out far below of what is seen here.
  .replace(/<linearGradient id="b".*?<\/linearGradient>/, '')
  .replace(/<mask id="n">.*?<\/mask>/, '')
  .replace(/<g mask="url\(#n\)">(.*?<\/g>)<\/g>/, '$1')
await writeFile(new URL('fjord-narrow.svg', art), cut)
console.log(`fjord-narrow.svg: ${cut.length} of ${map.length} bytes`)
