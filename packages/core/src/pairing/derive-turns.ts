import type { AssistantMessage, Message, ToolMessage } from '../message/types.js'
import { outlineTurns, type StepOutline } from './outline-turns.js'
import type { Step, Turn } from './types.js'

/**
 * The turns of a message array (see `outlineTurns` for the rules) with the messages in them. A message without an id is
 * keyed by its place. Turns and steps of `previous` whose messages are the same objects keep their identity.
 */
export function deriveTurns(messages: readonly Message[], previous: readonly Turn[] = []): Turn[] {
  const byKey = new Map<string, { message: Message; index: number }>()
  const entries = messages.map((message, index) => {
    const key = uniqueKey(message, index, byKey)
    byKey.set(key, { message, index })
    return { key, role: message.role }
  })
  const before = new Map(previous.map((turn) => [turn.key, turn]))

  return outlineTurns(entries).map((outline): Turn => {
    const old = before.get(outline.key)
    if (outline.role !== 'assistant') {
      const { message } = byKey.get(outline.key)!
      const same = old && 'message' in old && old.message === message && old.index === outline.index
      return same ? old : { ...outline, message }
    }
    const oldSteps = old && 'steps' in old ? old.steps : []
    const steps = outline.steps.map((step, i) => reuseStep(fillStep(step, byKey), oldSteps[i]))
    const same =
      old &&
      old.index === outline.index &&
      oldSteps.length === steps.length &&
      steps.every((s, i) => s === oldSteps[i])
    return same ? old : { key: outline.key, role: 'assistant', index: outline.index, steps }
  })
}

/** A pasted array may repeat an id; keys may not. */
function uniqueKey(message: Message, index: number, taken: ReadonlyMap<string, unknown>): string {
  const id = message.id
  return id && !taken.has(id) ? id : `#${index}`
}

function fillStep(
  outline: StepOutline,
  byKey: ReadonlyMap<string, { message: Message; index: number }>,
): Step {
  const assistant = outline.assistant === undefined ? undefined : byKey.get(outline.assistant)
  return {
    key: outline.key,
    assistant: assistant?.message as AssistantMessage | undefined,
    assistantIndex: assistant?.index,
    results: outline.results.map((key) => byKey.get(key)!.message as ToolMessage),
  }
}

function reuseStep(step: Step, before: Step | undefined): Step {
  const same =
    before !== undefined &&
    before.key === step.key &&
    before.assistant === step.assistant &&
    before.assistantIndex === step.assistantIndex &&
    before.results.length === step.results.length &&
    step.results.every((result, i) => result === before.results[i])
  return same ? before : step
}
