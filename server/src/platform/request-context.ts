import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing/span.ts'

/** The user who writes, and their address. the audit trail records it with every change. */
export interface Origin {
  readonly actor: string
  /** Null for the shared administrator, visitors and Kontor itself. */
  readonly actorId: number | null
  readonly actorKind: 'user' | 'admin' | 'visitor' | 'system'
  /** IP address. */
  readonly address: string | null
  readonly log?: { warn(details: object, message: string): void }
}

/** The context that everything done for one request shares: its log lines, its writes, the jobs that it queues, and their mails. */
export interface RequestContext {
  readonly requestId: string | undefined
  /** The part of its trace that runs now; undefined unless requests are traced. */
  readonly span: Span | undefined
  /** Known once the caller is. */
  readonly origin?: Origin
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** Undefined outside of requests and their jobs. */
export const currentContext = (): RequestContext | undefined => contexts.getStore()

/** Runs `work` in the current context with `changes`. */
export const runInContext = <Result>(changes: Partial<RequestContext>, work: () => Result): Result =>
  contexts.run({ requestId: undefined, span: undefined, ...contexts.getStore(), ...changes }, work)
