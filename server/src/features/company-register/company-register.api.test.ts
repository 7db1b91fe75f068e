import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { tenFreshCompanies } from '../../../../stand-ins/fresh-company.ts'
import { startRegisterApp } from '../../testing/register-app.ts'

const { kontor, register, registerRequests, get, read, searchNames, logIn } = await startRegisterApp()

const calls = ['search?q=nordfiktiv', 'financial/900000103', 'roles/900000103', 'signature/900000103']
const companies = '/enhetsregisteret/api/enheter'
const away = 'Brønnøysundregistrene svarer ikke som de skal akkurat nå. Prøv igjen om litt.'

describe('GET /api/admin/brreg/search', () => {
  test('finds companies by part of the name', async () => {
    const [company] = (await read('search?q=fiktiv%20%20Tek'))._embedded.enheter
    expect(company).toMatchObject({
      organisasjonsnummer: '900000103',
      navn: 'NORDFIKTIV TEKNOLOGI AS',
      epost: 'post@nordfiktiv.example',
      telefon: '00 00 00 11',
      hjemmeside: 'www.nordfiktiv.example',
      forretningsadresse: { adresse: ['Eksempelgata 12 B'], postnummer: '0151', poststed: 'OSLO', land: null },
      organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
      antallAnsatte: 42,
      konkurs: false,
    })
    expect(registerRequests()[0]).toBe(`${companies}?navn=fiktiv Tek&size=50&navnMetodeForSoek=FORTLOEPENDE`)
    expect(register.lastUserAgent).toBe('Kontor (company look-up; +http://localhost:3000)')
  })

  test('with few hits also searches by words, except legal forms', async () => {
    expect(await searchNames('teknologi as nordfiktiv')).toEqual(['NORDFIKTIV TEKNOLOGI AS'])
    expect(registerRequests()).toEqual([
      `${companies}?navn=teknologi as nordfiktiv&size=50&navnMetodeForSoek=FORTLOEPENDE`,
      `${companies}?navn=teknologi nordfiktiv&size=50`,
    ])
  })

  test('with enough hits makes only one call', async () => {
    expect((await searchNames('ikt')).length).toBeGreaterThanOrEqual(5)
    expect(registerRequests()).toHaveLength(1)
  })

  test('needs 31 calls for ten hits with all details, and none when repeated', async () => {
    register.misbehave({ bodies: await tenFreshCompanies(register) })
    const before = registerRequests().length
    const searchWithDetails = async () => {
      const { enheter } = (await read('search?q=m%C3%A5lt'))._embedded
      for (const { organisasjonsnummer: number } of enheter)
        for (const detail of ['financial', 'roles', 'signature']) await read(`${detail}/${number}`)
    }
    await searchWithDetails()
    expect(registerRequests().length - before).toBe(31)
    await searchWithDetails()
    expect(registerRequests().length - before).toBe(31)
  })

  test('dedupes hits of both searches and puts whole-text matches first', async () => {
    const names = await searchNames('fiktiv forsikring')
    expect(names[0]).toBe('SAGATUN FIKTIV FORSIKRING ASA')
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('TALLMAGI FIKTIV REVISJON AS')
  })

  test('sorts exact names before prefixes and other matches', async () => {
    const company = (navn: string, organisasjonsnummer: string) => ({ navn, organisasjonsnummer })
    const enheter = [company('A FJORD AS', '900000103'), company('FJORD OG SØNN AS', '900000219')]
    register.misbehave({
      bodies: { [companies]: { _embedded: { enheter: [...enheter, company('FJORD', '900000324')] } } },
    })
    expect(await searchNames('fjord')).toEqual(['FJORD', 'FJORD OG SØNN AS', 'A FJORD AS'])
  })

  test.each(['900000103', '900 000 103', '900.000.103', '900\u00a0000\u00a0103'])(
    'looks up %j by number',
    async (number) => {
      expect(await searchNames(number)).toEqual(['NORDFIKTIV TEKNOLOGI AS'])
      expect(registerRequests()).toEqual([`${companies}/900000103`])
    },
  )

  test.each([
    ['900002084', 'unknown'],
    ['900001754', 'of a deleted company'],
    ['900001975', 'of a company removed on legal grounds'],
  ])('finds nothing for the number %s (%s)', async (number) => {
    expect(await read(`search?q=${number}`)).toEqual({ _embedded: { enheter: [] } })
  })

  test('returns no hits for nine digits with a wrong check digit, without a call', async () => {
    expect(await searchNames('123 456 789')).toEqual([])
    expect(registerRequests()).toEqual([])
  })

  test('returns an empty list without hits', async () => {
    expect(await read('search?q=finnesikke')).toEqual({ _embedded: { enheter: [] } })
  })

  test.each(['', '?q=', '?q=ab', '?q=%20%20ab%20', `?q=${'a'.repeat(201)}`, '?q=abc&q=def'])(
    'rejects search%s without a call',
    async (query) => {
      const answer = await get(`search${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields.q).toMatch(/^(?:Skriv|Må)/)
      expect(registerRequests()).toEqual([])
    },
  )

  test('escapes special URL characters in the query', async () => {
    await searchNames('a&size=1#/../b%?æ')
    expect(registerRequests()[0]).toBe(`${companies}?navn=a&size=1#/../b%?æ&size=50&navnMetodeForSoek=FORTLOEPENDE`)
  })
})

const origin = await kontor.app.listen({ port: 0, host: '127.0.0.1' })

/** Sends the path unchanged; most clients would normalize it. */
const statusOf = async (path: string): Promise<number | undefined> => {
  const headers = await logIn()
  return new Promise((resolve, reject) => {
    const sent = request(origin, { path, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject).end()
  })
}

describe('details of a company', () => {
  test('GET /api/admin/brreg/financial/{organizationNumber} returns the company’s own accounts, newest first', async () => {
    expect(await read('financial/900000103')).toEqual([
      {
        regnskapsaar: 2025,
        omsetning: 47119000,
        antallAnsatte: null,
        aarsresultat: 3737175,
        totalkapital: 16578332,
        egenkapital: 9485965,
        valuta: 'NOK',
        valutakurs: 1,
      },
      expect.objectContaining({ regnskapsaar: 2024, omsetning: 38410500 }),
      expect.objectContaining({ regnskapsaar: 2023 }),
    ])
  })

  test('accepts the old format with a single year', async () => {
    register.misbehave({ oldAccounts: true })
    expect(await read('financial/900000103')).toEqual([expect.objectContaining({ regnskapsaar: 2025 })])
  })

  test('returns an empty list when no accounts were filed, and 502 when the register fails', async () => {
    expect(await read('financial/900000545')).toEqual([])
    const answer = await get('financial/900001428')
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toEqual({ error: away })
  })

  test('GET /api/admin/brreg/roles/{organizationNumber} returns the holders, former ones last', async () => {
    const { rollegrupper } = await read('roles/900000103')
    expect(rollegrupper.map(({ type }: { type: { beskrivelse: string } }) => type.beskrivelse)).toEqual([
      'Daglig leder',
      'Styre',
      'Revisor',
    ])
    expect(rollegrupper[1].roller.map(({ fratraadt }: { fratraadt: boolean }) => fratraadt)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
    expect(rollegrupper[0].roller[0].person.navn).toEqual({ fornavn: 'Kari', etternavn: 'Nordmann' })
  })

  test('GET /api/admin/brreg/signature/{organizationNumber} returns the signing rules', async () => {
    expect((await read('signature/900000103')).kombinasjoner[0]).toEqual({
      kode: 'R0012',
      kombinasjonsnavn: 'Styrets leder alene eller to styremedlemmer i fellesskap',
    })
  })

  test('returns empty details for an unknown company', async () => {
    expect(await read('financial/900002084')).toEqual([])
    expect(await read('roles/900002084')).toEqual({ rollegrupper: [] })
    expect(await read('signature/900002084')).toMatchObject({
      rutinestatus: { status: 'IKKE_REGISTRERT' },
      kombinasjoner: [],
    })
  })

  test.each(['financial', 'roles', 'signature'])(
    '%s rejects an invalid number in the path without a call',
    async (call) => {
      for (const wrong of [
        '..',
        '%2e%2e',
        '..%2f900000103',
        'abcdefghi',
        '90000010',
        '9000001030',
        '900000104',
        '900%20000%20103',
        '%D9%A9%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A1%D9%A0%D9%A3',
        '200000104',
      ]) {
        expect(await statusOf(`/api/admin/brreg/${call}/${wrong}`), wrong).toBe(400)
      }
      expect(await statusOf(`/api/admin/brreg/${call}/900000103`)).toBe(200)
      expect(registerRequests()).toHaveLength(1)
    },
  )
})

describe('access', () => {
  test.each(calls)('%s: sales users and administrators only', async (call) => {
    const admin = await kontor.asAdmin()
    expect((await admin('GET', `/api/admin/brreg/${call}`)).statusCode).toBe(200)
    expect((await get(call)).statusCode).toBe(200)
    expect((await kontor.call('GET', `/api/admin/brreg/${call}`)).statusCode).toBe(401)
  })

  test('makes no call to the register without a session', async () => {
    for (const call of calls) await kontor.call('GET', `/api/admin/brreg/${call}`)
    expect(registerRequests()).toEqual([])
  })
})
