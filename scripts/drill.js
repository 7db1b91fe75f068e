// `npm run failover-drill -- <rounds>`, `npm run chaos -- <minutes>`: see bench/failover.ts and bench/chaos.ts.
import { rmSync } from 'node:fs'
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { runNode24 } from './lib/run.js'
import { makeScratchFolder } from './lib/scratch-folder.js'

const [name, ...args] = process.argv.slice(2)

await main(async () => {
  await ensureInstalled()
  ensureBuilt()
  const folder = makeScratchFolder()
  try {
    return await runNode24([`bench/${name}.ts`, ...args], { env: { TMPDIR: folder } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
