// `npm start`: plain JavaScript, since the system's own Node (20 or later) runs it before ours is there.
import { existsSync } from 'node:fs'
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { fromRoot } from './lib/paths.js'
import { runNode24 } from './lib/run.js'

await main(async () => {
  await ensureInstalled()
  ensureBuilt()
  const settings = existsSync(fromRoot('.env')) ? ['--env-file=.env'] : []
  return runNode24([...settings, 'server/src/main.ts'])
})
