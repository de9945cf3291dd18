import { contentToText, type ContentPart, type Message, type ToolMessage } from '@antiphon/core'
import {
  foreignPart,
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  plainContent,
  restOf,
  usageFrom,
  type SessionThread,
  readEach,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import {
  compact,
  entriesIn,
  isRecord,
  recordIn,
  textOf,
  timeOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'

const PREFIX = 'atif.'

/** Trajectories in the Agent Trajectory Interchange Format: steps with calls, and with what was observed of them. */
export const atifFormat = defineSession({
  name: 'atif',
  title: 'ATIF: trajectory of an agent',
  shapes: ['trajectory'],
  needs: '"steps" with "step_id" and "source", and a "schema_version" of ATIF',
  sign: (_, sample) => (sample.some(isTrajectory) ? 'steps of a trajectory' : undefined),
  read: (value, report, open) =>
    readEach(entriesOf(value), isTrajectory, (entry) => readTrajectory(entry, open('trajectory')), report),
})

function isTrajectory({ steps, schema_version: version }: JsonObject): boolean {
  if (!Array.isArray(steps)) return false
  if (wordOf(version).startsWith('ATIF-')) return true
  // Where the file breaks off, the version may be behind the steps.
  return steps
    .slice(0, 10)
    .some(
      (step) => isRecord(step) && 'step_id' in step && /^(?:user|agent|system)$/.test(wordOf(step.source)),
    )
}

function readTrajectory({ steps, ...fields }: JsonObject, thread: SessionThread): Conversation {
  const agent = isRecord(fields.agent) ? fields.agent : {}
  for (const [at, step] of (steps as unknown[]).entries()) {
    const read = isRecord(step) ? readStep(step, textOf(agent.model_name)) : 'no step'
    if (typeof read === 'string') thread.keep(`steps[${at}]`, read, step)
    else thread.add(...read)
  }
  return thread.end({ fields })
}

function readStep(step: JsonObject, usual: string | undefined): readonly Message[] | string {
  const timestamp = timeOf(step.timestamp)
  const content = plainContent(entriesIn(step.message).map(partOf))
  const used = ['message', ...(timestamp === undefined ? [] : ['timestamp'])]
  switch (step.source) {
    case 'user':
      return [
        withMetadata(compact<Message>({ role: 'user', content, timestamp }), restOf(PREFIX, step, ...used)),
      ]
    case 'system': {
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      const notice = compact<Message>({ role: 'system', content: text, timestamp })
      return [withMetadata(notice, restOf(PREFIX, step, ...used))]
    }
    case 'agent':
      return readAnswer(step, content, usual)
    default:
      return 'step of another source'
  }
}

function readAnswer(step: JsonObject, content: string | ContentPart[], usual: string | undefined): Message[] {
  const draft = draftAnswer()
  if (textOf(step.reasoning_content) !== undefined) draft.reasoning(wordOf(step.reasoning_content))
  const parts: readonly ContentPart[] = typeof content === 'string' ? [] : content
  const text = contentToText(content)
  if (text !== '') draft.text(text)
  for (const part of parts) if (part.type !== 'text') draft.image(part)
  for (const call of entriesIn(step.tool_calls)) {
    if (!isRecord(call)) continue
    const { tool_call_id: id, function_name: name, arguments: input } = call
    const more = restOf('', call, 'tool_call_id', 'function_name', 'arguments', 'id', 'type', 'function')
    draft.call({ id: textOf(id), name: wordOf(name), input: input ?? {}, more })
  }
  const [observation, metrics] = [recordIn(step.observation), recordIn(step.metrics)]
  const model = textOf(step.model_name) ?? usual
  const timestamp = timeOf(step.timestamp)
  const usage = metrics && readUsage(metrics)
  const answer = draft.message({
    ...(timestamp !== undefined && { timestamp }),
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
  })
  const results = entriesIn(observation?.results)
  const notes = {
    ...restOf(
      PREFIX,
      step,
      'message',
      'reasoning_content',
      'tool_calls',
      'model_name',
      // Values of another shape are kept unchanged.
      ...(observation ? ['observation'] : []),
      ...(metrics ? ['metrics'] : []),
      ...(timestamp === undefined ? [] : ['timestamp']),
    ),
    ...(observation && restOf(`${PREFIX}observation.`, observation, 'results')),
    ...(metrics && { [`${PREFIX}metrics`]: metrics }),
  }
  return [withMetadata<Message>(answer, notes), ...results.map(readResult)]
}

function readResult(result: unknown): Message {
  if (!isRecord(result)) return { role: 'tool', tool_call_id: '', content: JSON.stringify(result) }
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(result.source_call_id) ?? '',
    content: plainContent(entriesIn(result.content).map(partOf)),
  })
  return withMetadata<Message>(message, restOf(PREFIX, result, 'source_call_id', 'content'))
}

function partOf(part: unknown): ContentPart {
  if (typeof part === 'string') return { type: 'text', text: part }
  if (isRecord(part) && typeof part.text === 'string') return { type: 'text', text: part.text }
  return foreignPart('atif', isRecord(part) ? textOf(part.type) : undefined, part)
}

function readUsage(metrics: JsonObject) {
  const { prompt_tokens: input, completion_tokens: output, cached_tokens: cached, cost_usd: cost } = metrics
  return usageFrom({ input, output, cached, cost }, metrics)
}
