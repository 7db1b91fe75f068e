import { Secret, TOTP } from 'otpauth'
import type { TestApp } from './app.ts'

export type Caller = TestApp['call']

/** Returns a caller that keeps cookies like a browser; a new cookie replaces one with the same name. */
export const openBrowser = (kontor: TestApp): Caller => {
  const jar = new Map<string, string>()
  return async (method, url, body, headers = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await kontor.call(method, url, body, { ...headers, ...(cookie && { cookie }) })
    for (const { name, value } of answer.cookies) jar.set(name, value)
    return answer
  }
}

/** Returns the code that an authenticator app shows at the test app's time, plus `steps` of 30 s. */
export const codeOf = (secret: string, { clock }: TestApp, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() + steps * 30_000 })

/** Advances the clock by `steps` of 30 s, the time for which a code is shown. */
export const advanceSteps = ({ clock }: TestApp, steps: number): void => clock.advance({ minutes: steps / 2 })

export interface AppSetUp {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Sets up an authenticator app, then advances the clock to its next code, since the first one is used. */
export const setUpApp = async (kontor: TestApp, call: Caller): Promise<AppSetUp> => {
  const { secret, ticket } = (await call('POST', '/api/second-factor/totp')).json()
  const added = await call('POST', '/api/second-factor/totp/confirm', { ticket, code: codeOf(secret, kontor) })
  if (added.statusCode !== 200) throw new Error(`The app was not added: ${added.body}`)
  advanceSteps(kontor, 1)
  return { secret, recoveryCodes: added.json().recoveryCodes }
}
