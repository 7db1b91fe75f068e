import { readdirSync, readFileSync } from 'node:fs'
import {
  accountsSchema,
  companySchema,
  rolesSchema,
  signatureSchema,
} from '@kontor/contract/company-register/company-register.schema'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  accountsFrom,
  companiesFrom,
  companyFrom,
  rolesFrom,
  signatureFrom,
  UnreadableAnswer,
} from './company-register.mapping.ts'

const fixtures = new URL('../../../../stand-ins/brreg/', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, fixtures), 'utf8'))
const numbersIn = (folder: string): string[] =>
  readdirSync(new URL(folder, fixtures)).map((file) => file.replace('.json', ''))

/** The value has all fields of the schema and no others. */
const expectExactly = (schema: z.ZodType, value: unknown) => expect(schema.parse(value)).toEqual(value)

const enheter: { organisasjonsnummer: string }[] = read('enheter.json')
const companies = new Map(
  companiesFrom({ _embedded: { enheter } }).map((company) => [company.organisasjonsnummer, company]),
)

describe('companies', () => {
  test('maps every company in the fixtures, alone and in a list, to exactly the contract', () => {
    expect(companies.size).toBe(enheter.length)
    for (const enhet of enheter) {
      const company = companies.get(enhet.organisasjonsnummer)
      expectExactly(companySchema, company)
      expect(companyFrom(enhet)).toEqual([company])
    }
  })

  test('omits deleted companies', () => {
    const slettet = read('enheter-slettet.json')
    expect(companiesFrom({ _embedded: { enheter: slettet } })).toEqual([])
    for (const one of slettet) expect(companyFrom(one)).toEqual([])
  })

  test('accepts a search without hits, which omits the list', () => {
    expect(companiesFrom(read('feil/enheter-tomt-sok-200.json'))).toEqual([])
  })

  test.each([
    ['900000103', { epost: 'post@nordfiktiv.example', telefon: '00 00 00 11', antallAnsatte: 42 }],
    ['900000219', { forretningsadresse: { adresse: ['c/o Fantasibrygga', 'Kai 7, 4. etasje'] } }],
    ['900000324', { forretningsadresse: { postnummer: null, poststed: 'DE-20095 Hamburg', land: 'Tyskland' } }],
    ['900000545', { telefon: '000 00 044', stiftelsesdato: null, antallAnsatte: null }],
    ['900000650', { konkurs: true, antallAnsatte: null, harRegistrertAntallAnsatte: false }],
    ['900000766', { underAvvikling: true, konkurs: false }],
    ['900000987', { forretningsadresse: null, postadresse: null, epost: null }],
    ['900001096', { antallAnsatte: null, harRegistrertAntallAnsatte: true }],
    ['900001312', { forretningsadresse: { adresse: [], postnummer: '6002', poststed: 'ÅLESUND', land: null } }],
    ['900001533', { forretningsadresse: { adresse: ['Dypvannsveien 9'] }, underAvvikling: true }],
  ])('%s is %j', (number, expected) => {
    expect(companies.get(number)).toMatchObject(expected)
  })

  test('maps invalid fields to null and skips invalid companies', () => {
    const enhet = { ...enheter[0], antallAnsatte: 'mange', epostadresse: 7, forretningsadresse: [], konkurs: 'nei' }
    const found = companiesFrom({ _embedded: { enheter: [{ navn: 'UTEN NUMMER' }, null, enhet] } })
    expect(found).toMatchObject([{ antallAnsatte: null, epost: null, forretningsadresse: null, konkurs: false }])
  })
})

describe('accounts', () => {
  test.each(numbersIn('regnskap'))('of %s are mapped to exactly the contract', (number) => {
    const rows: { regnskapstype: string }[] = read(`regnskap/${number}.json`)
    const accounts = accountsFrom(rows)
    expectExactly(z.array(accountsSchema), accounts)
    expect(accounts).toHaveLength(rows.filter(({ regnskapstype }) => regnskapstype === 'SELSKAP').length)
    const years = accounts.map(({ regnskapsaar }) => regnskapsaar)
    expect(years).toEqual(years.toSorted((a, b) => b - a))
    expect(accountsFrom(rows.toReversed())).toEqual(accounts)
  })

  const newest = (number: string) => accountsFrom(read(`regnskap/${number}.json`))[0]

  test.each([
    ['900000103', { regnskapsaar: 2025, omsetning: 47119000, egenkapital: 9485965, valuta: 'NOK', valutakurs: 1 }],
    ['900000219', { regnskapsaar: 2025, omsetning: 44100000, valuta: 'EUR', valutakurs: null }],
    ['900000324', { regnskapsaar: 2025, omsetning: 21900000, valuta: 'USD', valutakurs: null }],
    ['900000766', { regnskapsaar: 2025, omsetning: null, aarsresultat: 1545000 }],
    ['900000871', { regnskapsaar: 2025, omsetning: 22310400 }],
    ['900001207', { regnskapsaar: 2025, omsetning: null }],
    ['900001533', { regnskapsaar: 2023, omsetning: 0 }],
  ])('the newest of %s are %j', (number, expected) => {
    expect(newest(number)).toMatchObject({ antallAnsatte: null, ...expected })
  })

  test('keep negative equity negative', () => {
    expect(newest('900000650')?.egenkapital).toBeLessThan(0)
  })

  test('uses the last filing of a year', () => {
    const [row] = read('regnskap/900001649.json')
    const again = { ...row, id: row.id + 1, valuta: 'SEK' }
    for (const rows of [
      [row, again],
      [again, row],
    ])
      expect(accountsFrom(rows)).toMatchObject([{ regnskapsaar: 2025, valuta: 'SEK' }])
  })
})

describe('roles', () => {
  test.each(numbersIn('roller'))('of %s are mapped to exactly the contract', (number) => {
    const body = read(`roller/${number}.json`)
    const { rollegrupper } = rolesFrom(body)
    expectExactly(rolesSchema, { rollegrupper })
    const count = (groups: { roller: unknown[] }[]) => groups.map(({ roller }) => roller.length)
    expect(count(rollegrupper)).toEqual(count(body.rollegrupper))
    for (const { roller } of rollegrupper) for (const { navn } of roller) expect(navn).not.toBe('')
  })

  test('name persons, companies with multi-line names and estate administrators', () => {
    const holders = (number: string) =>
      rolesFrom(read(`roller/${number}.json`)).rollegrupper.flatMap(({ roller }) => roller)
    expect(holders('900000103').map(({ navn }) => navn)).toContain('Per Eksempel Nordmann')
    expect(holders('900000650')).toContainEqual(
      expect.objectContaining({ navn: 'Adv. Eksempel Bostyresen', person: null, enhet: null }),
    )
    const accountant = read('roller/900001096.json').rollegrupper.at(-1).roller[0].enhet
    expect(accountant.navn.length).toBe(2)
    expect(holders('900001096').at(-1)).toMatchObject({
      navn: accountant.navn.join(' '),
      person: null,
      enhet: { organisasjonsnummer: accountant.organisasjonsnummer, navn: accountant.navn.join(' ') },
    })
  })

  test.each([{ avregistrert: true }, { fratraadt: true }, { fratraadt: true, avregistrert: false }])(
    'sort holders who left (%j) last, as `fratraadt`',
    (left) => {
      const type = { kode: 'MEDL', beskrivelse: 'Styremedlem' }
      const named = (etternavn: string) => ({ type, person: { navn: { fornavn: 'Kari', etternavn } } })
      const roller = [{ ...named('Gått'), ...left }, named('Blitt'), { type, person: { navn: {} } }]
      const { rollegrupper } = rolesFrom({ rollegrupper: [{ type, roller }] })
      expect(rollegrupper[0]?.roller).toMatchObject([
        { navn: 'Kari Blitt', fratraadt: false },
        { navn: 'Kari Gått', fratraadt: true },
      ])
    },
  )
})

describe('signing rights', () => {
  test.each([...numbersIn('signatur').map((n) => `signatur/${n}`), ...numbersIn('prokura').map((n) => `prokura/${n}`)])(
    '%s are mapped to exactly the contract',
    (file) => {
      expectExactly(signatureSchema, signatureFrom(read(`${file}.json`)))
    },
  )

  const signature = (number: string) => signatureFrom(read(`signatur/${number}.json`))
  const firstName = (number: string) => signature(number).kombinasjoner[0]?.kombinasjonsnavn

  test('put the company’s own rules before the statutory one', () => {
    expect(firstName('900000103')).toBe('Styrets leder alene eller to styremedlemmer i fellesskap')
    expect(firstName('900000219')).toBe('Styrets leder og ett styremedlem i fellesskap')
    expect(signature('900000103').kombinasjoner.map(({ kode }) => kode)).toEqual(['R0012', 'R0012', 'STYR'])
    expect(firstName('900000545')).toBe('Innehaver')
  })

  test('include free text unless it is a standard rule', () => {
    expect(signature('900000103').fritekst).toBeNull()
    expect(signature('900000871').fritekst).toBe('Daglig leder alene eller etter nærmere avtale med styret.')
    expect(signature('900000766')).toMatchObject({
      kombinasjoner: [],
      fritekst: expect.stringMatching(/^Styrets leder/),
    })
  })

  test('handle a legal form without look-up, and a company without rules', () => {
    expect(signature('900000324')).toMatchObject({ rutinestatus: { status: 'NA' }, kombinasjoner: [] })
    expect(signature('900000987')).toMatchObject({ rutinestatus: { status: 'OK' }, kombinasjoner: [], fritekst: null })
  })

  test.each([
    ...['født 01.01.1970,', '(f. 1/1-70)', 'født 1. januar 1970', '010170 12345', '1970-01-01', '01011970'],
    ...['1 januar, 1970', '1970.01.01', '01 . 01 . 1970', '410170 12345', '010170-12345'],
  ])('drop the birth date in «Kari Nordmann %s alene.»', (date) => {
    const body = read('signatur/900000871.json')
    body.signeringsGrunnlag.signaturProkuraRoller = {
      signaturProkuraFritekst: `Kari Nordmann ${date} alene.`,
    }
    const { fritekst } = signatureFrom(body)
    expect(fritekst).toMatch(/^Kari Nordmann.*alene\.$/)
    expect(fritekst).not.toMatch(/\d{2}/)
  })
})

test.each([accountsFrom, rolesFrom, signatureFrom, companyFrom])('%o rejects other bodies', (from) => {
  for (const body of [null, 'nei', 7, {}, { rollegrupper: 1 }]) expect(() => from(body)).toThrow(UnreadableAnswer)
  expect(() => from({ secret: '01.01.1970' })).toThrow(expect.not.objectContaining({ message: /1970/ }))
})
