import { once } from 'node:events'
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads'
import { HttpError } from './errors/http-error.ts'
import { sentenceOf } from './errors/sentences.ts'

/** Runs tasks one after the other in a thread of its own, so that no request waits for them. */
export interface TaskThread<Task, Result> {
  /** Runs a task. @throws HttpError 503 while too many tasks wait; Error if the task fails, takes too long or its thread ends */
  run(task: Task): Promise<Result>
  /** Ends the thread; its task fails. */
  close(): Promise<void>
}

type Answer<Result> = { readonly result: Result } | { readonly failure: string }

interface ThreadOptions extends Pick<WorkerOptions, 'env' | 'workerData'> {
  readonly module: URL
  readonly name: string
  /** Maximum tasks that run or wait. */
  readonly maxTasks: number
  /** Milliseconds for one task, not counting its time in the queue. */
  readonly timeoutMs: number
  /** Milliseconds for which an idle thread is kept. A thread takes 30 MB. */
  readonly keepMs: number
}

/** Starts the thread with the first task. If the thread dies or hangs, its task fails and the next one gets a new thread. */
export const openTaskThread = <Task, Result>({
  module,
  name,
  maxTasks,
  timeoutMs,
  keepMs,
  ...options
}: ThreadOptions): TaskThread<Task, Result> => {
  let kept: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let tasks = 0
  let last: Promise<unknown> = Promise.resolve()

  const start = (): Worker => {
    const thread = new Worker(module, { ...options, name, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    thread.once('exit', () => {
      if (kept === thread) kept = undefined
    })
    return thread
  }
  const endThread = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = kept
    kept = undefined
    await ended?.terminate()
  }
  /** Returns the thread's answer to the task. @throws Error if the thread fails, ends or takes too long */
  const nextAnswer = async (thread: Worker): Promise<Answer<Result>> => {
    const settled = new AbortController()
    const { signal } = settled
    const ended = once(thread, 'exit', { signal }).then(() => {
      throw new Error(`The thread "${name}" ended without an answer`)
    })
    const overdue = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => overdue.reject(new Error(`The thread "${name}" took longer than ${timeoutMs} ms`)),
      timeoutMs,
    )
    try {
      const [answer] = await Promise.race([once(thread, 'message', { signal }), ended, overdue.promise])
      return answer
    } catch (error) {
      void endThread()
      throw error
    } finally {
      clearTimeout(timer)
      settled.abort()
    }
  }
  const runNow = async (task: Task): Promise<Result> => {
    clearTimeout(idle)
    kept ??= start()
    const thread = kept
    thread.ref()
    thread.postMessage(task)
    try {
      const answer = await nextAnswer(thread)
      if ('failure' in answer) throw new Error(`The thread "${name}" failed: ${answer.failure}`)
      return answer.result
    } finally {
      // An idle thread must not keep the process alive.
      thread.unref()
      idle = setTimeout(endThread, keepMs).unref()
    }
  }

  return {
    close: endThread,
    run: async (task) => {
      if (tasks >= maxTasks) throw new HttpError(503, sentenceOf(503, 'no'))
      tasks += 1
      const result = tasks === 1 ? runNow(task) : last.then(() => runNow(task))
      last = result.catch(() => undefined)
      try {
        return await result
      } finally {
        tasks -= 1
      }
    },
  }
}

/** Runs in the thread: answers each task with the result of `work`, or the reason why it failed. */
export const answerTasks = <Task, Result>(work: (task: Task) => Result | Promise<Result>): void => {
  const answer = async (task: Task): Promise<Answer<Result>> => {
    try {
      return { result: await work(task) }
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) }
    }
  }
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answer(task)))
}
