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

/** Any one-line text of at most `max` characters that a form may send. */
export const oddLine = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
      { weight: 1, arbitrary: fc.constantFrom('x', '=', '\u{1f41f}').map((unit) => unit.repeat(max / unit.length)) },
    )
    .map((text) => text.replaceAll('\0', '').slice(0, max).toWellFormed())

/** The same with several lines and any line break. */
export const oddText = (max: number): fc.Arbitrary<string> =>
  fc
    .tuple(oddLine(max / 4), fc.constantFrom('', '\n', '\r\n\r\n', '\r', '\v', '\u2028'), oddLine(max / 4))
    .map((parts) => parts.join(''))

/** Organisation numbers in any notation, foreign ones, and invalid ones. */
export const oddOrganizationNumber = fc.constantFrom(
  ...['900200005', '900 200 013', 'NO 900 200 021 MVA', '900.100.000', '0900200005', '900200006', '123'],
  ...['SE556036-0793', 'DE 136695976', 'ukjent', 'Ukjent', '#N/A', '=900200005', 'x'.repeat(50)],
)

export const oddPostcode = fc.constantFrom(
  ...['0150', '150', '5', '0', '0001', '5003', 'N-0150', '01 50', 'SE-111 22', 'SW1A 1AA', '10115', '#N/A'],
)

export const oddPhone = fc.constantFrom(
  ...['+47 22 00 00 00', '22000000', '4722334455', '00 47 22', '(22) 00 00 00', '0046 8 123', '=22', '#VALUE!', '1E9'],
)

/** A valid address in mixed case; the index makes it unique. */
export const oddEmail = (index: number): string =>
  [
    `Kari.NORDMANN+${index}@Nordmann.EXAMPLE`,
    `'kari'=${index}@nordmann.example`,
    `+47${index}@xn--nrdmann-q1a.example`,
  ][index % 3] ?? ''

/** Days from the first accepted one to the last. */
export const oddDay = fc.oneof(
  fc.constantFrom('1600-01-01', '1816-06-14', '1899-12-31', '1900-01-01', '1900-02-28'),
  fc.constantFrom('1900-03-01', '1904-01-01', '2000-02-29', '2200-12-31'),
  fc
    .date({ min: new Date('1600-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
)
