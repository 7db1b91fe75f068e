import { currentContext, runInContext } from '../request-context.ts'

/** Names of routes, tables and queues, never values: a trace holds no personal data. */
export type Attributes = Readonly<Record<string, string | number>>

export interface NewSpan {
  readonly name: string
  readonly kind: 'server' | 'client' | 'producer' | 'consumer'
  readonly attributes: Attributes
}

export interface Span {
  /** Its address for other processes: `traceparent` of W3C Trace Context. */
  readonly traceparent: string
  /** Ends it; `failed` marks it as an error without naming the error, whose text may hold values. */
  end(attributes?: Attributes, failed?: boolean): void
}

/** Starts spans; `parent` is a span, a `traceparent`, or undefined for a new trace. */
export interface Tracer {
  start(span: NewSpan, parent: Span | string | undefined): Span
  close(): Promise<void>
}

let tracer: Tracer | undefined

/** Traces from now on; undefined stops it. Nothing is traced, and no package for it loaded, before the first call. */
export const traceWith = (next: Tracer | undefined): void => {
  tracer = next
}

export const isTracing = (): boolean => tracer !== undefined

/** Undefined unless traces are collected. */
export const startSpan = (span: NewSpan, parent: Span | string | undefined): Span | undefined =>
  tracer?.start(span, parent)

/** Runs `work` as a part of the current trace; without one, just runs it. */
export const inSpan = async <Result>(span: NewSpan, work: () => Promise<Result>): Promise<Result> => {
  const context = currentContext()
  const started = context?.span && startSpan(span, context.span)
  if (!started) return work()
  try {
    const result = await runInContext({ requestId: context.requestId, span: started }, work)
    started.end()
    return result
  } catch (error) {
    started.end({}, true)
    throw error
  }
}
