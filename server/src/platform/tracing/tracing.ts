import { currentContext, runInContext } from '../request-context.ts'
import type { NewSpan, Span, Tracer } from './span.ts'

let tracer: Tracer | undefined

/** Starts tracing; undefined stops it. Before the first call nothing is traced, and no package for it is loaded. */
export const traceWith = (next: Tracer | undefined): void => {
  tracer = next
}

export const isTracing = (): boolean => tracer !== undefined

/** Starts a span; returns undefined unless traces are collected. */
export const startSpan = (span: NewSpan, parent: Span | string | undefined): Span | undefined =>
  tracer?.start(span, parent)

/** Runs `work` as a span of the current trace; without a trace, just runs it. */
export const inSpan = async <Result>(span: NewSpan, work: () => Promise<Result>): Promise<Result> => {
  const context = currentContext()
  const started = context?.span && startSpan(span, context.span)
  if (!started) return work()
  try {
    const result = await runInContext({ span: started }, work)
    started.end()
    return result
  } catch (error) {
    started.end({}, true)
    throw error
  }
}
