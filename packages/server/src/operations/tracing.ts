import type { Span, SpanKind, SpanStatusCode, Tracer } from '@opentelemetry/api'

/** The parts of the API of OpenTelemetry that are used. */
export interface Tracing {
  tracer: Tracer
  /** Runs work with a span as the current one, so that spans of the host become its children. */
  within<T>(span: Span, work: () => T): T
  childOf(parent: Span, name: string, kind: SpanKind, attributes: Record<string, string>): Span
  error: SpanStatusCode
}

/** Values of the enumerations of the API, which cannot be imported where it is not installed. */
export const INTERNAL = 0 as SpanKind
export const CLIENT = 2 as SpanKind

/**
 * The API package `@opentelemetry/api`, where the host has installed it; undefined otherwise. Without an SDK of the host it does
 * nothing either.
 */
export async function loadTracing(): Promise<Tracing | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (!api) return undefined
  const { context, trace, SpanStatusCode: codes } = api
  const tracer = trace.getTracer('@antiphon/server')
  const under = (span: Span) => trace.setSpan(context.active(), span)
  return {
    tracer,
    within: (span, work) => context.with(under(span), work),
    childOf: (parent, name, kind, attributes) => tracer.startSpan(name, { kind, attributes }, under(parent)),
    error: codes.ERROR,
  }
}
