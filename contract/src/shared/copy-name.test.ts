import { expect, test } from 'vitest'
import { copyName } from './copy-name.ts'

test('prefixes the name, cuts it to the maximum length and never splits a character', () => {
  expect(copyName('Frokostmøte', 200)).toBe('Kopi av Frokostmøte')
  expect(copyName('x'.repeat(200), 200)).toBe(`Kopi av ${'x'.repeat(192)}`)
  expect(copyName(`a${'🌲'.repeat(99)}`, 200)).toBe(`Kopi av a${'🌲'.repeat(95)}`)
})
