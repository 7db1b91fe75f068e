import { expect, test } from 'vitest'
import { bestPlace } from './toast-place.ts'

const screen = { width: 1000, height: 800 }
const toast = { width: 300, height: 50 }
const lowest = 742

const box = (left: number, top: number, width: number, height: number, touch = 0) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
  touch,
  pixel: 1,
})
const button = (left: number, top: number, width: number, height: number) => box(left, top, width, height, 1_000_000)

test('an empty page has its toasts at the bottom left', () => {
  expect(bestPlace(toast, screen, [box(0, 0, 1000, 700)])).toEqual({ left: 8, top: lowest })
})

test('a toast avoids buttons at the bottom', () => {
  expect(bestPlace(toast, screen, [button(0, 760, 300, 40)])).toEqual({ left: 350, top: lowest })
  expect(bestPlace(toast, screen, [button(0, 760, 660, 40)])).toEqual({ left: 692, top: lowest })
  expect(bestPlace(toast, screen, [button(0, 760, 1000, 40)])).toEqual({ left: 8, top: 8 })
})

test('covers cells rather than a title, a little above a bar of buttons', () => {
  const [table, title] = [box(0, 100, 1000, 700), button(0, 10, 1000, 40)]
  expect(bestPlace(toast, screen, [table, title])).toEqual({ left: 8, top: lowest })
  const { top } = bestPlace(toast, screen, [table, title, button(0, 740, 1000, 60)])
  expect(top).toBeLessThanOrEqual(690)
  expect(top).toBeGreaterThan(680 - 8)
})

test('a toast as large as the screen stays in it', () => {
  expect(bestPlace({ width: 384, height: 300 }, { width: 400, height: 310 }, [])).toEqual({ left: 8, top: 2 })
})
