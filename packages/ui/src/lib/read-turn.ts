import type { MessageStore, Step, StepOutline, Turn as TurnData, TurnOutline } from '@antiphon/core'

/** A step with the messages it has right now. */
export function readStep(outline: StepOutline, store: MessageStore): Step {
  const assistant = outline.assistant === undefined ? undefined : store.getMessage(outline.assistant)
  return {
    key: outline.key,
    assistant: assistant?.role === 'assistant' ? assistant : undefined,
    results: outline.results.map((key) => store.getMessage(key)).filter((result) => result?.role === 'tool'),
  }
}

/** A turn with the messages it has right now. */
export function readTurn(outline: TurnOutline, store: MessageStore): TurnData {
  if (outline.role === 'assistant')
    return { ...outline, steps: outline.steps.map((step) => readStep(step, store)) }
  const message = store.getMessage(outline.key) ?? { role: 'user', content: '' }
  return { ...outline, message }
}
