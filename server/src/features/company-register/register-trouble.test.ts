import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startRegister } from '../../../../stand-ins/register.ts'
import { startTestApp } from '../../testing/app.ts'
import { startRegisterApp } from '../../testing/register-app.ts'

const { kontor, register, registerRequests, get, read, searchNames, logIn } = await startRegisterApp()
const origin = await kontor.app.listen({ port: 0, host: '127.0.0.1' })

/** Open connections to the server. */
const connections = () =>
  new Promise<number>((resolve, reject) => {
    kontor.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

const calls = ['search?q=nordfiktiv', 'financial/900000103', 'roles/900000103', 'signature/900000103']
const companies = '/enhetsregisteret/api/enheter'
const away = 'Brønnøysundregistrene svarer ikke som de skal akkurat nå. Prøv igjen om litt.'

describe('a register', () => {
  test.each([
    ['responds 429', { status: 429 }, 'Brønnøysundregistrene har for mye å gjøre. Prøv igjen om 1 sekund.'],
    ['responds 503', { status: 503 }, away],
    ['truncates its answers', { truncated: true }, away],
  ] as const)('that %s gives 502 with a message, and the failure is not cached', async (_, faults, error) => {
    for (const call of calls) {
      register.misbehave(faults)
      const answer = await get(call)
      expect([answer.statusCode, answer.json()]).toEqual([502, { error }])
      register.misbehave({})
      kontor.clock.advance({ minutes: 1 })
      expect((await get(call)).statusCode).toBe(200)
    }
  })

  test('that is unreachable gives 502 with a message', async () => {
    const gone = await startRegister()
    const alone = await startTestApp({ worker: 'off', brregBaseUrl: gone.url })
    await gone.close()
    const caller = await alone.asSales()
    const answer = await caller('GET', '/api/admin/brreg/search?q=nordfiktiv')
    expect(answer.statusCode).toBe(502)
    expect(answer.json()).toEqual({ error: away })
  })

  test.each([null, [], 'tekst', { _embedded: { enheter: 'nei' } }, { feil: true }])(
    'that returns %j for details or hits gives 502, not an empty result',
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

  test('that sends Retry-After is not called for that long, per service', async () => {
    register.misbehave({ status: 429, only: /regnskap/ })
    expect((await get('financial/900000103')).json().error).toContain('Prøv igjen om 1 sekund.')
    register.misbehave({})
    expect((await get('financial/900000103')).statusCode).toBe(502)
    expect(registerRequests()).toHaveLength(1)
    expect((await get('roles/900000103')).statusCode).toBe(200)
    kontor.clock.set(new Date(kontor.clock.now().getTime() + 1_001).toISOString())
    expect((await get('financial/900000103')).statusCode).toBe(200)
  })

  test('that fails the search by words still gives the first hits, which are not cached', async () => {
    register.misbehave({ status: 503, only: /size=50$/ })
    expect(await searchNames('nordfiktiv')).toEqual(['NORDFIKTIV TEKNOLOGI AS'])
    expect(await searchNames('nordfiktiv')).toHaveLength(1)
    expect(registerRequests()).toHaveLength(4)
  })

  test('that is slow has 8 seconds for both searches together', async () => {
    const controllers: AbortController[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController()
      controllers.push(controller)
      return controller.signal
    })
    onTestFinished(() => timeout.mockRestore())
    // The first search is answered, the second is not.
    register.misbehave({ held: true, only: /size=50$/ })
    const search = get('search?q=finnesikke')
    await expect.poll(() => registerRequests().length).toBe(2)
    expect(timeout.mock.calls).toEqual([[8_000]])
    controllers[0]?.abort(new DOMException('', 'TimeoutError'))
    const { statusCode, body } = await search
    const error = 'Brønnøysundregistrene brukte for lang tid på å svare. Prøv igjen om litt.'
    expect([statusCode, JSON.parse(body)]).toEqual([502, { error }])
  })
})

describe('the cache', () => {
  test('keeps searches for 10 minutes and details for 24 hours', async () => {
    for (const call of calls) await read(call)
    const first = registerRequests().length
    kontor.clock.advance({ minutes: 9 })
    for (const call of calls) await read(call)
    expect(registerRequests()).toHaveLength(first)
    kontor.clock.advance({ minutes: 2 })
    await read('search?q=nordfiktiv')
    expect(registerRequests().length).toBe(first + 2)
    for (const call of calls) await read(call)
    expect(registerRequests().length).toBe(first + 2)
    kontor.clock.advance({ hours: 23 })
    await logIn()
    await read('financial/900000103')
    expect(registerRequests().length).toBe(first + 2)
    kontor.clock.advance({ hours: 1 })
    await read('financial/900000103')
    expect(registerRequests().length).toBe(first + 3)
  })

  test('keeps empty results, but no failures', async () => {
    await read('financial/900000545')
    await read('financial/900000545')
    expect(registerRequests()).toHaveLength(1)
    await get('financial/900001428')
    await get('financial/900001428')
    expect(registerRequests()).toHaveLength(3)
  })

  test('shares one call between concurrent requests', async () => {
    register.misbehave({ delayMs: 100 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => get('roles/900000103')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(registerRequests()).toHaveLength(1)
  })

  test('drops a company removed on legal grounds everywhere', async () => {
    const removed = { organisasjonsnummer: '900001975', navn: 'FJERNET AS' }
    register.misbehave({
      bodies: {
        [companies]: { _embedded: { enheter: [removed] } },
        [`${companies}/900001975/roller`]: { rollegrupper: [] },
      },
    })
    expect(await searchNames('fjernet')).toEqual(['FJERNET AS'])
    await read('roles/900001975')
    await read('roles/900000103')
    register.misbehave({})
    expect(await searchNames('900001975')).toEqual([])
    const known = registerRequests().length
    expect(await searchNames('fjernet')).toEqual([])
    await read('roles/900001975')
    expect(registerRequests().length).toBe(known + 3)
    await read('roles/900000103')
    expect(registerRequests().length).toBe(known + 3)
  })
})

describe('load on the register', () => {
  const numbers = ['103', '219', '324', '545', '650', '766', '871', '987'].map((end) => `900000${end}`)
  const details = numbers.flatMap((number) => ['financial', 'roles', 'signature'].map((call) => `${call}/${number}`))

  test('makes at most 8 concurrent calls', async () => {
    register.misbehave({ held: true })
    const calls = details.map(get)
    await expect.poll(() => registerRequests().length).toBe(8)
    register.misbehave({ delayMs: 50 })
    const answers = await Promise.all(calls)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(details.map(() => 200))
    expect(registerRequests()).toHaveLength(24)
    expect(register.maxConcurrent).toBeLessThanOrEqual(8)
  })

  test('cancels queued calls whose client has disconnected', async () => {
    register.misbehave({ held: true })
    const headers = await logIn()
    const before = await connections()
    const [running, queued] = [new AbortController(), new AbortController()]
    onTestFinished(() => running.abort())
    const request = (signal: AbortSignal) => (call: string) =>
      fetch(`${origin}/api/admin/brreg/${call}`, { headers, signal }).catch(() => 'left')
    const first = details.slice(0, 8).map(request(running.signal))
    await expect.poll(() => registerRequests().length).toBe(8)
    const others = details.slice(8).map(request(queued.signal))
    await expect.poll(connections).toBeGreaterThanOrEqual(details.length)
    queued.abort()
    // Waits until the server has noticed; a call that ends before would let one of the others begin.
    await expect.poll(connections).toBeLessThanOrEqual(before + 8)
    running.abort()
    expect(await Promise.all([...first, ...others])).toEqual(details.map(() => 'left'))
    register.misbehave({})
    expect(await searchNames('ikt')).not.toEqual([])
    expect(registerRequests().length).toBeLessThan(12)
  })

  test('keeps a shared call running when one client disconnects', async () => {
    register.misbehave({ held: true })
    const headers = await logIn()
    const client = new AbortController()
    onTestFinished(() => client.abort())
    const url = `${origin}/api/admin/brreg/roles/900000103`
    let arrived = 0
    kontor.app.server.on('request', (request) => {
      if (request.url === new URL(url).pathname) arrived += 1
    })
    const disconnected = fetch(url, { headers, signal: client.signal }).catch(() => 'left')
    const remaining = fetch(url, { headers })
    await expect.poll(() => [arrived, registerRequests().length]).toEqual([2, 1])
    // Once a later call is answered, both have read their session and wait for the register.
    expect((await fetch(`${origin}/api/auth/session`, { headers })).status).toBe(200)
    client.abort()
    expect(await disconnected).toBe('left')
    register.misbehave({})
    expect((await remaining).status).toBe(200)
    expect(registerRequests()).toHaveLength(1)
  })
})
