// `npm run verify-agreement <id>`: see server/src/verify-agreement.ts.
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { runNode24 } from './lib/run.js'

await main(async () => {
  await ensureInstalled()
  return runNode24(['server/src/verify-agreement.ts', ...process.argv.slice(2)])
})
