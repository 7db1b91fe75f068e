// `npm run demo`: runs Kontor with sample data in a temporary folder, without network. See demo/main.ts.
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { runNode24 } from './lib/run.js'

await main(async () => {
  await ensureInstalled()
  ensureBuilt()
  return runNode24(['demo/main.ts'])
})
