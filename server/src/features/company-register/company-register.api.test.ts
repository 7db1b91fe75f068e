import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { tenFreshCompanies } from '../../../../e2e/stand-ins/fresh-company.ts'
import { startRegisterOffice } from '../../testing/register-office.ts'

const { office, register, asked, get, read, namesOf, logIn } = await startRegisterOffice()

const calls = ['search?q=nordfiktiv', 'financial/900000103', 'roles/900000103', 'signature/900000103']
const companies = '/enhetsregisteret/api/enheter'
const away = 'Brønnøysundregistrene svarer ikke som de skal akkurat nå. Prøv igjen om litt.'

describe('GET /api/admin/brreg/search', () => {
  test('finds by a part of the name, in the shape that the screens read', async () => {
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
    expect(asked()[0]).toBe(`${companies}?navn=fiktiv Tek&size=50&navnMetodeForSoek=FORTLOEPENDE`)
    expect(register.lastUserAgent).toBe('Kontor (company look-up; +http://localhost:3000)')
  })

  test('with few hits it looks for the words as well, but not for those of legal forms', async () => {
    expect(await namesOf('teknologi as nordfiktiv')).toEqual(['NORDFIKTIV TEKNOLOGI AS'])
    expect(asked()).toEqual([
      `${companies}?navn=teknologi as nordfiktiv&size=50&navnMetodeForSoek=FORTLOEPENDE`,
      `${companies}?navn=teknologi nordfiktiv&size=50`,
    ])
  })

  test('with enough hits one call is enough', async () => {
    expect((await namesOf('ikt')).length).toBeGreaterThanOrEqual(5)
    expect(asked()).toHaveLength(1)
  })

  test('ten hits with all their details take 31 calls to the register, and none when repeated', async () => {
    register.misbehave({ bodies: await tenFreshCompanies(register) })
    const before = asked().length
    const searchWithDetails = async () => {
      const { enheter } = (await read('search?q=m%C3%A5lt'))._embedded
      for (const { organisasjonsnummer: number } of enheter)
        for (const detail of ['financial', 'roles', 'signature']) await read(`${detail}/${number}`)
    }
    await searchWithDetails()
    expect(asked().length - before).toBe(31)
    await searchWithDetails()
    expect(asked().length - before).toBe(31)
  })

  test('a company that both matchings find is there once, and what holds the text as it stands comes first', async () => {
    const names = await namesOf('fiktiv forsikring')
    expect(names[0]).toBe('SAGATUN FIKTIV FORSIKRING ASA')
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('TALLMAGI FIKTIV REVISJON AS')
  })

  test('the very name comes before names that only begin so or hold it somewhere', async () => {
    const company = (navn: string, organisasjonsnummer: string) => ({ navn, organisasjonsnummer })
    const enheter = [company('A FJORD AS', '900000103'), company('FJORD OG SØNN AS', '900000219')]
    register.misbehave({
      bodies: { [companies]: { _embedded: { enheter: [...enheter, company('FJORD', '900000324')] } } },
    })
    expect(await namesOf('fjord')).toEqual(['FJORD', 'FJORD OG SØNN AS', 'A FJORD AS'])
  })

  test.each(['900000103', '900 000 103', '900.000.103', '900\u00a0000\u00a0103'])(
    '%j is looked up by number',
    async (number) => {
      expect(await namesOf(number)).toEqual(['NORDFIKTIV TEKNOLOGI AS'])
      expect(asked()).toEqual([`${companies}/900000103`])
    },
  )

  test.each([
    ['900002084', 'nobody has'],
    ['900001754', 'a deleted company had'],
    ['900001975', 'a company had that was removed on legal grounds'],
  ])('the number %s, which %s, gives no hits', async (number) => {
    expect(await read(`search?q=${number}`)).toEqual({ _embedded: { enheter: [] } })
  })

  test('nine digits that are nobody’s number give no hits, without a call', async () => {
    expect(await namesOf('123 456 789')).toEqual([])
    expect(asked()).toEqual([])
  })

  test('without hits the list is there and empty', async () => {
    expect(await read('search?q=finnesikke')).toEqual({ _embedded: { enheter: [] } })
  })

  test.each(['', '?q=', '?q=ab', '?q=%20%20ab%20', `?q=${'a'.repeat(201)}`, '?q=abc&q=def'])(
    'search%s is refused without a call',
    async (query) => {
      const answer = await get(`search${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields.q).toMatch(/^(?:Skriv|Må)/)
      expect(asked()).toEqual([])
    },
  )

  test('signs that mean something in an address reach the register as they were typed', async () => {
    await namesOf('a&size=1#/../b%?æ')
    expect(asked()[0]).toBe(`${companies}?navn=a&size=1#/../b%?æ&size=50&navnMetodeForSoek=FORTLOEPENDE`)
  })
})

const origin = await office.app.listen({ port: 0, host: '127.0.0.1' })

/** Asks for an address as it stands: most clients would tidy some of them up. */
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
  test('GET /api/admin/brreg/financial/{organizationNumber} gives its own years, the newest first', async () => {
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

  test('a register that still answers one year only is understood', async () => {
    register.misbehave({ oldAccounts: true })
    expect(await read('financial/900000103')).toEqual([expect.objectContaining({ regnskapsaar: 2025 })])
  })

  test('accounts that were never filed are an empty list; those that the register cannot give are 502', async () => {
    expect(await read('financial/900000545')).toEqual([])
    const answer = await get('financial/900001428')
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toEqual({ error: away })
  })

  test('GET /api/admin/brreg/roles/{organizationNumber} names the holders, those who have left last', async () => {
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

  test('GET /api/admin/brreg/signature/{organizationNumber} tells who may sign', async () => {
    expect((await read('signature/900000103')).kombinasjoner[0]).toEqual({
      kode: 'R0012',
      kombinasjonsnavn: 'Styrets leder alene eller to styremedlemmer i fellesskap',
    })
  })

  test('an unknown company has neither accounts, roles nor signing rights', async () => {
    expect(await read('financial/900002084')).toEqual([])
    expect(await read('roles/900002084')).toEqual({ rollegrupper: [] })
    expect(await read('signature/900002084')).toMatchObject({
      rutinestatus: { status: 'IKKE_REGISTRERT' },
      kombinasjoner: [],
    })
  })

  test.each(['financial', 'roles', 'signature'])(
    '%s with a wrong number in the address is refused without a call',
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
      expect(asked()).toHaveLength(1)
    },
  )
})

describe('who may call', () => {
  test.each(calls)('%s: sales users and the administrator, nobody else', async (call) => {
    const admin = await office.asAdmin()
    expect((await admin('GET', `/api/admin/brreg/${call}`)).statusCode).toBe(200)
    expect((await get(call)).statusCode).toBe(200)
    expect((await office.call('GET', `/api/admin/brreg/${call}`)).statusCode).toBe(401)
  })

  test('without a session nothing is asked of the register', async () => {
    for (const call of calls) await office.call('GET', `/api/admin/brreg/${call}`)
    expect(asked()).toEqual([])
  })
})
