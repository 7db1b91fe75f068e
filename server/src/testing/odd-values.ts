import type { Field, Fields } from '@kontor/contract/shared/field-kinds'
import fc from 'fast-check'

/** Texts that spreadsheet programs, XML, formulas and number parsers tend to change. */
const oddTexts = [
  ...['=1+1', '+47 22 00 00 00', '-5', '@SUM(A1)', "'apostrof", '_x0041_', '_x000D_', '<b>&amp;</b>', '00123', '1,5'],
  ...['Ja', 'TRUE', '#N/A', '#REF!', '24.03.2026', '1E5', 'æøåÆØÅ 🐟', 'a\tb', '"', ';', ']]>', 'Nordmann & Sønner'],
  ...[
    'Navn',
    'İSTANBUL ΟΔΟΣ',
    'a  b',
    ' foran',
    'etter\u00a0',
    'to\nlinjer',
    'vogn\rretur',
    'styre\u0001tegn',
    '\u200b',
  ],
  ...['48.200', '1e400', '\ufffe\uffff', 'null', '0', 'A\u030a', '9007199254740993', 'mailto:kari@nordmann.example'],
]

/** Generates any one-line text of at most `max` characters that a form may send. */
export const oddLine = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
      { weight: 1, arbitrary: fc.constantFrom('x', '=', '\u{1f41f}').map((unit) => unit.repeat(max / unit.length)) },
    )
    .map((text) => text.replaceAll('\0', '').slice(0, max).toWellFormed())

/** Generates texts with several lines and any line break. */
const oddText = (max: number): fc.Arbitrary<string> =>
  fc
    .tuple(oddLine(max / 4), fc.constantFrom('', '\n', '\r\n\r\n', '\r', '\v', '\u2028'), oddLine(max / 4))
    .map((parts) => parts.join(''))

/** Organisation numbers in any notation, foreign ones, and invalid ones. */
const oddOrganizationNumber = fc.constantFrom(
  ...['900200005', '900 200 013', 'NO 900 200 021 MVA', '900.100.000', '0900200005', '900200006', '123'],
  ...['SE556036-0793', 'DE 136695976', 'ukjent', 'Ukjent', '#N/A', '=900200005', 'x'.repeat(50)],
)

const oddPostcode = fc.constantFrom(
  ...['0150', '150', '5', '0', '0001', '5003', 'N-0150', '01 50', 'SE-111 22', 'SW1A 1AA', '10115', '#N/A'],
)

const oddPhone = fc.constantFrom(
  ...['+47 22 00 00 00', '22000000', '4722334455', '00 47 22', '(22) 00 00 00', '0046 8 123', '=22', '#VALUE!', '1E9'],
)

/** Returns a valid address in mixed case; the index makes it unique. */
const oddEmail = (index: number): string =>
  [
    `Kari.NORDMANN+${index}@Nordmann.EXAMPLE`,
    `'kari'=${index}@nordmann.example`,
    `+47${index}@xn--nrdmann-q1a.example`,
  ][index % 3] ?? ''

/** Generates days from the first to the last that a form accepts. */
const oddDay = fc.oneof(
  fc.constantFrom('1600-01-01', '1816-06-14', '1899-12-31', '1900-01-01', '1900-02-28'),
  fc.constantFrom('1900-03-01', '1904-01-01', '2000-02-29', '2200-12-31'),
  fc
    .date({ min: new Date('1600-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
)

/** Generates values of a field that a form accepts. */
const oddValue = (field: Field): fc.Arbitrary<string | number | boolean> => {
  switch (field.kind) {
    case 'line':
    case 'website':
      return oddLine(field.max)
    case 'text':
      return oddText(field.max)
    case 'phone':
      return fc.oneof(oddPhone, oddLine(field.max))
    case 'postcode':
      return fc.oneof(oddPostcode, oddLine(field.max))
    case 'organizationNumber':
      return fc.oneof(oddOrganizationNumber, oddLine(field.max))
    case 'email':
      return fc.nat(8).map(oddEmail)
    case 'integer':
      return fc.oneof(fc.constantFrom(0, 1_250, field.maxValue), fc.nat(field.maxValue))
    case 'decimal': {
      const max = field.maxValue
      return fc.oneof(
        fc.constantFrom(0, -0.01, 48.2, 48_200.005, 1e-7, max, -max, 9_007_199_254_740.99),
        fc.double({ min: -max, max, noNaN: true }),
      )
    }
    case 'date':
      return oddDay
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...field.words)
  }
}

/** Generates values of an entity's fields that a form accepts. */
export const oddValues = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const value = oddValue(field)
      return [key, field.required ? value : fc.option(value, { nil: null })]
    }),
  )
