import { afterAll, beforeEach, expect } from 'vitest'
import { type RegisterStandIn, startRegister } from '../../../stand-ins/register.ts'
import { startTestApp, type TestApp } from './app.ts'

type Answer = Awaited<ReturnType<TestApp['call']>>

interface RegisterApp {
  readonly kontor: TestApp
  readonly register: RegisterStandIn
  /** Requests to the register since the test began. */
  registerRequests(): readonly string[]
  /** Requests a path below `/api/admin/brreg/` as a sales user. */
  get(path: string): Promise<Answer>
  /** Like `get`, but returns the body. Throws unless the request succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of it
  read(path: string): Promise<any>
  /** Returns the names of the companies found by a search. */
  searchNames(q: string): Promise<string[]>
  /** Logs the sales user in again: for requests that bypass the helpers above, or after the clock has moved by days. */
  logIn(): Promise<{ cookie: string }>
}

/** Starts an app with its own register for a test file. Each test starts with an expired cache and no pause after failed requests. */
export const startRegisterApp = async (): Promise<RegisterApp> => {
  const register = await startRegister()
  afterAll(() => register.close())
  const kontor = await startTestApp({ worker: 'off', brregBaseUrl: register.url })
  let headers = { cookie: '' }
  let before = 0

  const logIn = async () => {
    const { salesUsername: username, salesPassword: password } = kontor.config
    const { cookies } = await kontor.call('POST', '/api/auth/login', { username, password })
    headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    return headers
  }

  beforeEach(async () => {
    register.misbehave({})
    // Expires the cache of earlier tests, and the session.
    kontor.clock.advance({ days: 2 })
    await logIn()
    before = register.requests.length
  })

  const get = (path: string) => kontor.call('GET', `/api/admin/brreg/${path}`, undefined, headers)
  const read = async (path: string) => {
    const answer = await get(path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return {
    kontor,
    register,
    registerRequests: () => register.requests.slice(before),
    get,
    read,
    searchNames: async (q) => {
      const { _embedded } = await read(`search?q=${encodeURIComponent(q)}`)
      return _embedded.enheter.map(({ navn }: { navn: string }) => navn)
    },
    logIn,
  }
}
