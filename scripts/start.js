// `npm start`: plain JavaScript, since the system's Node (20 or later) runs it before Node 24 is installed.
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { envFileArgs, runNode24 } from './lib/run.js'

await main(async () => {
  await ensureInstalled({ production: true })
  ensureBuilt()
  return runNode24([...envFileArgs(), 'server/src/main.ts'])
})
