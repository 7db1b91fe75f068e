import { expect, test } from 'vitest'
import { copyName } from './copy-name.ts'

test('a copy is named after the original, cut to what a name may be and never through a character', () => {
  expect(copyName('Frokostmøte', 200)).toBe('Kopi av Frokostmøte')
  expect(copyName('x'.repeat(200), 200)).toBe(`Kopi av ${'x'.repeat(192)}`)
  expect(copyName(`a${'🌲'.repeat(99)}`, 200)).toBe(`Kopi av a${'🌲'.repeat(95)}`)
})
