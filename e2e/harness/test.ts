import { type APIRequestContext, type Browser, type BrowserContext, test as base, expect } from '@playwright/test'
import { adminPassword, type Kontor, startKontor } from '../../stand-ins/kontor.ts'
import { type RegisterStandIn, startRegister } from '../../stand-ins/register.ts'
import { type SmtpStandIn, startSmtp } from '../../stand-ins/smtp.ts'

interface TestFixtures {
  /** Calls the API as the administrator, outside the browser. */
  readonly admin: APIRequestContext
  /** Patterns of console errors that the test expects. */
  readonly expectedErrors: RegExp[]
  readonly resetStandIns: undefined
}

interface WorkerFixtures {
  readonly smtp: SmtpStandIn
  readonly register: RegisterStandIn
  readonly kontor: Kontor
  /** The worker's administrator session. Its tests share it, since each login computes a slow password hash. */
  readonly adminSession: APIRequestContext
  /** A complete browser, as visitors use it. It takes twice the CPU time of the headless shell, which other tests use. */
  readonly fullBrowser: Browser
}

/** The browser reports an error that begins like this when a test resizes the window during a page transition. */
const resizedTransition = 'Transition was aborted because of invalid state. Viewport size changed'

/**
 * Records console errors, page errors and requests to other hosts. Ignores page errors if the page's scripts are disabled, since then only
 * Playwright's own scripts run.
 */
const recordErrors = (context: BrowserContext, home: string, hasScripts: boolean): string[] => {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`)
  })
  if (hasScripts)
    context.on('weberror', (error) => {
      const text = error.error().stack || error.error().message
      if (!text.startsWith(resizedTransition)) errors.push(`page: ${text}`)
    })
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== home) errors.push(`request to another host: ${request.url()}`)
  })
  return errors
}

const expectNone = (errors: readonly string[], expected: readonly RegExp[]): void =>
  expect(errors.filter((text) => !expected.some((one) => one.test(text)))).toEqual([])

const logIn = async (api: APIRequestContext): Promise<void> => {
  const login = await api.post('/api/admin/login', { data: { password: adminPassword } })
  expect(login.status()).toBe(200)
}

/**
 * Playwright's `test` with a real server, a mail server and a company register. A test fails on unexpected errors. All files must use this
 * `test`: for other worker fixtures, Playwright would start a new worker with a new server.
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
    { scope: 'worker', timeout: 300_000 },
  ],
  adminSession: [
    async ({ playwright, kontor }, use) => {
      const session = await playwright.request.newContext({ baseURL: kontor.url })
      await use(session)
      await session.dispose()
    },
    { scope: 'worker' },
  ],
  fullBrowser: [
    async ({ playwright }, use) => {
      const { CHROMIUM_PATH: executablePath } = process.env
      const browser = await playwright.chromium.launch(executablePath ? { executablePath } : {})
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ kontor }, use) => use(kontor.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  expectedErrors: async ({}, use) => use([]),
  // Clears the faults that a test set, before the worker's next test.
  resetStandIns: [
    async ({ smtp, register }, use) => {
      await use(undefined)
      smtp.misbehave({})
      register.misbehave({})
    },
    { auto: true },
  ],
  context: async ({ context, kontor, expectedErrors, javaScriptEnabled }, use) => {
    const errors = recordErrors(context, new URL(kontor.url).origin, javaScriptEnabled)
    await use(context)
    expectNone(errors, expectedErrors)
  },
  admin: async ({ adminSession }, use) => {
    // Logs in for the first test, after a test that logged out, and when the last proof of identity, which sensitive calls need, is too old.
    if (!(await adminSession.get('/api/session/confirm')).ok()) await logIn(adminSession)
    await use(adminSession)
  },
})

/** Runs tests in the complete browser, since the headless shell paints late and its pointer moves by itself. */
export const paintedTest = test.extend({
  page: async ({ fullBrowser, kontor, expectedErrors }, use) => {
    const context = await fullBrowser.newContext()
    const errors = recordErrors(context, new URL(kontor.url).origin, true)
    await use(await context.newPage())
    await context.close()
    expectNone(errors, expectedErrors)
  },
})

export { expect }
