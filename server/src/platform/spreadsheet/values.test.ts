import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asText,
  readBoolean,
  readChoice,
  readDate,
  readDecimal,
  readInteger,
  readOrganizationNumber,
  readPhone,
  readPostcode,
} from './values.ts'

const spaces = [' ', '\u00a0', '\u202f', '\u2009']

/** The digits in groups of three. */
const grouped = (digits: string, separator: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, separator)

const amounts = fc.record({ whole: fc.bigInt(0n, 9_999_999_999n), cents: fc.integer({ min: 0, max: 99 }) })

describe('a decimal number', () => {
  test('is read with any style of grouping, decimals, sign and currency', () => {
    const styles = fc.constantFrom(
      ...spaces.map((space) => ({ group: space, point: ',' })),
      ...spaces.map((space) => ({ group: space, point: '.' })),
      { group: '.', point: ',' },
      { group: ',', point: '.' },
      { group: "'", point: '.' },
      { group: '', point: ',' },
      { group: '', point: '.' },
    )
    const around = fc.constantFrom(['', ''], ['kr ', ''], ['', ' kr'], ['NOK\u00a0', ''], [' ', ' '], ['', ' NOK'])
    const signs = fc.constantFrom('', '-', '\u2212')
    fc.assert(
      fc.property(
        amounts,
        styles,
        around,
        signs,
        ({ whole, cents }, { group, point }, [before = '', after = ''], sign) => {
          const fraction = String(cents).padStart(2, '0')
          const text = `${before}${sign}${grouped(String(whole), group)}${point}${fraction}${after}`
          const value = Number(`${whole}.${fraction}`)
          expect(readDecimal(text, 2)).toEqual({ value: sign && value !== 0 ? -value : value })
        },
      ),
    )
  })

  test('is rounded half up by its decimal digits in a number cell', () => {
    expect(readDecimal(48_200_000.5, 2)).toEqual({ value: 48_200_000.5 })
    expect(readDecimal(1.005, 2)).toEqual({ value: 1.01 })
    expect(readDecimal(-1.005, 2)).toEqual({ value: -1.01 })
    expect(readDecimal(0.1 + 0.2, 2)).toEqual({ value: 0.3 })
    expect(readDecimal(1e21, 2)).toEqual({ value: 1e21 })
    expect(readDecimal(1e-9, 2)).toEqual({ value: 0 })
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (ore) => {
        expect(readDecimal(ore / 100, 2)).toEqual({ value: ore / 100 })
        expect(readDecimal(String(ore / 100), 2)).toEqual({ value: ore / 100 })
      }),
    )
  })

  test.each([
    ['48 200 000,50', 48_200_000.5],
    ['48200000.5', 48_200_000.5],
    ['48.200.000,50', 48_200_000.5],
    ['48,200,000.50', 48_200_000.5],
    ['1.234.567', 1_234_567],
    ['1 250', 1_250],
    ['kr 500,-', 500],
    ['(1 250,00)', -1_250],
    ['0,125', 0.13],
    ['-0', 0],
  ])('%s is %d', (text, value) => {
    expect(readDecimal(text, 2)).toEqual({ value })
  })

  test('is rejected when ambiguous, with both readings', () => {
    expect(readDecimal('48.200', 2)).toEqual({
      problem: '«48.200» kan leses på to måter; skriv 48200 eller 48,2',
    })
    expect(readDecimal('48,200', 2)).toHaveProperty('problem')
  })

  test.each(['mange', '', '1,2,3', '1.2.3', '12 kroner', '--5', '1e5', '١٢', 'Infinity', '1 2a', '1.23.456,0'])(
    '«%s» is not a number',
    (text) => {
      expect(readDecimal(text, 2)).toEqual({ problem: `«${text}» er ikke et tall` })
    },
  )

  test('never throws, and is always finite', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 .,-()kr') }), (text) => {
        const read = readDecimal(text, 2)
        expect('problem' in read || Number.isFinite(read.value)).toBe(true)
      }),
    )
  })
})

describe('a whole number', () => {
  test('is read with any grouping, since a separator can only mean thousands', () => {
    const separators = fc.constantFrom(...spaces, '.', ',', '')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), separators, (value, separator) => {
        expect(readInteger(grouped(String(value), separator))).toEqual({ value })
      }),
    )
  })

  test('may have zero decimals', () => {
    expect(readInteger('12,0')).toEqual({ value: 12 })
    expect(readInteger(12)).toEqual({ value: 12 })
    expect(readInteger('12,5')).toEqual({ problem: '«12,5» er ikke et helt tall' })
    expect(readInteger(12.5)).toEqual({ problem: '«12.5» er ikke et helt tall' })
    expect(readInteger('mange')).toEqual({ problem: '«mange» er ikke et helt tall' })
  })
})

const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a date', () => {
  test('is read in any common format', () => {
    fc.assert(
      fc.property(days, fc.boolean(), fc.constantFrom('.', '/', '-'), (day, short, separator) => {
        const [year = '', month = '', date = ''] = day.split('-')
        const bare = (text: string) => (short ? String(Number(text)) : text)
        expect(readDate([bare(date), bare(month), year].join(separator))).toEqual({ value: day })
        expect(readDate(`${year}-${bare(month)}-${bare(date)}`)).toEqual({ value: day })
        expect(readDate(`${year}${month}${date}`)).toEqual({ value: day })
        expect(readDate(`${day}T12:30:00.000Z`)).toEqual({ value: day })
        expect(readDate(`${date}.${month}.${year} 12:30`)).toEqual({ value: day })
        expect(readDate(new Date(`${day}T00:00:00Z`))).toEqual({ value: day })
      }),
    )
  })

  test('is read from a serial number of days since 1900, as in spreadsheet programs', () => {
    expect(readDate(1)).toEqual({ value: '1900-01-01' })
    expect(readDate(59)).toEqual({ value: '1900-02-28' })
    expect(readDate(61)).toEqual({ value: '1900-03-01' })
    expect(readDate(46_105)).toEqual({ value: '2026-03-24' })
    expect(readDate(46_105.75)).toEqual({ value: '2026-03-24' })
    expect(readDate(20_260_324)).toEqual({ value: '2026-03-24' })
  })

  test.each(['31.02.2026', '29.02.2025', '24.13.2026', '24.03.26', 'i går', '2026', '00.00.0000'])(
    '«%s» is not a date',
    (text) => {
      expect(readDate(text)).toEqual({ problem: `«${text}» er ikke en dato; skriv den som dd.mm.åååå` })
    },
  )

  test('is not read from an invalid cell', () => {
    expect(readDate(new Date(Number.NaN))).toHaveProperty('problem')
    expect(readDate(new Date(Date.UTC(-5, 0, 1)))).toHaveProperty('problem')
    expect(readDate(new Date(Date.UTC(12_000, 0, 1)))).toHaveProperty('problem')
    expect(readDate(-5)).toHaveProperty('problem')
    expect(readDate(9_999_999)).toHaveProperty('problem')
  })
})

describe('a postcode', () => {
  test('gets its leading zeros back with a remark, and is unchanged when read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), (number) => {
        const full = String(number).padStart(4, '0')
        const read = readPostcode(String(number))
        expect(read).toEqual(
          number > 999 ? { value: full } : { value: full, remark: `«${number}» er lest som ${full}` },
        )
        expect(readPostcode(full)).toEqual({ value: full })
      }),
    )
  })

  test.each(['SE-111 22', 'SW1A 1AA', '10115', '2100 København', 'Oslo'])(
    'stays unchanged when foreign: %s',
    (text) => {
      expect(readPostcode(text)).toEqual({ value: text })
    },
  )

  test.each(['N-0150', 'NO-0150', 'n-150', '01 50'])('loses prefix and spaces: %s', (text) => {
    expect(readPostcode(text)).toMatchObject({ value: '0150' })
  })
})

describe('an organisation number', () => {
  test.each([
    '900200005',
    '900 200 005',
    '900.200.005',
    '900\u00a0200\u202f005',
    'NO900200005MVA',
    'NO 900 200 005 MVA',
  ])('is read as nine digits: %s', (text) => {
    expect(readOrganizationNumber(text)).toEqual({ value: '900200005' })
  })

  test.each(['123456789', '90020000', '9002000055', 'NO', 'ukjent', '556036-0793'])('is rejected: %s', (text) => {
    expect(readOrganizationNumber(text)).toEqual({ problem: 'Ugyldig organisasjonsnummer' })
  })
})

describe('a telephone number', () => {
  test('gets back the plus before its country code in a number cell', () => {
    expect(readPhone(4_722_334_455)).toEqual({
      value: '+4722334455',
      remark: '«4722334455» er lest som +4722334455',
    })
    expect(readPhone(22_334_455)).toEqual({ value: '22334455' })
    expect(readPhone(2_580)).toEqual({ value: '2580' })
  })

  test('stays unchanged in a text cell', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-'), minLength: 1 }), (text) => {
        expect(readPhone(text)).toEqual({ value: text.trim() })
      }),
    )
  })
})

describe('Ja and Nei', () => {
  test.each([
    ['Ja', true],
    ['NEI', false],
    ['true', true],
    ['FALSE', false],
    ['x', true],
    ['n', false],
  ])('%s', (text, value) => {
    expect(readBoolean(text)).toEqual({ value })
  })

  test("are also read from the column's own words, numbers and booleans", () => {
    expect(readBoolean('inaktiv', { no: ['Inaktiv'] })).toEqual({ value: false })
    expect(readBoolean(1)).toEqual({ value: true })
    expect(readBoolean(0)).toEqual({ value: false })
    expect(readBoolean(true)).toEqual({ value: true })
    expect(readBoolean('kanskje')).toEqual({ problem: '«kanskje» er verken Ja eller Nei' })
  })
})

test('a choice is found in any case', () => {
  expect(readChoice('avtalt MØTE', ['Ny', 'Avtalt møte'])).toEqual({ value: 'Avtalt møte' })
  expect(readChoice('Gammel', ['Ny', 'Kunde'])).toEqual({ problem: '«Gammel» er ikke en av: Ny, Kunde' })
})

test('a cell of another type is converted to readable text', () => {
  expect(asText(923_609_016)).toBe('923609016')
  expect(asText(1e21)).toBe('1000000000000000000000')
  expect(asText(0.5)).toBe('0.5')
  expect(asText(true)).toBe('Ja')
  expect(asText(new Date('2026-03-24T00:00:00Z'))).toBe('2026-03-24')
  expect(asText(new Date('2026-03-24T10:30:00Z'))).toBe('2026-03-24 10:30')
  expect(asText('  Kari ')).toBe('Kari')
})
