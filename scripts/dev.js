// `npm run dev`: the server, started anew when its sources change, and Vite's developer server in front of it.
import { once } from 'node:events'
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { fromRoot } from './lib/paths.js'
import { runNode24, settings } from './lib/run.js'

const sources = ['server/src', 'server/migrations', 'contract/src']
/** An editor that saves many files at once causes one restart. */
const calmMs = 150

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())

/** Resolves at the next change of a source, or when we are to stop. */
const nextChange = async () => {
  const found = new AbortController()
  const watchers = sources.map((folder) => watch(fromRoot(folder), { recursive: true, signal: found.signal }))
  const changes = watchers.map((watcher) => once(watcher, 'change', { signal: stopping.signal }))
  await Promise.race(changes).catch(() => undefined)
  await Promise.allSettled([sleep(calmMs)])
  found.abort()
}

/** Not Node's own `--watch`: it fails an assertion when Ctrl-C reaches it twice, from the terminal and from npm. */
const runServer = async () => {
  for (;;) {
    const restart = new AbortController()
    const change = nextChange().then(() => restart.abort())
    const code = await runNode24([...settings(), 'server/src/main.ts'], { end: restart.signal })
    if (stopping.signal.aborted) return code
    // A server that cannot start waits for the next change.
    await change
    if (stopping.signal.aborted) return code
    console.log('The sources have changed: the server starts again …')
  }
}

await main(async () => {
  await ensureInstalled()
  // The server serves the last build, too; what Vite shows in front of it is always of now.
  ensureBuilt()
  const web = runNode24([...settings(), 'web/build/dev.ts']).then((code) => {
    // Without the one the other is of no use. Our own handlers hand the signal on.
    if (!stopping.signal.aborted) process.kill(process.pid, 'SIGTERM')
    return code
  })
  return Math.max(...(await Promise.all([runServer(), web])))
})
