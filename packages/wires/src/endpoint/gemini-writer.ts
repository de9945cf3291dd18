import type { ErrorBody, ModelRequest } from '@antiphon/endpoint'
import {
  type Delta,
  usageOf,
  type SentTokens,
  sealOf,
  type WireWriter,
  collectCalls,
} from '@antiphon/endpoint/wire'

/** Finish reasons of chat completions in the words of this wire: calls end as anything else does. */
const REASONS: Record<string, string> = { length: 'MAX_TOKENS', content_filter: 'SAFETY' }

/** Names of errors by HTTP status. */
const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** The body of a refusal in the shape of this wire. */
export function geminiErrorBody(code: number, { message, code: reason }: ErrorBody): unknown {
  const status = STATUSES[code] ?? (code >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }
  return { error: { code, message, status, ...(reason?.startsWith('API_KEY') ? { details: [info] } : {}) } }
}

type Part = Record<string, unknown>

/** Writes an answer as Gemini streams it: responses with more parts each, calls whole and without ids. */
export function createGeminiWriter(request: ModelRequest): WireWriter {
  const responseId = request.generateId()
  const modelVersion = request.chat.model
  const prompt = usageOf(request, 0, 0).prompt_tokens
  const calls = collectCalls()
  const all: Part[] = []
  let text = ''
  let hasThought = false
  let whole: unknown

  function usage({ sent, thought }: SentTokens): Record<string, number> {
    const counts = {
      promptTokenCount: prompt,
      candidatesTokenCount: sent - thought,
      totalTokenCount: prompt + sent,
    }
    return thought > 0 ? { ...counts, thoughtsTokenCount: thought } : counts
  }
  const response = (parts: readonly Part[], more: object, tokens: SentTokens): object => ({
    candidates: [{ content: { parts, role: 'model' }, ...more, index: 0 }],
    usageMetadata: usage(tokens),
    modelVersion,
    responseId,
  })
  const soFar: SentTokens = { sent: 0, thought: 0 }
  const event = (value: object): string => `data: ${JSON.stringify(value)}\r\n\r\n`
  const emit = (parts: readonly Part[]): string => {
    if (parts.length === 0) return ''
    all.push(...parts)
    return event(response(parts, {}, soFar))
  }

  /** Signs only the first of several calls at once; its signature covers all of them. */
  function callParts(): Part[] {
    return calls.take().map(({ name, args }, i) => ({
      functionCall: { name, args },
      ...(i === 0 ? { thoughtSignature: sealOf(name + JSON.stringify(args)) } : {}),
    }))
  }

  return {
    open: () => '',
    delta({ content, reasoning_content: thought, refusal, tool_calls: parts = [] }: Delta) {
      soFar.sent += 1
      if (thought) soFar.thought += 1
      calls.add(parts)
      if (thought) hasThought = true
      // A refusal is the answer's text here.
      const said = content || refusal
      if (said) text += said
      return (
        (thought ? emit([{ text: thought, thought: true }]) : '') +
        (said ? emit([...callParts(), { text: said }]) : '')
      )
    },
    error: (error) => event(geminiErrorBody(503, error) as object),
    finish(reason, tokens) {
      const called = callParts()
      // An answer in words ends with the signature of its thoughts.
      const sealed = hasThought && text !== '' ? [{ text: '', thoughtSignature: sealOf(text) }] : []
      const last = [...called, ...sealed]
      const ending = { finishReason: REASONS[reason ?? 'stop'] ?? 'STOP' }
      whole = response(joined([...all, ...last]), ending, tokens)
      return event(response(last.length > 0 ? last : [{ text: '' }], ending, tokens))
    },
    whole: () => whole,
  }
}

/** Neighbours of one kind as one part, as a whole body has them. */
function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = []
  for (const part of parts) {
    const last = out.at(-1)
    const isMore = typeof last?.['text'] === 'string' && typeof part['text'] === 'string'
    const isSigned = 'thoughtSignature' in part || (last !== undefined && 'thoughtSignature' in last)
    if (isMore && !isSigned && last['thought'] === part['thought'])
      out[out.length - 1] = { ...last, text: `${String(last['text'])}${String(part['text'])}` }
    else out.push(part)
  }
  return out
}
