import { type APIRequestContext, type BrowserContext, test as base, expect } from '@playwright/test'
import { type SmtpStandIn, startSmtp } from '../stand-ins/smtp.ts'
import { adminPassword, type Kontor, startKontor } from './kontor.ts'

interface TestFixtures {
  /** Calls the API as the administrator, beside the browser. */
  readonly admin: APIRequestContext
  /** What a test provokes: console errors that match are no failure. */
  readonly expectedErrors: RegExp[]
  readonly politeSmtp: undefined
}

interface WorkerFixtures {
  readonly smtp: SmtpStandIn
  readonly kontor: Kontor
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

/** The tests' own `test`: a real server, a real mail server, and no page that complains unnoticed. */
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
  kontor: [
    async ({ smtp }, use) => {
      const kontor = await startKontor({ SMTP_URL: smtp.url, NOTIFY_EMAIL: 'kontoret@eksempel.example' })
      await use(kontor)
      const code = await kontor.stop()
      expect(code, kontor.output()).toBe(0)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ kontor }, use) => use(kontor.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  expectedErrors: async ({}, use) => use([]),
  // A test's faults end with it: the next file of the same worker knows nothing of them.
  politeSmtp: [
    async ({ smtp }, use) => {
      await use(undefined)
      smtp.misbehave({})
    },
    { auto: true },
  ],
  context: async ({ context, kontor, expectedErrors }, use) => {
    const complaints = watch(context, new URL(kontor.url).origin)
    await use(context)
    expect(complaints.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([])
  },
  admin: async ({ playwright, kontor }, use) => {
    const admin = await playwright.request.newContext({ baseURL: kontor.url })
    const login = await admin.post('/api/admin/login', { data: { password: adminPassword } })
    expect(login.status()).toBe(200)
    await use(admin)
    await admin.dispose()
  },
})

export { expect }
