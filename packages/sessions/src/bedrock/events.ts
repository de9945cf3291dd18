import { type EventReader } from '@antiphon/core/wire'
import { compact, field, isRecord, sumOf, textOf, type JsonObject } from '@antiphon/base'
import { createChunkWriter } from '@antiphon/wires/toolkit'

/** The events of ConverseStream, each named by its only key. */
const EVENTS =
  /^(?:messageStart|contentBlockStart|contentBlockDelta|contentBlockStop|messageStop|metadata|(?:internalServer|modelStreamError|serviceUnavailable|throttling|validation)(?:Exception)?)$/

/** The name and the body of an event; frames that were decoded keep the name beside the payload. */
export function bedrockEvent(value: unknown): [name: string, body: JsonObject] | undefined {
  if (!isRecord(value)) return undefined
  const [key, more] = Object.keys(value)
  if (key === undefined || more !== undefined || !EVENTS.test(key)) return undefined
  const body = value[key]
  return isRecord(body) ? [key, body] : undefined
}

/** Reads the events of Bedrock ConverseStream. */
export function createBedrockEvents(): EventReader {
  const out = createChunkWriter()
  /** Index of the call in a block. */
  const calls = new Map<unknown, number>()
  const signatures = new Map<unknown, string>()
  /** `metadata` may come before or behind the reason, so neither of them is the end. */
  let ended = 0

  function grow(index: unknown, delta: JsonObject): void {
    if (typeof delta.text === 'string') return out.text(delta.text)
    const thought = delta.reasoningContent
    if (isRecord(thought)) {
      out.reasoning(thought.text)
      const signature = textOf(thought.signature)
      if (signature !== undefined) signatures.set(index, (signatures.get(index) ?? '') + signature)
      if (textOf(thought.redactedContent)) out.hiddenThought({ data: thought.redactedContent })
      return
    }
    if (isRecord(delta.toolUse)) return out.arguments(callAt(index, {}), delta.toolUse.input)
    if (isRecord(delta.citation)) out.annotation({ type: 'citation', ...delta.citation })
  }

  function callAt(index: unknown, { toolUseId, name }: JsonObject): number {
    const known = calls.get(index)
    if (known !== undefined) return known
    const call = out.call({ id: textOf(toolUseId), name: textOf(name) })
    calls.set(index, call)
    return call
  }

  function read(name: string, body: JsonObject): void {
    const index = body.contentBlockIndex
    switch (name) {
      case 'messageStart':
        return out.begin({})
      case 'contentBlockStart':
        if (isRecord(field(body.start, 'toolUse'))) callAt(index, field(body.start, 'toolUse') as JsonObject)
        return
      case 'contentBlockDelta':
        return grow(index, isRecord(body.delta) ? body.delta : {})
      case 'contentBlockStop': {
        const data = signatures.get(index)
        signatures.delete(index)
        if (data !== undefined) out.hiddenThought({ data, format: 'bedrock-signature' })
        return
      }
      case 'messageStop':
        ended++
        out.note(compact({ additional_model_response_fields: body.additionalModelResponseFields }))
        return out.finish(textOf(body.stopReason) ?? 'end_turn')
      case 'metadata': {
        ended++
        const usage = isRecord(body.usage) ? body.usage : {}
        const { inputTokens, cacheReadInputTokens: cached, cacheWriteInputTokens: written } = usage
        out.usage(
          compact({
            ...usage,
            prompt_tokens: sumOf(inputTokens, cached, written),
            completion_tokens: usage.outputTokens,
            total_tokens: usage.totalTokens,
            prompt_tokens_details: compact({ cached_tokens: cached, cache_creation_tokens: written }),
          }),
        )
        return out.note(compact({ metrics: body.metrics, trace: body.trace }))
      }
      default:
        return out.error({ error: { type: name, message: textOf(body.message) ?? name } })
    }
  }

  return {
    read(value) {
      const event = bedrockEvent(value)
      if (event) read(...event)
      return out.take()
    },
    get done() {
      return ended > 1
    },
  }
}
