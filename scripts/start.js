// `npm start`: plain JavaScript, since the system's own Node (20 or later) runs it before ours is there.
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { runNode24, settings } from './lib/run.js'

await main(async () => {
  await ensureInstalled()
  ensureBuilt()
  return runNode24([...settings(), 'server/src/main.ts'])
})
