import { compact, isRecord, type JsonObject, textOf, safeStringify } from '@antiphon/base'
import { type EventReader } from '@antiphon/core/wire'
import { createChunkWriter } from '../toolkit/chunk-writer.js'
import { usageOfOllama } from './usage.js'

/** Keys of a line of an answer, beside its message. */
const LINE = ['response', 'thinking', 'done']

/** Reads the lines of Ollama's own answers. A whole answer is one line that is done. */
export function createOllamaEvents(): EventReader {
  const out = createChunkWriter()
  /** When the answer began, of which calls without an id make one: no other answer began at that moment. */
  let begun: string | undefined
  let done = false

  function readMessage(message: JsonObject, logprobs: unknown): void {
    const { content, thinking, tool_calls: calls, images, role: _, tool_name: __, ...more } = message
    for (const [key, value] of Object.entries(more)) out.unknown({ type: key, value })
    out.reasoning(thinking)
    out.text(content, logprobs)
    for (const image of Array.isArray(images) ? (images as unknown[]) : [])
      if (typeof image === 'string') out.image(`data:image/png;base64,${image}`)
    for (const call of Array.isArray(calls) ? (calls as unknown[]) : []) if (isRecord(call)) readCall(call)
  }

  /** Calls come whole, one by one or several in a line. */
  function readCall({ id, function: fn }: JsonObject): void {
    const { name, arguments: args = {} } = isRecord(fn) ? fn : {}
    const made = `call_${(begun ?? '').replace(/\D/g, '')}_${out.callCount}`
    const at = out.call({ id: textOf(id) ?? made, name: textOf(name) })
    out.arguments(at, typeof args === 'string' ? args : safeStringify(args))
  }

  function readLine(value: JsonObject): void {
    if (!isRecord(value.message) && !LINE.some((key) => value[key] != null)) return out.error(value)
    const { model, created_at: at, message, done_reason: reason, logprobs } = value
    // An empty one may be in each line.
    if (value.error) out.error({ error: value.error })
    begun ??= textOf(at) ?? ''
    out.begin(compact({ model: textOf(model) }))
    if (isRecord(message)) readMessage(message, logprobs)
    // The answers of `/api/generate`.
    else readMessage({ content: value.response, thinking: value.thinking }, logprobs)
    if (value.done !== true) return
    out.usage(usageOfOllama(value))
    out.finish(textOf(reason) ?? 'stop')
    done = true
  }

  return {
    read(value) {
      if (isRecord(value) && !done) readLine(value)
      return out.take()
    },
    get done() {
      return done
    },
  }
}
