import { type EventReader } from '@antiphon/core/wire'
import { compact, field, isRecord, safeStringify, sumOf, textOf, type JsonObject } from '@antiphon/base'
import { createChunkWriter } from '@antiphon/wires/toolkit'

const EVENT =
  /^(?:interaction\.(?:created|status_update|completed|failed|cancelled)|step\.(?:start|delta|stop)|error)$/

/** An event of the Interactions API. */
export const isInteractionEvent = (value: unknown): boolean =>
  isRecord(value) && typeof value.event_type === 'string' && EVENT.test(value.event_type)

/** Whether the events of another interaction begin. */
export const beginsInteraction = (value: unknown): boolean =>
  field(value, 'event_type') === 'interaction.created'

interface Step {
  type: string
  call?: number
  /** Its arguments so far. */
  input: string
  start: number
}

/** Reads the events of Gemini's Interactions API: steps that grow, calls of the service and their results among them. */
export function createInteractionEvents(): EventReader {
  const out = createChunkWriter()
  const steps = new Map<unknown, Step>()
  /** Calls of the service, by id. */
  const calls = new Map<string, number>()
  let done = false

  function open(index: unknown, body: JsonObject): Step {
    const type = textOf(body.type) ?? 'unknown'
    const step: Step = { type, input: '', start: out.textLength }
    steps.set(index, step)
    if (type.endsWith('_call')) {
      const isProviders = type !== 'function_call'
      const id = textOf(body.id)
      step.call = out.call({ id, name: textOf(body.name) ?? type.replace(/_call$/, ''), isProviders })
      if (isProviders && id !== undefined) calls.set(id, step.call)
    } else if (type.endsWith('_result')) {
      step.call =
        calls.get(textOf(body.call_id) ?? '') ??
        out.call({ id: textOf(body.call_id), name: type.replace(/_result$/, ''), isProviders: true })
    }
    return step
  }

  function grow(index: unknown, delta: JsonObject): void {
    const step =
      steps.get(index) ?? open(index, { type: textOf(delta.type) === 'text' ? 'model_output' : delta.type })
    if (step.call !== undefined && step.type.endsWith('_result')) {
      const { result, is_error: failed } = delta
      const said = typeof result === 'string' ? result : safeStringify(result ?? '')
      return out.result(step.call, {
        result: said,
        ...(failed === true && { isError: true }),
        details: result,
      })
    }
    if (step.call !== undefined) {
      const input = delta.arguments
      const text = typeof input === 'string' ? input : input === undefined ? '' : safeStringify(input)
      step.input += text
      return out.arguments(step.call, text)
    }
    const words = textOf(delta.text) ?? textOf(field(delta.content, 'text'))
    if (step.type === 'thought') {
      out.reasoning(words)
      if (textOf(delta.signature)) out.hiddenThought({ data: delta.signature, format: 'google-gemini-v1' })
      return
    }
    out.text(words)
    for (const one of Array.isArray(delta.annotations) ? (delta.annotations as unknown[]) : []) {
      if (!isRecord(one)) continue
      const { url, title, start_index: from, end_index: to, ...rest } = one
      // Places are counted in bytes of the step, so they are kept and not taken for places in the answer.
      out.annotation({
        type: 'url_citation',
        url_citation: compact({ url, title }),
        bytes: [from, to],
        ...rest,
      })
    }
    if (typeof delta.data === 'string' && typeof delta.mime_type === 'string')
      out.image(`data:${delta.mime_type};base64,${delta.data}`)
  }

  function finish({ status, usage, error }: JsonObject): void {
    const counts = isRecord(usage) ? usage : undefined
    if (counts)
      out.usage({
        ...counts,
        prompt_tokens: counts.total_input_tokens,
        completion_tokens: sumOf(counts.total_output_tokens, counts.total_thought_tokens),
        prompt_tokens_details: { cached_tokens: counts.total_cached_tokens },
        completion_tokens_details: { reasoning_tokens: counts.total_thought_tokens },
      })
    const word = textOf(status) ?? 'completed'
    if (error != null || word === 'failed')
      out.error({ error: error ?? { message: 'The interaction failed.' } })
    else out.finish(word === 'requires_action' ? 'tool_calls' : word)
    done = true
  }

  function readEvent(value: JsonObject): void {
    const interaction = isRecord(value.interaction) ? value.interaction : {}
    switch (value.event_type) {
      case 'interaction.created':
        return out.begin(compact({ id: textOf(interaction.id), model: textOf(interaction.model) }))
      case 'step.start':
        return void open(value.index, isRecord(value.step) ? value.step : {})
      case 'step.delta':
        return grow(value.index, isRecord(value.delta) ? value.delta : {})
      case 'step.stop': {
        const step = steps.get(value.index)
        if (step?.call !== undefined && step.input === '' && step.type.endsWith('_call'))
          out.arguments(step.call, '{}')
        return
      }
      case 'interaction.completed':
      case 'interaction.failed':
      case 'interaction.cancelled':
        return finish({ status: value.event_type.slice('interaction.'.length), ...interaction })
      case 'error':
        return out.error({ error: value.error ?? value })
    }
  }

  return {
    read(value) {
      if (isRecord(value) && !done) readEvent(value)
      return out.take()
    },
    get done() {
      return done
    },
  }
}
