import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noncePlaceholder } from '@kontor/contract/site/site.rules'
import { expect, type Page } from '@playwright/test'
import { type RegisterStandIn, startRegister } from '../stand-ins/register.ts'
import { adminPassword, type Kontor, startKontor } from './kontor.ts'
import { test as base } from './test.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))

/** A part of the office, built alone. */
interface Mounted {
  /** Where its document and its assets are. */
  readonly folder: string
}

interface WorkerFixtures {
  readonly register: RegisterStandIn
  readonly companySearch: Mounted
}

/** Builds one page of `web/src/testing` into a folder that is removed afterwards. */
const build = async (page: string): Promise<Mounted> => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-mount-'))
  const child = spawn(process.execPath, ['build/mount.ts', page, folder], {
    cwd: web,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The build of ${page} failed:\n${printed}`)
  return { folder }
}

/** The tests' `test` for parts of the office that no screen shows yet: the real server, and a stand-in for the register. */
export const test = base.extend<{ wellBehaved: undefined }, WorkerFixtures & { kontor: Kontor }>({
  // A test's faults end with it: the next file of the same worker knows nothing of them.
  wellBehaved: [
    async ({ register }, use) => {
      await use(undefined)
      register.misbehave({})
    },
    { auto: true },
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
    async ({ register }, use) => {
      const kontor = await startKontor({ BRREG_BASE_URL: register.url })
      await use(kontor)
      expect(await kontor.stop(), kontor.output()).toBe(0)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  companySearch: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const mounted = await build('company-search')
      await use(mounted)
      rmSync(mounted.folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/**
 * Shows a part alone, at an address of the real server, with the session of an administrator and under the policy that the
 * server sends with the office: its page for `/login`, with the part's scripts and styles in place of the office's.
 */
export const openMounted = async (page: Page, { folder }: Mounted): Promise<void> => {
  const login = await page.request.post('/api/admin/login', { data: { password: adminPassword } })
  expect(login.status()).toBe(200)
  await page.route('**/assets/**', async (route) => {
    const file = join(folder, new URL(route.request().url()).pathname)
    if (!existsSync(file)) return route.continue()
    await route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? 'application/octet-stream' })
  })
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    const [, nonce] = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '') ?? []
    if (!nonce) throw new Error('The office came without a nonce.')
    const document = readFileSync(join(folder, 'page.html'), 'utf8').replaceAll(noncePlaceholder, nonce)
    await route.fulfill({ response, body: document })
  })
  await page.goto('/login')
  await expect(page.locator('#root > *').first()).toBeVisible()
  // As long as there is a route, every call makes a detour through the test.
  await page.unrouteAll()
}

export { expect }
