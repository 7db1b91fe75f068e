import { describe, expect, onTestFinished, test } from 'vitest'
import { startRegister } from '../../../../e2e/stand-ins/register.ts'
import { startTestApp } from '../../testing/app.ts'
import { startRegisterOffice } from '../../testing/register-office.ts'

const { office, register, asked, get, read, namesOf, logIn } = await startRegisterOffice()
const origin = await office.app.listen({ port: 0, host: '127.0.0.1' })

const calls = ['search?q=nordfiktiv', 'financial/900000103', 'roles/900000103', 'signature/900000103']
const companies = '/enhetsregisteret/api/enheter'
const away = 'Brønnøysundregistrene svarer ikke som de skal akkurat nå. Prøv igjen om litt.'

describe('a register in trouble', () => {
  test.each([
    ['is busy', { status: 429 }],
    ['is away', { status: 503 }],
    ['breaks off in the middle of an answer', { truncated: true }],
  ] as const)('that %s is 502 with a sentence, and is asked again the next time', async (_, faults) => {
    for (const call of calls) {
      register.misbehave(faults)
      const answer = await get(call)
      expect(answer.statusCode).toBe(502)
      expect(answer.json().error).toMatch(/^Brønnøysundregistrene .+ Prøv igjen om (?:litt|1 sekund)\.$/)
      register.misbehave({})
      office.clock.advance({ minutes: 1 })
      expect((await get(call)).statusCode).toBe(200)
    }
  })

  test('that cannot be reached is 502 with a sentence', async () => {
    const gone = await startRegister()
    const alone = await startTestApp({ worker: 'off', brregBaseUrl: gone.url })
    await gone.close()
    const caller = await alone.asSales()
    const answer = await caller('GET', '/api/admin/brreg/search?q=nordfiktiv')
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toEqual({ error: away })
  })

  test.each([null, [], 'tekst', { _embedded: { enheter: 'nei' } }, { feil: true }])(
    'that answers %j for details or hits is 502: it is not taken for "nothing there"',
    async (body) => {
      register.misbehave({
        bodies: {
          [companies]: body,
          '/regnskapsregisteret/regnskap/900000103': { feil: true },
          [`${companies}/900000103/roller`]: body,
          '/fullmakt/enheter/900000103/signatur': body,
        },
      })
      for (const call of calls) expect((await get(call)).statusCode, call).toBe(502)
      expect((await get('roles/900000103')).statusCode).toBe(502)
    },
  )

  test('that asks to be left alone is, for that long, service by service', async () => {
    register.misbehave({ status: 429, only: /regnskap/ })
    expect((await get('financial/900000103')).json().error).toContain('Prøv igjen om 1 sekund.')
    register.misbehave({})
    expect((await get('financial/900000103')).statusCode).toBe(502)
    expect(asked()).toHaveLength(1)
    expect((await get('roles/900000103')).statusCode).toBe(200)
    office.clock.set(new Date(office.clock.now().getTime() + 1_001).toISOString())
    expect((await get('financial/900000103')).statusCode).toBe(200)
  })

  test('that fails at the second matching still gives the hits of the first, and is asked again', async () => {
    register.misbehave({ status: 503, only: /size=50$/ })
    expect(await namesOf('nordfiktiv')).toEqual(['NORDFIKTIV TEKNOLOGI AS'])
    expect(await namesOf('nordfiktiv')).toHaveLength(1)
    expect(asked()).toHaveLength(4)
  })

  test('that is slow has 8 seconds, for both matchings together', async () => {
    // One answer is in time, two one after the other are not.
    register.misbehave({ delayMs: 4_500 })
    const [nothing, slow] = await Promise.all([get('search?q=finnesikke'), get('roles/900000103')])
    expect(nothing.statusCode).toBe(502)
    expect(nothing.json().error).toBe('Brønnøysundregistrene brukte for lang tid på å svare. Prøv igjen om litt.')
    expect(slow.statusCode).toBe(200)
  })
})

describe('what is remembered', () => {
  test('a search for 10 minutes, details for 24 hours', async () => {
    for (const call of calls) await read(call)
    const first = asked().length
    office.clock.advance({ minutes: 9 })
    for (const call of calls) await read(call)
    expect(asked()).toHaveLength(first)
    office.clock.advance({ minutes: 2 })
    await read('search?q=nordfiktiv')
    expect(asked().length).toBe(first + 2)
    for (const call of calls) await read(call)
    expect(asked().length).toBe(first + 2)
    office.clock.advance({ hours: 23 })
    await logIn()
    await read('financial/900000103')
    expect(asked().length).toBe(first + 2)
    office.clock.advance({ hours: 1 })
    await read('financial/900000103')
    expect(asked().length).toBe(first + 3)
  })

  test('that nothing was filed is remembered too; a failure never is', async () => {
    await read('financial/900000545')
    await read('financial/900000545')
    expect(asked()).toHaveLength(1)
    await get('financial/900001428')
    await get('financial/900001428')
    expect(asked()).toHaveLength(3)
  })

  test('who asks for the same at the same time waits for one call', async () => {
    register.misbehave({ delayMs: 100 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => get('roles/900000103')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(asked()).toHaveLength(1)
  })

  test('a company that was removed on legal grounds is forgotten everywhere', async () => {
    const removed = { organisasjonsnummer: '900001975', navn: 'FJERNET AS' }
    register.misbehave({
      bodies: {
        [companies]: { _embedded: { enheter: [removed] } },
        [`${companies}/900001975/roller`]: { rollegrupper: [] },
      },
    })
    expect(await namesOf('fjernet')).toEqual(['FJERNET AS'])
    await read('roles/900001975')
    await read('roles/900000103')
    register.misbehave({})
    expect(await namesOf('900001975')).toEqual([])
    const known = asked().length
    expect(await namesOf('fjernet')).toEqual([])
    await read('roles/900001975')
    expect(asked().length).toBe(known + 3)
    await read('roles/900000103')
    expect(asked().length).toBe(known + 3)
  })
})

describe('care for the register', () => {
  const numbers = ['103', '219', '324', '545', '650', '766', '871', '987'].map((end) => `900000${end}`)
  const details = numbers.flatMap((number) => ['financial', 'roles', 'signature'].map((call) => `${call}/${number}`))

  test('no more than 8 calls are under way at once', async () => {
    register.misbehave({ delayMs: 50 })
    const answers = await Promise.all(details.map(get))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(details.map(() => 200))
    expect(asked()).toHaveLength(24)
    expect(register.maxConcurrent).toBe(8)
  })

  test('what nobody waits for any more is not asked', async () => {
    // Longer than any pause of a busy machine: none of the eight may be done before the rest have left.
    register.misbehave({ delayMs: 7_000 })
    const headers = await logIn()
    const given = new AbortController()
    onTestFinished(() => given.abort())
    const fetched = details.map((call) =>
      fetch(`${origin}/api/admin/brreg/${call}`, { headers, signal: given.signal }).catch(() => 'left'),
    )
    await expect.poll(() => asked().length).toBe(8)
    given.abort()
    expect(await Promise.all(fetched)).toEqual(details.map(() => 'left'))
    register.misbehave({})
    expect(await namesOf('ikt')).not.toEqual([])
    expect(asked().length).toBeLessThan(12)
  })

  test('who leaves takes nobody else’s answer along', async () => {
    register.misbehave({ delayMs: 1_500 })
    const headers = await logIn()
    const given = new AbortController()
    onTestFinished(() => given.abort())
    const url = `${origin}/api/admin/brreg/roles/900000103`
    const left = fetch(url, { headers, signal: given.signal }).catch(() => 'left')
    const stayed = fetch(url, { headers })
    await expect.poll(() => asked().length).toBe(1)
    given.abort()
    expect(await left).toBe('left')
    expect((await stayed).status).toBe(200)
    expect(asked()).toHaveLength(1)
  })
})
