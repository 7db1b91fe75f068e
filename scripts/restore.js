// `npm run restore -- <file>`: see server/src/restore.ts. Relative paths are resolved from where npm was called.
import { resolve } from 'node:path'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { runNode24 } from './lib/run.js'

const files = process.argv.slice(2).map((file) => resolve(process.env.INIT_CWD ?? '.', file))

await main(async () => {
  await ensureInstalled()
  return runNode24(['server/src/restore.ts', ...files])
})
