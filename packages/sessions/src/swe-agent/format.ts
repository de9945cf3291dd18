import type { Message } from '@antiphon/core'
import { compact, entriesIn, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  readOpenAiMessage,
  withMetadata,
  defineSession,
  restOf,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { ReportLoss } from '@antiphon/transcripts'

const PREFIX = 'swe-agent.'

/** Trajectories of SWE-agent and of mini-swe-agent, and demonstrations. */
export const sweAgentFormat = defineSession({
  name: 'swe-agent',
  title: 'SWE-agent, mini-swe-agent: trajectories, demonstrations',
  shapes: ['trajectory', 'demonstration', 'mini'],
  needs: '"trajectory" of actions and observations, "history" with agents, or "trajectory_format"',
  sign(value) {
    if (!isRecord(value)) return undefined
    const { trajectory, history, messages } = value
    if (wordOf(value.trajectory_format).startsWith('mini-swe-agent') && Array.isArray(messages))
      return 'trajectory_format'
    if (Array.isArray(trajectory) && trajectory.some(isStep))
      return 'a trajectory of actions and observations'
    return Array.isArray(history) &&
      history.some(
        (entry) =>
          isRecord(entry) && typeof entry.role === 'string' && ('message_type' in entry || 'agent' in entry),
      )
      ? 'a history with agents'
      : undefined
  },
  read(value, report, open) {
    const { history, messages, ...fields } = value as JsonObject
    const steps = (Array.isArray(fields.trajectory) ? (fields.trajectory as unknown[]) : []).filter(isRecord)
    const told = [history, messages].find((list) => typeof list === 'object' && list !== null)
    const list = entriesIn(told)
    const shape =
      Array.isArray(messages) && (typeof history !== 'object' || history === null)
        ? 'mini'
        : steps.length > 0
          ? 'trajectory'
          : 'demonstration'
    const thread = open(shape)
    const answers = readHistory(list, steps, thread, report)
    // Where a file breaks off in its history, or has none, the steps say what came.
    for (const step of steps.slice(answers)) thread.add(...readStep(step))
    return thread.end({ fields })
  },
})

const isStep = (step: unknown): boolean => isRecord(step) && 'action' in step && 'observation' in step

function readHistory(
  list: readonly unknown[],
  steps: readonly JsonObject[],
  thread: SessionThread,
  report: ReportLoss,
): number {
  let answers = 0
  list.forEach((entry, at) => {
    const isMessage = isRecord(entry) && /^(?:system|user|assistant|tool)$/.test(wordOf(entry.role))
    if (!isMessage) return thread.keep(`history[${at}]`, 'no message', entry)
    // A demonstration for the agent is not part of this run.
    if (entry.is_demo === true) return thread.keep(`history[${at}]`, 'demonstration', entry)
    const ids = Array.isArray(entry.tool_call_ids) ? (entry.tool_call_ids as unknown[]) : []
    const raw = {
      role: entry.role,
      content: entry.content,
      tool_calls: entry.tool_calls,
      tool_call_id: entry.tool_call_id ?? ids[0],
    }
    const message = readOpenAiMessage(raw, `history[${at}]`, PREFIX, report)
    const isAnswer = message.role === 'assistant'
    const isObservation = answers > 0 && !isAnswer
    const whole = isObservation ? textOf(steps[answers - 1]?.observation) : undefined
    const isElided =
      typeof message.content === 'string' && message.content.startsWith('Old environment output')
    const shown = isElided && whole !== undefined ? { ...message, content: whole } : message
    const kind = isObservation && message.role === 'user' ? { kind: 'notification' as const } : {}
    if (isAnswer) answers++
    const rest = restOf(PREFIX, entry, 'role', 'content', 'tool_calls')
    const elided = isElided && whole !== undefined ? { [`${PREFIX}content`]: entry.content } : {}
    return thread.add(withMetadata(compact<Message>({ ...shown, ...kind }), { ...rest, ...elided }))
  })
  return answers
}

/** Without a history the steps are all there is. */
function readStep(step: JsonObject): Message[] {
  const said =
    textOf(step.response) ?? [textOf(step.thought), textOf(step.action)].filter(Boolean).join('\n\n')
  return [
    { role: 'assistant', content: said },
    { role: 'user', kind: 'notification', content: textOf(step.observation) ?? '' },
  ]
}
