import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { tenFreshCompanies } from '../../../../stand-ins/fresh-company.ts'
import { startRegisterApp } from '../../testing/register-app.ts'

const { kontor, register, registerRequests, get, read, searchNames, logIn } = await startRegisterApp()

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

  test.each([
    ['900000103', ['NORDFIKTIV TEKNOLOGI AS'], '900000103'],
    ['900 000 103', ['NORDFIKTIV TEKNOLOGI AS'], '900000103'],
    // Deleted, and removed on legal grounds.
    ['900001754', [], '900001754'],
    ['900001975', [], '900001975'],
    // With a wrong check digit: no company has it.
    ['123 456 789', [], null],
  ])('looks up %j by number', async (number, found, asked) => {
    expect(await searchNames(number)).toEqual(found)
    expect(registerRequests()).toEqual(asked === null ? [] : [`${companies}/${asked}`])
  })

  test('looks up a number that no company has among the sub-units, which are at their own address', async () => {
    const subUnit = '/enhetsregisteret/api/underenheter'
    expect((await read('search?q=900002505'))._embedded.enheter).toMatchObject([
      {
        organisasjonsnummer: '900002505',
        navn: 'NORDFIKTIV TEKNOLOGI AS AVD TROMSØ',
        overordnetEnhet: '900000103',
        forretningsadresse: { adresse: ['Prøvegata 4'], postnummer: '9008', poststed: 'TROMSØ' },
        konkurs: false,
      },
    ])
    expect(await searchNames('900002084')).toEqual([])
    expect(await searchNames('900002513')).toEqual([])
    expect(registerRequests()).toEqual(
      ['900002505', '900002084', '900002513'].flatMap((number) => [`${companies}/${number}`, `${subUnit}/${number}`]),
    )
  })

  test('rejects missing, short, long and repeated queries without a call', async () => {
    for (const query of ['', '?q=', '?q=ab', '?q=%20%20ab%20', `?q=${'a'.repeat(201)}`, '?q=abc&q=def']) {
      const answer = await get(`search${query}`)
      expect([answer.statusCode, answer.json().fields.q], query).toEqual([400, expect.stringMatching(/^(?:Skriv|Må)/)])
    }
    expect(registerRequests()).toEqual([])
  })

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
  test('are its accounts, newest first, its holders, former ones last, and its signing rules', async () => {
    const accounts = await read('financial/900000103')
    expect(accounts.map(({ regnskapsaar }: { regnskapsaar: number }) => regnskapsaar)).toEqual([2025, 2024, 2023])
    const { rollegrupper } = await read('roles/900000103')
    expect(rollegrupper).toMatchObject([
      { type: { beskrivelse: 'Daglig leder' }, roller: [{ person: { navn: { fornavn: 'Kari' } } }] },
      { type: { beskrivelse: 'Styre' }, roller: [{}, {}, {}, { fratraadt: false }, { fratraadt: true }] },
      { type: { beskrivelse: 'Revisor' } },
    ])
    expect((await read('signature/900000103')).kombinasjoner[0]).toMatchObject({ kode: 'R0012' })
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

  test('returns empty details for an unknown company', async () => {
    expect(await read('financial/900002084')).toEqual([])
    expect(await read('roles/900002084')).toEqual({ rollegrupper: [] })
    expect(await read('signature/900002084')).toMatchObject({
      rutinestatus: { status: 'IKKE_REGISTRERT' },
      kombinasjoner: [],
    })
  })

  test.each(['financial', 'roles', 'signature'])('%s rejects an invalid number without a call', async (call) => {
    for (const wrong of ['..', '%2e%2e', '..%2f900000103', '900000104'])
      expect(await statusOf(`/api/admin/brreg/${call}/${wrong}`), wrong).toBe(400)
    expect(await statusOf(`/api/admin/brreg/${call}/900000103`)).toBe(200)
    expect(registerRequests()).toHaveLength(1)
  })
})
