import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asText,
  readBoolean,
  readChoice,
  readDate,
  readDecimal,
  readEmail,
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

  test('is unchanged in a number cell or as its text, in whole øre', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (ore) => {
        expect(readDecimal(ore / 100, 2)).toEqual({ value: ore / 100 })
        expect(readDecimal(String(ore / 100), 2)).toEqual({ value: ore / 100 })
      }),
    )
  })

  // Rounded half up by its decimal digits.
  test.each([
    [1.005, 1.01],
    [-1.005, -1.01],
    [0.1 + 0.2, 0.3],
    [1e21, 1e21],
    [1e-9, 0],
    ['1.234.567', 1_234_567],
    ['1 250', 1_250],
    ['kr 500,-', 500],
    ['(1 250,00)', -1_250],
    ['0,125', 0.13],
    ['1.234,-', 1_234],
    ['1 234,50-', -1_234.5],
    ["'1.234,50", 1_234.5],
    ['(kr 5,-)', -5],
    ['-0', 0],
  ])('%s is %d', (cell, value) => {
    expect(readDecimal(cell, 2)).toEqual({ value })
  })

  test.each(['48.200', '48,200'])('%s is rejected as ambiguous, with both readings', (text) => {
    expect(readDecimal(text, 2)).toEqual({ problem: `«${text}» kan leses på to måter; skriv 48200 eller 48,2` })
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
    for (const cell of ['12,0', 12]) expect(readInteger(cell)).toEqual({ value: 12 })
    for (const cell of ['12,5', 12.5, 'mange']) {
      expect(readInteger(cell)).toEqual({ problem: `«${cell}» er ikke et helt tall` })
    }
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
        if (/^(?:19|20|21)/.test(year)) expect(readDate(`${year}${month}${date}`)).toEqual({ value: day })
        expect(readDate(`${date}.${month}.${year} 12:30`)).toEqual({ value: day })
        expect(readDate(new Date(`${day}T00:00:00Z`))).toEqual({ value: day })
      }),
    )
  })

  // Days since 1900, as in spreadsheet programs, or digits of a day.
  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [46_105, '2026-03-24'],
    [46_105.75, '2026-03-24'],
    [20_260_324, '2026-03-24'],
    [240_326, '2026-03-24'],
    [1_022_026, '2026-02-01'],
  ])('is read from the number %d', (cell, value) => {
    expect(readDate(cell)).toEqual({ value })
  })

  test.each([
    '31.02.2026',
    '29.02.2025',
    '24.13.2026',
    'i går',
    '2026',
    '00.00.0000',
    '24.03.202',
    '2026-03-24 22:00 EST',
  ])('«%s» is not a date', (text) => {
    expect(readDate(text)).toEqual({ problem: `«${text}» er ikke en dato; skriv den som dd.mm.åååå` })
  })

  test.each([
    ['01.02.26', '2026-02-01'],
    ['24/3 2026', '2026-03-24'],
    ['240326', '2026-03-24'],
    ['24032026', '2026-03-24'],
    ["'24.03.2026", '2026-03-24'],
    ['2026-06-29T22:00:00.000Z', '2026-06-30'],
    ['2026-06-29 23:30:00+02:00', '2026-06-29'],
    ['2026-12-31T23:00:00Z', '2027-01-01'],
    ['2026-06-29T22:00:00', '2026-06-29'],
    ['2026-06-29 22:00:00+00', '2026-06-30'],
    ['2026-06-29 22:00:00 UTC', '2026-06-30'],
    ['2026-06-29T22:00:00.000 +0000', '2026-06-30'],
    ['2026-06-29T22:00:00Z[UTC]', '2026-06-30'],
    ['29.06.2026 kl. 22.00', '2026-06-29'],
    ['\u200e01.02.2026', '2026-02-01'],
    ['01.02.49', '2049-02-01'],
    ['01.02.99', '1999-02-01'],
  ])('is read from %s as people and programs write it', (text, value) => {
    expect(readDate(text)).toEqual({ value })
  })

  test('counts from 1904 in a workbook that does', () => {
    expect(readDate(44_000, true)).toEqual({ value: '2024-06-19' })
  })

  test('is not read from an invalid cell', () => {
    const dates = [Number.NaN, Date.UTC(-5, 0, 1), Date.UTC(12_000, 0, 1)].map((time) => new Date(time))
    for (const cell of [...dates, -5, 9_999_999]) expect(readDate(cell)).toHaveProperty('problem')
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

  test.each(['N-0150', 'NO-0150', 'n-150', '01 50', '150.0'])('loses prefix, spaces and decimals: %s', (text) => {
    expect(readPostcode(text)).toMatchObject({ value: '0150' })
  })
})

describe('an organisation number', () => {
  test.each(['NO 900.200.005 MVA', '900200005.0', '9.00200005E8', "'900200005"])(
    'is read as nine digits: %s',
    (text) => {
      expect(readOrganizationNumber(text)).toEqual({ value: '900200005' })
    },
  )

  test('is rejected', () => {
    expect(readOrganizationNumber('123456789')).toEqual({ problem: 'Ugyldig organisasjonsnummer' })
  })
})

test.each([
  ['kari@x.example', 'kari@x.example', undefined],
  ["o'brien+a/b@x.example", "o'brien+a/b@x.example", undefined],
  [
    'mailto:kari@x.example?subject=Hei',
    'kari@x.example',
    '«mailto:kari@x.example?subject=Hei» er lest som kari@x.example',
  ],
  ['Nordmann, Kari <kari@x.example>', 'kari@x.example', '«Nordmann, Kari <kari@x.example>» er lest som kari@x.example'],
  ['a@x.example; b@x.example', 'a@x.example', 'Bare a@x.example er lest; ikke b@x.example'],
  [
    'A <a@x.example>, b@x.example\nc@x.example',
    'a@x.example',
    'Bare a@x.example er lest; ikke b@x.example, c@x.example',
  ],
  ['a@x.example/b@x.example', 'a@x.example', 'Bare a@x.example er lest; ikke b@x.example'],
  ["'kari'=4@x.example", "'kari'=4@x.example", undefined],
  ["'kari@x.example'", 'kari@x.example', "«'kari@x.example'» er lest som kari@x.example"],
  ['«kari@x.example».', 'kari@x.example', '««kari@x.example».» er lest som kari@x.example'],
  ['mailto:K%3Ckari@x.example%3E', 'kari@x.example', '«mailto:K%3Ckari@x.example%3E» er lest som kari@x.example'],
  ['kari at x', 'kari at x', undefined],
])('the e-mail address in %j is %j', (text, value, remark) => {
  expect(readEmail(text)).toEqual({ value, ...(remark && { remark }) })
})

describe('a telephone number', () => {
  test('gets back the plus before its country code in a number cell', () => {
    expect(readPhone(4_722_334_455)).toEqual({
      value: '+4722334455',
      remark: '«4722334455» er lest som +4722334455',
    })
    for (const number of [444_123_456, 701_234_567, 7_912_345_678]) {
      expect(readPhone(number)).toEqual({ value: String(number) })
    }
    for (const text of ['4722334455.0', '4.722334455E9']) {
      expect(readPhone(text)).toEqual({ value: '+4722334455', remark: `«${text}» er lest som +4722334455` })
    }
    expect(readPhone('22334455.0')).toMatchObject({ value: '22334455' })
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

test.each([
  ['Ja', true],
  ['NEI', false],
  ['true', true],
  ['FALSE', false],
  ['x', true],
  ['n', false],
  [1, true],
  [0, false],
  [true, true],
])('Ja or Nei is read from %j', (cell, value) => {
  expect(readBoolean(cell)).toEqual({ value })
})

test("Ja or Nei is also read from the column's own words", () => {
  expect(readBoolean('inaktiv', { no: ['Inaktiv'] })).toEqual({ value: false })
  expect(readBoolean('kanskje')).toEqual({ problem: '«kanskje» er verken Ja eller Nei' })
})

test('a choice is found in any case', () => {
  expect(readChoice('avtalt MØTE', ['Ny', 'Avtalt møte'])).toEqual({ value: 'Avtalt møte' })
  expect(readChoice('Gammel', ['Ny', 'Kunde'])).toEqual({ problem: '«Gammel» er ikke en av: Ny, Kunde' })
})

test.each([
  [923_609_016, '923609016'],
  [1e21, '1000000000000000000000'],
  [0.5, '0.5'],
  [true, 'Ja'],
  [new Date('2026-03-24T00:00:00Z'), '2026-03-24'],
  [new Date('2026-03-24T10:30:00Z'), '2026-03-24 10:30'],
  ['  Kari ', 'Kari'],
])('the cell %j is the text %s', (cell, text) => {
  expect(asText(cell)).toBe(text)
})
