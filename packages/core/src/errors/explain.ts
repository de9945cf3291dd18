import { compact, field, safeStringify } from '../lib/json.js'
import type { ChatErrorData } from './chat-error.js'
import type { BodyFacts } from './describe-body.js'
import type * as Explainer from './explainer.js'
import type { ErrorContext } from './extract-error.js'
import { redactSecrets } from './secrets.js'

/**
 * The words for failures are many and needed rarely, so they are loaded when something has failed. Until then, and where
 * they cannot be loaded, a failure keeps its message as it came, under the kind `provider`.
 */
let explainer: typeof Explainer | undefined

/**
 * Loads what tells failures apart. Everything asynchronous does this of itself; call it once where errors are read
 * without waiting, as with `createCompletionReader` or `createAccumulator` alone. Never rejects.
 */
export async function loadExplainer(): Promise<void> {
  try {
    explainer ??= await import('./explainer.js')
  } catch {
    // Offline, or a chunk of an older deployment: the plain message has to do.
  }
}

/** A failure from any body, as text or parsed. */
export function explainError(body: unknown, context: ErrorContext = {}): ChatErrorData {
  if (explainer) return explainer.extractError(body, context)
  const { status, host, model, now, redact = redactSecrets } = context
  const error = field(body, 'error') ?? body
  const text = field(error, 'message') ?? error
  const message = redact(typeof text === 'string' ? text : safeStringify(text)).slice(0, 500)
  return compact({
    kind: 'provider',
    message: message || 'The server reported an error.',
    status,
    host,
    model,
    occurredAt: now?.(),
  })
}

/** Says what is wrong with a body that held no answer, or undefined when it merely ended early or was empty. */
export function explainBody(body: BodyFacts, context: ErrorContext): ChatErrorData | undefined {
  if (explainer) return explainer.describeBody(body, context)
  const readable = body.kind === 'text' || (body.kind === 'json' && !body.cut && !body.sawChunk)
  return readable ? explainError(body.text, context) : undefined
}
