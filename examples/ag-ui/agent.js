import { randomUUID } from 'node:crypto'
import { EventType } from '@ag-ui/core'

function* say(words) {
  const messageId = randomUUID()
  yield { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' }
  for (const delta of words.split(/(?<= )/)) yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }
  yield { type: EventType.TEXT_MESSAGE_END, messageId }
}

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAMUlEQVR42u3OMQ0AAAgDsDnAKSf6cUE4mlRAU9OvREhISEhISEhISEhISEhISEjo0gL+U7JMiPCT+wAAAABJRU5ErkJggg=='

/** A tool whose result is a picture. */
function* show() {
  const toolCallId = randomUUID()
  yield { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: 'showBerth' }
  yield { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: '{"berth":"B4"}' }
  yield { type: EventType.TOOL_CALL_END, toolCallId }
  const content = [{ type: 'image', source: { type: 'data', value: picture, mimeType: 'image/png' } }]
  yield { type: EventType.TOOL_CALL_RESULT, messageId: randomUUID(), toolCallId, content }
  yield* say('This is berth B4.')
}

/**
 * An agent by script, so that the example runs without a key: it plans, asks before it books, and tells what came of it. Yields the
 * events of a run, and last what it waits for, if it waits.
 */
export function* run({ resume, messages }) {
  const asked = messages.findLast(({ role }) => role === 'assistant')?.toolCalls?.at(-1)
  if (!resume && /picture/.test(messages.at(-1).content)) return yield* show()
  if (!resume || !asked) {
    const toolCallId = randomUUID()
    yield { type: EventType.STATE_SNAPSHOT, snapshot: { berth: 'B4', booked: false } }
    yield* say('Berth B4 is free. I can book it.')
    yield { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: 'bookBerth' }
    yield { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: '{"berth":"B4"}' }
    yield { type: EventType.TOOL_CALL_END, toolCallId }
    const message = 'May I book berth B4?'
    yield { interrupts: [{ id: randomUUID(), reason: 'tool_call', message, toolCallId }] }
    return
  }
  const isAllowed = resume.every(({ payload }) => payload?.approved)
  if (!isAllowed) return yield* say('Then I book nothing.')
  const content = JSON.stringify({ berth: 'B4', booked: true, until: '08:00' })
  yield { type: EventType.TOOL_CALL_RESULT, messageId: randomUUID(), toolCallId: asked.id, content }
  yield* say('Berth B4 is yours until 8.')
  yield { type: EventType.STATE_SNAPSHOT, snapshot: { berth: 'B4', booked: true } }
}
