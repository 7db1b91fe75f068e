/** The names of routes, tables and queues, never values: a trace contains no personal data. */
export type Attributes = Readonly<Record<string, string | number>>

export interface NewSpan {
  readonly name: string
  readonly kind: 'server' | 'client' | 'producer' | 'consumer'
  readonly attributes: Attributes
}

export interface Span {
  /** The span's id for other processes: `traceparent` of W3C Trace Context. */
  readonly traceparent: string
  /** Ends the span; `failed` marks it as an error, without the error's text, which may contain values. */
  end(attributes?: Attributes, failed?: boolean): void
}

/** Starts spans; `parent` is a span, a `traceparent`, or undefined for a new trace. */
export interface Tracer {
  start(span: NewSpan, parent: Span | string | undefined): Span
  close(): Promise<void>
}
