import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fromRoot } from './lib/paths.js'

/** A checkout of its own, so that its `.env` is the test's. */
const makeCheckout = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-checkout-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(fromRoot('scripts'), join(folder, 'scripts'), { recursive: true })
  for (const name of ['node_modules', 'server', 'contract', 'package.json', 'package-lock.json'])
    await symlink(fromRoot(name), join(folder, name))
  return folder
}

test('commands read .env, as the server does', async () => {
  const folder = await makeCheckout()
  await writeFile(join(folder, '.env'), 'PORT=ikke-et-tall\n')
  const args = [join(folder, 'scripts', 'server-tool.js'), 'backup', join(folder, 'kontor.tar.gz')]
  const { PATH } = process.env
  const output = await new Promise((resolve) => {
    execFile(process.execPath, args, { env: { PATH } }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
  expect(output).toContain('PORT')
})
