import { expect, test } from 'vitest'
import { isOrganizationNumber, isSearchable } from './company-register.rules.ts'
import type { Accounts, Company, CompanyRoles } from './company-register.schema.ts'
import { employeesOf, newestAccounts, registerValues } from './company-register.values.rules.ts'

const code = { kode: '62.100', beskrivelse: 'Programmering' }
const address = { adresse: ['Gata 1', '2. etasje'], postnummer: '0151', poststed: 'OSLO', kommune: 'OSLO', land: null }

const company: Company = {
  organisasjonsnummer: '900000103',
  navn: 'EKSEMPEL AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  epost: 'post@eksempel.example',
  ...{ telefon: null, hjemmeside: null, stiftelsesdato: null, overordnetEnhet: null },
  ...{ naeringskode2: null, naeringskode3: null, institusjonellSektorkode: null },
  forretningsadresse: address,
  postadresse: { ...address, adresse: ['Postboks 1'], land: 'Sverige' },
  registreringsdatoEnhetsregisteret: '2014-03-12',
  naeringskode1: code,
  antallAnsatte: 42,
  harRegistrertAntallAnsatte: true,
  registrertIMvaregisteret: true,
  registrertIForetaksregisteret: null,
  konkurs: false,
  underAvvikling: false,
}

const year = (regnskapsaar: number, changes: Partial<Accounts> = {}): Accounts => ({
  regnskapsaar,
  omsetning: regnskapsaar,
  antallAnsatte: null,
  ...{ aarsresultat: null, totalkapital: null, egenkapital: null },
  valuta: 'NOK',
  valutakurs: 1,
  ...changes,
})

const role = (kode: string, navn: string, changes = {}) => ({
  type: { kode, beskrivelse: kode },
  navn,
  person: { navn: { fornavn: navn, etternavn: '' } },
  enhet: null,
  fratraadt: false,
  ...changes,
})
const roles = (...roller: ReturnType<typeof role>[]): CompanyRoles => ({
  rollegrupper: [{ type: { kode: 'STYR', beskrivelse: 'Styre' }, roller }],
})

test('maps register data to form values, null where unknown', () => {
  expect(registerValues(company)).toMatchObject({
    name: 'EKSEMPEL AS',
    email: 'post@eksempel.example',
    phone: null,
    organizationNumber: '900000103',
    industry: 'Programmering',
    address: 'Gata 1',
    postCode: '0151',
    city: 'OSLO',
    postalAddress: 'Postboks 1, 0151 OSLO, Sverige',
    naceCode1: '62.100',
    naceCode2: null,
    employees: 42,
    revenueNok: null,
    contactName: null,
  })
  expect(
    registerValues({ ...company, forretningsadresse: null, postadresse: null, naeringskode1: null }),
  ).toMatchObject({
    address: null,
    postCode: null,
    postalAddress: null,
    industry: null,
  })
})

test('uses the newest accounts in any order, and revenue only in NOK', () => {
  expect(newestAccounts([year(2023), year(2025), year(2024)])?.regnskapsaar).toBe(2025)
  expect(newestAccounts([])).toBeUndefined()
  expect(registerValues(company, [year(2024), year(2025)]).revenueNok).toBe(2025)
  expect(registerValues(company, [year(2025, { valuta: 'EUR' })]).revenueNok).toBeNull()
  expect(employeesOf(company, [year(2025, { antallAnsatte: 7 })])).toBe(7)
  expect(employeesOf({ ...company, antallAnsatte: null }, [])).toBeNull()
})

test('picks the managing director, else the chair, as contact, and skips those who have left', () => {
  const chair = role('LEDE', 'Ola')
  expect(registerValues(company, [], roles(chair, role('DAGL', 'Kari')))).toMatchObject({
    contactName: 'Kari',
    contactTitle: 'DAGL',
  })
  expect(registerValues(company, [], roles(role('DAGL', 'Kari', { fratraadt: true }), chair)).contactName).toBe('Ola')
  expect(registerValues(company, [], roles(role('REVI', 'Revisor AS', { person: null })))).toMatchObject({
    contactName: null,
    contactTitle: null,
  })
})

test.each([
  ['900000103', true],
  ['900000104', false],
  ['900 000 103', false],
  ['200000104', false],
  ['', false],
])('accepts %j in a URL: %s', (text, expected) => {
  expect(isOrganizationNumber(text)).toBe(expected)
})

test('searches for three characters or more', () => {
  expect([' ab ', 'abc', ' a c '].map(isSearchable)).toEqual([false, true, true])
})
