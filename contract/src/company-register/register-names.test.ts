import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableName, readablePlace } from './company-register.names.rules.ts'

test.each([
  ['NORDFIKTIV TEKNOLOGI AS', 'Nordfiktiv Teknologi AS'],
  ['OPPDIKTET HAVBRUK ASA', 'Oppdiktet Havbruk ASA'],
  ['FANTASIA SCHIFFAHRT GMBH NUF', 'Fantasia Schiffahrt GmbH NUF'],
  ['ÅSE NORDMANN BLÅBÆRGÅRD', 'Åse Nordmann Blåbærgård'],
  ['BLÅFJELL OG EKSEMPELSØNNER DA', 'Blåfjell og Eksempelsønner DA'],
  ['SAMVIRKELAGET FOR FREMME AV NAVN I NORDRE LAND SA', 'Samvirkelaget for Fremme av Navn i Nordre Land SA'],
  ['OG SÅ VIDERE ANS', 'Og Så Videre ANS'],
  ['EIK-HANSEN BYGG BA', 'Eik-Hansen Bygg BA'],
  ['SOGN-OG-FJORDANE KRAFT KF', 'Sogn-og-Fjordane Kraft KF'],
  ['SNEKKER- OG BYGGSERVICE ENK', 'Snekker- og Byggservice ENK'],
  ['IT-DRIFT OG E-HANDEL AS', 'IT-drift og E-handel AS'],
  ["O'LEARY OG KARI'S CAFÉ AS", "O'Leary og Kari's Café AS"],
  ["ROCK'N'ROLL AS", "Rock'n'roll AS"],
  ['NRK VVS KPMG AS', 'NRK VVS KPMG AS'],
  ['FINN.NO AS', 'Finn.no AS'],
  ['.NO AS', '.No AS'],
  ['4-SIDEN AS', '4-Siden AS'],
  ['J.B. ST. OLAV A/S', 'J.B. St. Olav A/S'],
  ['HANSEN EIENDOM I AS', 'Hansen Eiendom I AS'],
  ['HANSEN EIENDOM III AS', 'Hansen Eiendom III AS'],
  ['FORENINGEN (LANDET RUNDT)', 'Foreningen (Landet Rundt)'],
  ['3D PRINT 24SEVEN AS', '3D Print 24Seven AS'],
  ['eBay Norge AS', 'eBay Norge AS'],
  ['MestergRuppen AS', 'MestergRuppen AS'],
  ['123 456', '123 456'],
  ['', ''],
])('writes %s as %s', (stored, expected) => {
  expect(readableName(stored)).toBe(expected)
})

test.each([
  ['OSLO', 'Oslo'],
  ['MO I RANA', 'Mo i Rana'],
  ['NORD-FRON', 'Nord-Fron'],
  ['Å I LOFOTEN', 'Å i Lofoten'],
  ['RE', 'Re'],
  ['DE-20095 Hamburg', 'DE-20095 Hamburg'],
])('writes the town %s as %s', (stored, expected) => {
  expect(readablePlace(stored)).toBe(expected)
})

const norwegian = fc.string({ unit: fc.constantFrom(..."ABCDEFGHIKLNOPRSTUVYÆØÅÉI0127 -.'/&()"), maxLength: 40 })

/** Letters whose case is special: longer, without a counterpart, or by position. */
const specialCase = fc.string({ unit: fc.constantFrom(...'ßŉİıǅﬀΣςÿ𐐀AZ æøå'), maxLength: 40 })

const readers = [readableName, readablePlace]

test('changes only case, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(specialCase, norwegian), fc.constantFrom(...readers), (text, readable) => {
      expect(readable(text).toUpperCase()).toBe(text.toUpperCase())
      expect(readable(text)).toHaveLength(text.length)
    }),
  )
})

test('is idempotent, and leaves names with a lower-case letter alone', () => {
  fc.assert(
    fc.property(norwegian, fc.constantFrom(...readers), (text, readable) => {
      const once = readable(text)
      expect(readable(once)).toBe(once)
      expect(readable(`${text}x`)).toBe(`${text}x`)
    }),
  )
})

test('begins with a capital, and keeps the legal form', () => {
  fc.assert(
    fc.property(norwegian, fc.constantFrom('AS', 'ASA', 'NUF', 'SA', 'ANS', 'DA', 'ENK', 'KF', 'BA'), (text, form) => {
      const name = readableName(`${text} ${form}`)
      expect(name).toMatch(new RegExp(` ${form}$`))
      expect(/\p{L}/u.exec(name)?.[0]).toMatch(/\p{Lu}/u)
    }),
  )
})
