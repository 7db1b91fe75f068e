import { expect, test } from 'vitest'
import { freezeOrder, type Place } from './freeze-order.ts'

/** "a:new b:new" */
const places = (text: string): Place[] =>
  text.split(' ').map((one) => {
    const [id = '', group = ''] = one.split(':')
    return { id, group }
  })
const textOf = (all: readonly Place[]): string => all.map(({ id, group }) => `${id}:${group}`).join(' ')
const steady = (shown: string, current: string, ...moving: string[]): string =>
  textOf(freezeOrder(places(shown), places(current), new Set(moving)))

test('freezes order and groups, and leaves new rows out', () => {
  expect(steady('a:1 b:1 c:2 d:2', 'x:1 b:2 c:2 a:1 d:2')).toBe('a:1 b:1 c:2 d:2')
})

test('keeps the place of a removed row until it returns', () => {
  expect(steady('a:1 b:1 c:2', 'b:1 c:2')).toBe('a:1 b:1 c:2')
  expect(steady('a:1 b:1 c:2', 'b:1 a:2 c:2')).toBe('a:1 b:1 c:2')
})

test("lets the user's own row change its group, to its order there", () => {
  expect(steady('a:1 b:1 c:2 d:2', 'b:1 c:2 a:2 d:2', 'a')).toBe('b:1 c:2 a:2 d:2')
  expect(steady('a:1 b:1 c:2', 'b:1 c:2 a:2', 'a')).toBe('b:1 c:2 a:2')
  expect(steady('a:1 b:1', 'a:2 b:1', 'a')).toBe('b:1 a:2')
})

test('keeps the new place of a moved row, and reverts it after a rejected move', () => {
  expect(steady('b:1 c:2 a:2', 'b:1 a:2 c:2', 'a')).toBe('b:1 c:2 a:2')
  expect(steady('b:1 c:2 a:2', 'a:1 b:1 c:2', 'a')).toBe('a:1 b:1 c:2')
})
