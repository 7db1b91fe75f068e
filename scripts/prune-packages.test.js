import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { fromRoot, node24 } from './lib/paths.js'

const script = join('scripts', 'prune-packages.js')
const neededFiles = ['LICENSE', 'index.js', 'lib/docs/read.js', 'lib/test/match.js', 'package.json']
const unusedFiles = ['docs/api.md', 'index.d.ts', 'index.js.map', 'index.ts', 'test/index.js', '.yarn/yarn.cjs']
const folders = []

/** A copy of the script with an installed package and a workspace's. */
const install = () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-prune-'))
  folders.push(folder)
  const write = (path, content = '') => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const path of [script, join('scripts', 'lib', 'paths.js')]) cpSync(fromRoot(path), join(folder, path))
  write('package.json', '{ "type": "module", "workspaces": ["server"] }')
  for (const packages of ['node_modules/@some/one', 'server/node_modules/other']) {
    for (const file of [...neededFiles, ...unusedFiles]) write(join(packages, file))
  }
  for (const file of ['bin/node', 'include/node.h', 'CHANGELOG.md'])
    write(join('node_modules/node/node_modules/node-x', file))
  return folder
}

const filesIn = (folder, ...path) =>
  readdirSync(join(folder, ...path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, ...path).length + 1))
    .toSorted()

const prune = (folder, omit) =>
  spawnSync(node24, [join(folder, script)], { env: { npm_config_omit: omit }, encoding: 'utf8' })

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('an install without development packages keeps what runs, and licenses', () => {
  const folder = install()
  expect(prune(folder, 'dev')).toMatchObject({ status: 0, stderr: '' })
  expect(filesIn(folder, 'node_modules', '@some', 'one')).toEqual(neededFiles)
  expect(filesIn(folder, 'server', 'node_modules', 'other')).toEqual(neededFiles)
  expect(filesIn(folder, 'node_modules', 'node')).toEqual(['node_modules/node-x/bin/node'])
})

test('an install for development stays whole', () => {
  const folder = install()
  const before = filesIn(folder)
  expect(prune(folder, '')).toMatchObject({ status: 0, stderr: '' })
  expect(filesIn(folder)).toEqual(before)
})
