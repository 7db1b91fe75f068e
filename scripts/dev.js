// `npm run dev`: runs the server behind Vite's dev server, and restarts it when its sources change.
import { once } from 'node:events'
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from './lib/build.js'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { fromRoot } from './lib/paths.js'
import { envFileArgs, runNode24 } from './lib/run.js'

const sources = ['server/src', 'server/migrations', 'contract/src']
/** Milliseconds that changes are debounced, so that saving many files at once causes one restart. */
const debounceMs = 150

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())

/** Resolves at the next source change, or on a stop signal. */
const nextChange = async () => {
  const closeWatchers = new AbortController()
  const watchers = sources.map((folder) => watch(fromRoot(folder), { recursive: true, signal: closeWatchers.signal }))
  const changes = watchers.map((watcher) => once(watcher, 'change', { signal: stopping.signal }))
  await Promise.race(changes).catch(() => undefined)
  await Promise.allSettled([sleep(debounceMs)])
  closeWatchers.abort()
}

/** Runs the server and restarts it on changes. Replaces Node's `--watch`, which crashes if both the terminal and npm send it Ctrl-C. */
const runServer = async () => {
  for (;;) {
    const restart = new AbortController()
    const change = nextChange().then(() => restart.abort())
    const code = await runNode24([...envFileArgs(), 'server/src/main.ts'], { end: restart.signal })
    if (stopping.signal.aborted) return code
    // If the server failed to start, waits for the next change.
    await change
    if (stopping.signal.aborted) return code
    console.log('Sources changed: restarting the server …')
  }
}

await main(async () => {
  await ensureInstalled()
  // Builds only once, since the server needs a build to start. Vite, in front of the server, serves the changed sources.
  ensureBuilt()
  const web = runNode24([...envFileArgs(), 'web/build/dev.ts']).then((code) => {
    // Ends everything when Vite ends: the handlers of this signal stop the loop above and the server.
    if (!stopping.signal.aborted) process.kill(process.pid, 'SIGTERM')
    return code
  })
  return Math.max(...(await Promise.all([runServer(), web])))
})
