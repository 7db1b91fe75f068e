import { expect, test } from 'vitest'
import { isGuessable } from './password-estimate.ts'

const names = ['Eksempel AS', 'Eksempel', 'eksempel.example', 'Kari Nordmann-Ødegård']

test.each([
  '123456789012',
  'passwordpassword',
  'P4ssw0rd!P4ssw0rd!',
  'qwertyuiop12',
  'abcdefghijklmnop',
  '12.03.198512.03.1985',
  'aaaaaaaaaaaaaaaaaaaaaaaa',
  'Sommer2026!!',
  'kari.nordmann',
  'Kari Nordmann Kari Nordmann',
  'kari-nordmann-2026',
  'ødegård-ødegård-1',
  'Eksempel2026!',
  'eksempel-kari-2026',
  'EKSEMPEL AS er best'.slice(0, 13),
  'aaaa'.repeat(50),
])('%j is easy to guess', (password) => {
  expect(isGuessable({ password, names })).toBe(true)
})

test.each([
  'k7m2p-x9qrt-hjkmn-bcdfg',
  'x9$Lq2!vTz7#',
  'fjelltopp røyskatt kanel vindauge',
  'kari liker fjelltopp røyskatt og kanel',
  'en setning som er lang nok, med komma',
  'fjelltopp røyskatt kanel vindauge '.repeat(6).slice(0, 200),
])('%j is not easy to guess', (password) => {
  expect(isGuessable({ password, names })).toBe(false)
})

test('finds a name guessable only in the passwords of its own user', () => {
  expect(isGuessable({ password: 'nordmann-x7Kq9', names: ['Kari Nordmann'] })).toBe(true)
  expect(isGuessable({ password: 'nordmann-x7Kq9', names: ['Ola'] })).toBe(false)
})
