import { sseText } from './sse-text.js'

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})

/** The body of an answer that says `text`. */
export function textAnswer(text: string, finishReason = 'stop'): string {
  return sseText([chunk({ content: text }), chunk({}, finishReason)])
}

export interface ScriptedCall {
  name: string
  /** A value, or the text as the model writes it. Default `{}`. */
  args?: unknown
  /** Default `call_0`, `call_1`, … */
  id?: string
}

/** The body of an answer that calls tools. */
export function callsAnswer(calls: readonly ScriptedCall[], finishReason = 'tool_calls'): string {
  const tool_calls = calls.map(({ name, args = {}, id }, index) => ({
    index,
    id: id ?? `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }))
  return sseText([chunk({ tool_calls }), chunk({}, finishReason)])
}
