import { type APIRequestContext, type BrowserContext, test as base, expect } from '@playwright/test'
import { type RegisterStandIn, startRegister } from '../stand-ins/register.ts'
import { type SmtpStandIn, startSmtp } from '../stand-ins/smtp.ts'
import { adminPassword, type Kontor, startKontor } from './kontor.ts'

interface TestFixtures {
  /** Calls the API as the administrator, beside the browser. */
  readonly admin: APIRequestContext
  /** What a test provokes: console errors that match are no failure. */
  readonly expectedErrors: RegExp[]
  readonly wellBehaved: undefined
}

interface WorkerFixtures {
  readonly smtp: SmtpStandIn
  readonly register: RegisterStandIn
  readonly kontor: Kontor
  /** The worker's session as the administrator: a login costs a password hash. */
  readonly adminSession: APIRequestContext
}

/** Whatever a page complains of, and every request that leaves for another host. */
const watch = (context: BrowserContext, home: string): string[] => {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(`page: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== home) complaints.push(`request to another host: ${request.url()}`)
  })
  return complaints
}

const logIn = async (api: APIRequestContext): Promise<void> => {
  const login = await api.post('/api/admin/login', { data: { password: adminPassword } })
  expect(login.status()).toBe(200)
}

/**
 * The tests' own `test`: a real server with a mail server and a company register, and no page that complains unnoticed. Every
 * file uses it: a worker keeps its server only as long as its files have the same worker fixtures.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const smtp = await startSmtp()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],
  register: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const register = await startRegister()
      await use(register)
      await register.close()
    },
    { scope: 'worker' },
  ],
  kontor: [
    async ({ smtp, register }, use) => {
      const kontor = await startKontor({
        SMTP_URL: smtp.url,
        NOTIFY_EMAIL: 'kontoret@eksempel.example',
        BRREG_BASE_URL: register.url,
      })
      await use(kontor)
      const code = await kontor.stop()
      expect(code, kontor.output()).toBe(0)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  adminSession: [
    async ({ playwright, kontor }, use) => {
      const session = await playwright.request.newContext({ baseURL: kontor.url })
      await use(session)
      await session.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ kontor }, use) => use(kontor.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  expectedErrors: async ({}, use) => use([]),
  // A test's faults end with it: the next test of the same worker starts without them.
  wellBehaved: [
    async ({ smtp, register }, use) => {
      await use(undefined)
      smtp.misbehave({})
      register.misbehave({})
    },
    { auto: true },
  ],
  context: async ({ context, kontor, expectedErrors }, use) => {
    const complaints = watch(context, new URL(kontor.url).origin)
    await use(context)
    expect(complaints.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([])
  },
  admin: async ({ adminSession }, use) => {
    // The first test has no session yet, and a test may have ended it.
    if ((await adminSession.get('/api/email-settings')).status() === 401) await logIn(adminSession)
    await use(adminSession)
  },
})

export { expect }
