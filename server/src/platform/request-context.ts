import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing/span.ts'

/** The user or system that writes, and the IP address. The audit trail records both, but visitors' addresses only for security events. */
export interface Origin {
  readonly actor: string
  /** Null for the shared administrator, visitors and Kontor itself. */
  readonly actorId: number | null
  readonly actorKind: 'user' | 'admin' | 'visitor' | 'system'
  /** IP address. */
  readonly address: string | null
  readonly log?: { warn(details: object, message: string): void }
}

/** The context that everything done for one request shares: its log lines, writes, queued jobs, and their mails. */
export interface RequestContext {
  readonly requestId: string | undefined
  /** The current span of the request's trace; undefined unless requests are traced. */
  readonly span: Span | undefined
  /** Set once the caller is known. */
  readonly origin?: Origin
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** Returns the current context; undefined outside of requests and their jobs. */
export const currentContext = (): RequestContext | undefined => contexts.getStore()

/** Runs `work` in the current context with `changes`. */
export const runInContext = <Result>(changes: Partial<RequestContext>, work: () => Result): Result =>
  contexts.run({ requestId: undefined, span: undefined, ...contexts.getStore(), ...changes }, work)
