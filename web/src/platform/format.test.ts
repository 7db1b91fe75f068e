import { describe, expect, it } from 'vitest'
import {
  compareText,
  formatDate,
  formatDateTime,
  formatLongDateTime,
  formatNumber,
  formatRelative,
  telAddress,
} from './format.ts'
import { mailAddress } from './mail-address.ts'

const plain = (text: string): string => text.replaceAll(/\s/g, ' ')

describe('format', () => {
  it('uses Oslo time in winter and in summer', () => {
    expect(formatDateTime('2026-01-31T23:30:00.000Z')).toBe('01.02.2026 00:30')
    expect(formatDateTime('2026-06-30T22:30:00.000Z')).toBe('01.07.2026 00:30')
    expect(formatDate('2026-03-29T00:59:59.000Z')).toBe('29.03.2026')
    expect(formatLongDateTime('2026-03-24T09:00:00.000Z')).toBe('24. mars 2026 kl. 10:00')
  })

  it('turns phone numbers into links, also Norwegian ones without a country code', () => {
    for (const [written, address] of [
      ['22 33 44 55', 'tel:+4722334455'],
      ['(+47) 22 33 44 55', 'tel:+4722334455'],
      ['0046 8 123 456', 'tel:+468123456'],
      ['02800', 'tel:+4702800'],
      ['sentralbordet', null],
      ['22 33 44 55 / 99 88 77 66', null],
    ] as const) {
      expect(telAddress(written)).toBe(address)
    }
  })

  it('encodes the address of a mail link', () => {
    expect(mailAddress('a&b?c%d@kunde.example')).toBe('mailto:a%26b%3Fc%25d@kunde.example')
  })

  it('formats relative times in words', () => {
    const now = Date.parse('2026-03-24T12:00:00.000Z')
    const ago = (milliseconds: number) => formatRelative(new Date(now - milliseconds).toISOString(), now)
    expect(ago(59_000)).toBe('nå nettopp')
    expect(ago(60_000)).toBe('for 1 minutt siden')
    expect(ago(2 * 3_600_000)).toBe('for 2 timer siden')
    expect(ago(47 * 3_600_000)).toBe('i går')
    expect(ago(400 * 86_400_000)).toBe('i fjor')
    expect(ago(-5 * 60_000)).toBe('om 5 minutter')
  })

  it('separates thousands', () => {
    expect(plain(formatNumber(10_000))).toBe('10 000')
  })

  it('sorts æ, ø and å last, and numbers by their value', () => {
    expect(['Åse', '10. anne', 'Ærlig', 'Zakarias', '2. anne', 'Østby', 'anne'].sort(compareText)).toEqual([
      '2. anne',
      '10. anne',
      'anne',
      'Zakarias',
      'Ærlig',
      'Østby',
      'Åse',
    ])
  })
})
