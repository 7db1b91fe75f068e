// Preloaded into servers under `npm run chaos`: on SIGUSR2, kills all worker threads and sets the clock up to two hours off.
// Appends the number of killed threads to the file CHAOS_THREADS, one line for each signal.
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { type Worker } from 'node:worker_threads'

const furthestMs = 2 * 60 * 60_000

if (workerThreads.isMainThread) {
  const threads = new Set<Worker>()
  workerThreads.Worker = new Proxy(workerThreads.Worker, {
    construct: (target, args, newTarget) => {
      const worker: Worker = Reflect.construct(target, args, newTarget)
      threads.add(worker)
      return worker.once('exit', () => threads.delete(worker))
    },
  })
  syncBuiltinESMExports()

  const RealDate = Date
  let offset = 0
  const now = () => RealDate.now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })

  process.on('SIGUSR2', () => {
    offset = Math.round((Math.random() * 2 - 1) * furthestMs)
    appendFileSync(process.env.CHAOS_THREADS ?? '', `${threads.size}\n`)
    for (const worker of threads) worker.terminate()
  })
}
