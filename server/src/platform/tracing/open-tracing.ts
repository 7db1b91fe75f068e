import type { Config } from '../config/config.ts'
import { traceWith } from './tracing.ts'

/** Traces to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. Loads OpenTelemetry only if that is set. Returns a function that stops tracing. */
export const openTracing = async ({
  otelExporterOtlpEndpoint: endpoint,
}: Pick<Config, 'otelExporterOtlpEndpoint'>): Promise<() => Promise<void>> => {
  if (endpoint === undefined) return async () => {}
  const { openTracer } = await import('./open-telemetry.ts')
  const tracer = openTracer(endpoint)
  traceWith(tracer)
  return async () => {
    traceWith(undefined)
    await tracer.close()
  }
}
