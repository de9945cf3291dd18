import { compact, isRecord, type JsonObject, textOf, safeStringify } from '@antiphon/base'
import { type EventReader } from '@antiphon/core/wire'
import { createChunkWriter } from '../toolkit/chunk-writer.js'
import { usageOfOllama } from './usage.js'

/** Keys of a line of an answer, beside its message. */
const LINE = ['response', 'thinking', 'image', 'images', 'done']

/** Reads the lines of Ollama's own answers. A whole answer is one line that is done. */
export function createOllamaEvents(): EventReader {
  const out = createChunkWriter()
  /** When the answer began, of which calls without an id make one: no other answer began at that moment. */
  let begun: string | undefined
  let done = false

  function readMessage(message: JsonObject, logprobs: unknown): void {
    const { content, thinking, tool_calls: calls, images, image = images, role: _, ...rest } = message
    const { tool_name: __, ...more } = rest
    for (const [key, value] of Object.entries(more)) out.unknown({ type: key, value })
    out.reasoning(thinking)
    out.text(content, logprobs)
    for (const one of [image].flat())
      if (one) out.image(isRecord(one) ? one : { data: one, mime_type: 'image/png' })
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
    const { response, thinking, images, image = images } = value
    // The answers of `/api/generate`, and of models that make pictures.
    readMessage({ image, ...(isRecord(message) ? message : { content: response, thinking }) }, logprobs)
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
