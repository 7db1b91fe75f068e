// `npm run soak -- [factor]`: runs the tests that use `rounds` (server/src/testing/rounds.ts) with many rounds instead of one, then, on Linux,
// the failover drill.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { Failure, main } from './lib/npm.js'
import { fromRoot } from './lib/paths.js'
import { runNode24 } from './lib/run.js'
import { makeScratchFolder } from './lib/scratch-folder.js'

const soakTests = () =>
  readdirSync(fromRoot('server', 'src'), { recursive: true })
    .map((name) => join('server', 'src', name))
    .filter((file) => file.endsWith('.test.ts') && /\/rounds\.ts'/.test(readFileSync(fromRoot(file), 'utf8')))

/** Rounds of the failover drill at factor 1. */
const failovers = 10

await main(async () => {
  const [factor = '1', ...rest] = process.argv.slice(2)
  if (!(Number(factor) > 0) || rest.length > 0)
    throw new Failure('The factor must be one positive number: npm run soak -- 2')
  await ensureInstalled()
  ensureBuilt()
  const folder = makeScratchFolder()
  try {
    const tests = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--reporter=verbose', ...soakTests()]
    const drill = ['bench/failover.ts', String(Math.ceil(failovers * Number(factor)))]
    const failed = await runNode24(tests, { env: { TMPDIR: folder, KONTOR_SOAK: factor } })
    // Skips the drill after a signal, and on systems where it can't freeze a database's processes.
    if (failed > 128 || process.platform !== 'linux') return failed
    return (await runNode24(drill, { env: { TMPDIR: folder } })) || failed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
