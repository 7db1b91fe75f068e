/**
 * Draws the phone in the hero section, which shows a safety round, in both languages. When its words change, run `npm run tool-drawing`
 * by hand and commit the result. The words are drawn as outlines, since an image can't use the site's typeface.
 */
import { writeFile } from 'node:fs/promises'
import { loadTypeface } from './outlines.ts'

const art = new URL('../src/site/art/', import.meta.url)

const paper = '#f7f3ec'
const surface = '#fffdf9'
const ink = '#10262b'
const soft = '#4b5e62'
const rule = '#dcd4c6'
const fjord = '#0f4750'
const fjordDeep = '#0a333a'
const onFjord = '#f4efe6'
const onFjordSoft = '#b3cbcb'
const signal = '#b5390f'
const signalOnFjord = '#ff9c74'
const success = '#1c6748'

const words = {
  no: {
    title: 'Vernerunde',
    place: 'Verkstedet',
    done: ['Nødutgangen er fri', 'Slukkeren er på plass'],
    problem: 'Rekkverket er helt',
    reported: 'Avvik meldt',
    facts: ['Ansvarlig: Kari', 'Frist: fredag'],
    left: 'Gulvet er ryddet',
    progress: '3 av 4',
    finish: 'Fullfør',
  },
  en: {
    title: 'Safety round',
    place: 'Workshop',
    done: ['Emergency exit clear', 'Extinguisher in place'],
    problem: 'Railing intact',
    reported: 'Nonconformity',
    facts: ['Owner: Kari', 'Due: Friday'],
    left: 'Floor clear',
    progress: '3 of 4',
    finish: 'Finish',
  },
} as const

type Words = (typeof words)[keyof typeof words]

interface Style {
  readonly size: number
  readonly colour: string
  readonly weight: 400 | 600 | 700
}

const body: Style = { size: 15, colour: ink, weight: 400 }
const strong: Style = { ...body, weight: 600 }
const quiet: Style = { ...body, colour: soft }

type Write = (text: string, x: number, y: number, style: Style) => string

const loadWriter = async (texts: Words): Promise<Write> => {
  const letters = Object.values(texts).flat().join('')
  const typefaces = {
    400: await loadTypeface(letters, 400),
    600: await loadTypeface(letters, 600),
    700: await loadTypeface(letters, 700),
  }
  return (text, x, y, { size, colour, weight }) => {
    const { outline, unitsPerEm } = typefaces[weight]
    const scale = (size / unitsPerEm).toFixed(5)
    const glyphs = outline(text).glyphs.map((glyph) => {
      const path = glyph.path.replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))))
      return path && `<path transform="translate(${glyph.x})" d="${path}"/>`
    })
    return `<g transform="translate(${x} ${y}) scale(${scale} -${scale})" fill="${colour}">${glyphs.join('')}</g>`
  }
}

const stroke = (path: string, colour: string, width: number): string =>
  `<path d="${path}" stroke="${colour}" stroke-width="${width}"/>`

const box = (x: number, y: number, mark: 'tick' | 'cross' | null): string => {
  const marks = { tick: stroke('m7 12 5 6L25 2', success, 3.5), cross: stroke('m7 7 10 10M17 7 7 17', signal, 3.5) }
  return `<g transform="translate(${x} ${y})">${stroke('M3 3h18v18H3z', fjordDeep, 2)}${mark ? marks[mark] : ''}</g>`
}

/** The photo on the phone's screen: stairs whose railing lacks a baluster. */
const photo = [
  '<g transform="translate(20 236) scale(.89)"><rect width="72" height="72" rx="2" fill="#0f4750"/>',
  stroke('M2 66h14V54h16V42h16V30h22', onFjord, 3),
  stroke('M8 44v20M56 8v20M24 32v20M4 46 68 2', onFjordSoft, 2.5),
  `<circle cx="40" cy="28" r="13" stroke="${signalOnFjord}" stroke-width="3"/></g>`,
].join('')

const draw = (texts: Words, write: Write): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 272 434" width="272" height="434" fill="none" stroke-linecap="round" stroke-linejoin="round">',
    `<title>${texts.title}</title>`,
    `<rect x="2.5" y="2.5" width="267" height="429" rx="26" fill="${paper}" stroke="${fjordDeep}" stroke-width="5"/>`,
    stroke('M114 23h44', fjordDeep, 4),
    write(texts.title, 21, 58, { size: 20, colour: ink, weight: 700 }),
    write(texts.place, 21, 79, quiet),
    stroke('M21 94h230', rule, 1),
    ...texts.done.flatMap((text, index) => [
      box(21, 107 + index * 38, 'tick'),
      write(text, 60, 125 + index * 38, body),
    ]),
    `<rect x="13.5" y="186.5" width="245" height="124" rx="4" fill="${surface}" stroke="${signal}"/>`,
    box(21, 195, 'cross'),
    write(texts.problem, 60, 213, strong),
    photo,
    write(texts.reported, 98, 252, { ...strong, size: 14, colour: signal }),
    ...texts.facts.map((text, index) => write(text, 98, 272 + index * 20, { ...quiet, size: 14 })),
    box(21, 322, null),
    write(texts.left, 60, 340, body),
    stroke('M21 362h230', rule, 1),
    write(texts.progress, 21, 397, quiet),
    `<rect x="166" y="374" width="85" height="36" rx="2" fill="${fjord}"/>`,
    write(texts.finish, 184, 397, { ...strong, colour: onFjord }),
    '</svg>',
  ].join('')

for (const [language, texts] of Object.entries(words)) {
  const svg = draw(texts, await loadWriter(texts))
  await writeFile(new URL(`round-${language}.svg`, art), svg)
  console.log(`round-${language}.svg: ${svg.length} bytes`)
}
