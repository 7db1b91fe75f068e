import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing/span.ts'

/** What everything done for one request shares: its log lines, the jobs that it queues, and their mails. */
export interface RequestContext {
  readonly requestId: string | undefined
  /** The part of its trace that runs now; undefined unless requests are traced. */
  readonly span: Span | undefined
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** Undefined outside of requests and their jobs. */
export const currentContext = (): RequestContext | undefined => contexts.getStore()

export const runInContext = <Result>(context: RequestContext, work: () => Result): Result => contexts.run(context, work)
