import type { Span, SpanStatusCode, Tracer } from '@opentelemetry/api'

/** The parts of the API of OpenTelemetry that are used. */
export interface Tracing {
  tracer: Tracer
  /** Runs work with a span as the current one, so that spans of the host become its children. */
  within<T>(span: Span, work: () => T): T
  /** `CLIENT`: asks another system. */
  childOf(parent: Span, name: string, kind: 'INTERNAL' | 'CLIENT', attributes: Record<string, string>): Span
  error: SpanStatusCode
}

/**
 * The API package `@opentelemetry/api`, where the host has installed it; undefined otherwise. Without an SDK of the host it does
 * nothing either.
 */
export async function loadTracing(): Promise<Tracing | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (!api) return undefined
  const { context, trace, SpanKind, SpanStatusCode: codes } = api
  const tracer = trace.getTracer('@antiphon/server')
  const under = (span: Span) => trace.setSpan(context.active(), span)
  return {
    tracer,
    within: (span, work) => context.with(under(span), work),
    childOf: (parent, name, kind, attributes) =>
      tracer.startSpan(name, { kind: SpanKind[kind], attributes }, under(parent)),
    error: codes.ERROR,
  }
}
