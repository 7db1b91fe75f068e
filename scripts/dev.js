// `npm run dev`: the server, started anew when its sources change, and Vite's developer server in front of it.
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { runNode24 } from './lib/run.js'

await main(async () => {
  await ensureInstalled()
  // The server does not start without a build, though here the pages come from Vite.
  ensureBuilt()
  let running = 2
  // Our own signal handlers hand a signal on to whichever of the two still runs.
  const ended = (code) => {
    running -= 1
    if (running > 0) process.kill(process.pid, 'SIGTERM')
    return code
  }
  const codes = await Promise.all([
    runNode24(['--watch', '--watch-preserve-output', 'server/src/main.ts']).then(ended),
    runNode24(['web/build/dev.ts']).then(ended),
  ])
  return Math.max(...codes)
})
