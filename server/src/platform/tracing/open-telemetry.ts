import {
  type Context,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import packageJson from '../../../package.json' with { type: 'json' }
import type { NewSpan, Span, Tracer } from './span.ts'

const kinds: Readonly<Record<NewSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

/** Milliseconds that finished spans wait for others before they are exported. */
const batchMs = 2_000

/** Milliseconds to wait for a collector that doesn't answer. A stop sends all spans at the same time, so it waits only once. */
const exportMs = 2_000

const traceparentPattern = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Continues the trace of a `traceparent` (W3C Trace Context); starts a new trace for anything else. */
const remoteContext = (traceparent: string): Context => {
  const [, traceId, spanId, flags = ''] = traceparentPattern.exec(traceparent) ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Exports spans to a collector (OTLP over HTTP, in JSON). Passes parents explicitly, so it needs no hooks into other packages. */
export const openTracer = (endpoint: string): Tracer => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'kontor', 'service.version': packageJson.version }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: batchMs, exportTimeoutMillis: exportMs }),
    ],
  })
  const tracer = provider.getTracer('kontor')
  const spans = new WeakMap<Span, OpenTelemetrySpan>()
  const contextOf = (parent: Span | string | undefined): Context => {
    if (typeof parent === 'string') return remoteContext(parent)
    const span = parent && spans.get(parent)
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
  }
  return {
    start({ name, kind, attributes }, parent) {
      const started = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))
      const { traceId, spanId, traceFlags } = started.spanContext()
      const span: Span = {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(more = {}, failed = false) {
          started.setAttributes(more)
          if (failed) started.setStatus({ code: SpanStatusCode.ERROR })
          started.end()
        },
      }
      spans.set(span, started)
      return span
    },
    // An unreachable collector must not fail a stop.
    close: () => provider.shutdown().catch(() => undefined),
  }
}
