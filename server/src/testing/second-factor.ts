import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { TestApp } from './app.ts'

export type Caller = TestApp['call']

/** Of two with one name, browsers keep the last. */
const cookieOf = ({ cookies }: LightMyRequestResponse): string =>
  cookies
    .slice(-1)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

/** A browser: keeps the latest session cookie. */
export const openBrowser = (kontor: TestApp): Caller => {
  let cookie = ''
  return async (method, url, body, headers = {}) => {
    const answer = await kontor.call(method, url, body, { ...headers, ...(cookie && { cookie }) })
    if (answer.cookies.length > 0) cookie = cookieOf(answer)
    return answer
  }
}

/** The code that an app shows at the app's time, plus `steps` of 30 s. */
export const codeOf = (secret: string, { clock }: TestApp, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() + steps * 30_000 })

/** Advances the clock by time steps of codes. */
export const advanceSteps = ({ clock }: TestApp, steps: number): void => clock.advance({ minutes: steps / 2 })

export interface AppSetUp {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Sets up an authenticator app, then waits for its next code. */
export const setUpApp = async (kontor: TestApp, call: Caller): Promise<AppSetUp> => {
  const { secret, ticket } = (await call('POST', '/api/second-factor/totp')).json()
  const added = await call('POST', '/api/second-factor/totp/confirm', { ticket, code: codeOf(secret, kontor) })
  if (added.statusCode !== 200) throw new Error(`The app was not added: ${added.body}`)
  advanceSteps(kontor, 1)
  return { secret, recoveryCodes: added.json().recoveryCodes }
}
