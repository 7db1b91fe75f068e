import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noncePlaceholder } from '@kontor/contract/site/site.rules'
import { expect, type Page } from '@playwright/test'
import { adminPassword } from './kontor.ts'
import { test as base } from './test.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))

/** A part of the office, built alone. */
interface Mounted {
  /** Where its document and its assets are. */
  readonly folder: string
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

let companySearch: Promise<Mounted> | undefined

const removeAtExit = (mounted: Mounted): Mounted => {
  process.once('exit', () => rmSync(mounted.folder, { recursive: true, force: true }))
  return mounted
}

/** The tests' `test` for the company search alone; built once per worker. */
export const test = base.extend<{ readonly companySearch: Mounted }>({
  companySearch: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      companySearch ??= build('company-search').then(removeAtExit)
      await use(await companySearch)
    },
    { timeout: 120_000 },
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
