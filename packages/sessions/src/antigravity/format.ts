import type { Message, ToolMessage } from '@antiphon/core'
import { withMetadata, draftAnswer, defineSession, entriesOf, restOf } from '@antiphon/transcripts/toolkit'
import { compact, entriesIn, isRecord, textOf, timeOf, type JsonObject, wordOf } from '@antiphon/base'
import { readEntries, type EntryReading } from '../shared/read-entries.js'
import { findTagged } from '../shared/tags.js'

const PREFIX = 'antigravity.'

/** Transcripts of Antigravity: `transcript.jsonl` of a session. Calls have no ids, their results follow in order. */
export const antigravityFormat = defineSession({
  name: 'antigravity',
  title: 'Antigravity: transcript',
  shapes: ['lines'],
  needs: 'lines with "step_index", "source", "type" and "status"',
  sign: (_, sample) => (sample.some(isStep) ? 'steps of Antigravity' : undefined),
  read(value, _, open) {
    const thread = open('lines')
    return readEntries(entriesOf(value), thread, readStep)
  },
})

const isStep = ({ step_index: step, source, type, status }: JsonObject): boolean =>
  typeof step === 'number' && [source, type, status].every((word) => typeof word === 'string')

/** The tag around the words that a person typed; the rest are notes of the program. */
const REQUEST = /<(USER_REQUEST)>/g

function readStep(step: JsonObject): EntryReading {
  const { source, content } = step
  const type = wordOf(step.type)
  const timestamp = timeOf(step.created_at)
  const notes = restOf(
    PREFIX,
    step,
    'content',
    'thinking',
    'tool_calls',
    ...(timestamp === undefined ? [] : ['created_at']),
  )
  if (type === 'USER_INPUT') {
    const [request] = findTagged(wordOf(content), REQUEST)
    const asked = request?.body.trim()
    const prompt = compact<Message>({ role: 'user', content: asked ?? wordOf(content), timestamp })
    return [
      withMetadata(prompt, { ...notes, [`${PREFIX}content`]: asked === undefined ? undefined : content }),
    ]
  }
  if (type === 'PLANNER_RESPONSE') return [readAnswer(step, notes, timestamp)]
  const text = textOf(content)
  if (text === undefined) return type || 'no type'
  if (source === 'MODEL') {
    const result = compact<ToolMessage>({
      role: 'tool',
      tool_call_id: '',
      toolName: type.toLowerCase(),
      content: text,
      timestamp,
      isError: /^(?:ERROR|FAILED)$/.test(wordOf(step.status)) || undefined,
    })
    return [withMetadata<Message>(result, notes)]
  }
  if (source === 'SYSTEM')
    return [
      withMetadata(compact<Message>({ role: 'user', kind: 'context', content: text, timestamp }), notes),
    ]
  return type || 'no type'
}

function readAnswer(step: JsonObject, notes: JsonObject, timestamp: number | undefined): Message {
  const draft = draftAnswer()
  const aside: unknown[] = []
  if (textOf(step.thinking) !== undefined) draft.reasoning(wordOf(step.thinking))
  if (textOf(step.content) !== undefined) draft.text(wordOf(step.content))
  for (const call of entriesIn(step.tool_calls)) {
    if (!isRecord(call)) {
      aside.push(call)
      continue
    }
    draft.call({
      name: wordOf(call.name),
      input: call.args ?? {},
      more: restOf('', call, 'name', 'args', 'id', 'type', 'function'),
    })
  }
  const answer = draft.message({ ...(timestamp !== undefined && { timestamp }) })
  return withMetadata(answer, { ...notes, [`${PREFIX}calls`]: aside.length > 0 ? aside : undefined })
}
