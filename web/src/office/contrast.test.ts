import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')

const tokensOf = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/--color-(\w+): (#\w{6});/g)].map(([, name = '', value = '']) => [name, value]))

const light = tokensOf(await read('../ui/base/theme.css'))
const dark = { ...light, ...tokensOf(await read('office.css')) }

/** Relative luminance, as WCAG 2 defines it. */
const luminance = (hex = ''): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string | undefined, other: string | undefined): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s mode', (_, { ink, danger, ...colors }) => {
  const backgrounds = [colors.paper, colors.surface, colors.sunken]

  test('the focus ring is ink, and clear on every background', () => {
    for (const background of backgrounds) expect(contrast(ink, background)).toBeGreaterThan(7)
  })

  test('the ring and an error differ without colour', () => {
    expect(contrast(ink, danger)).toBeGreaterThan(2)
  })
})

test('the focus ring has the ink colour of each mode', async () => {
  expect((await read('office.css')).match(/--color-focus: .*/g)).toEqual(['--color-focus: var(--color-ink);'])
})
