import { contentToText, type AssistantMessage, type Message } from '@antiphon/core'
import { isRecord, type JsonObject } from '@antiphon/base'
import { type Conversation, TRANSCRIPT_KEY } from '@antiphon/transcripts'

/** The entry of a session in a list. A fact that the file does not have is absent, never zero. */
export interface SessionFacts {
  /** Its own title, else the beginning of the first prompt; at most 140 characters, on one line. Empty where there is neither. */
  title: string
  /** The model of most answers. */
  model?: string
  /** The folder in which it ran, from the file. */
  project?: string
  /** Epoch ms of the first and of the last message with a time. */
  startedAt?: number
  endedAt?: number
  /** Number of prompts that a person typed. */
  prompts: number
  answers: number
  calls: number
  /** Results and answers that failed. */
  failures: number
  /** Number of agents that calls ran. Their work is not in these figures. */
  agents: number
  /** Sums over all answers. The input counts again with each request. */
  inputTokens?: number
  outputTokens?: number
  cost?: { amount: number; currency: string }
}

const TITLE_LENGTH = 140
/** Messages whose metadata are looked at for the folder. */
const NEAR_START = 30

/** Counts a conversation for a list of sessions. */
export function sessionFacts(conversation: Conversation): SessionFacts {
  const { messages, title, document } = conversation
  const facts: SessionFacts = {
    title: oneLine(title ?? firstPrompt(messages)),
    prompts: 0,
    answers: 0,
    calls: 0,
    failures: 0,
    agents: 0,
  }
  const models = new Map<string, number>()
  for (const message of messages) {
    const { timestamp } = message
    if (timestamp !== undefined) {
      facts.startedAt = Math.min(facts.startedAt ?? timestamp, timestamp)
      facts.endedAt = Math.max(facts.endedAt ?? timestamp, timestamp)
    }
    if (message.role === 'user' && message.kind === undefined) facts.prompts++
    if (message.role === 'tool') {
      if (message.isError) facts.failures++
      if (message.metadata?.[TRANSCRIPT_KEY] !== undefined) facts.agents++
    }
    if (message.role === 'assistant') countAnswer(facts, models, message)
  }
  const [model] = [...models].sort(([, a], [, b]) => b - a)[0] ?? []
  if (model !== undefined) facts.model = model
  const project = folderIn(document.fields) ?? folderOf(messages)
  if (project !== undefined) facts.project = project
  return facts
}

function countAnswer(facts: SessionFacts, models: Map<string, number>, message: AssistantMessage): void {
  const { usage, model, isError, tool_calls } = message
  facts.answers++
  facts.calls += tool_calls?.length ?? 0
  if (isError) facts.failures++
  // A placeholder of a program in place of a model, such as `<synthetic>`.
  if (model !== undefined && !model.startsWith('<')) models.set(model, (models.get(model) ?? 0) + 1)
  if (usage?.inputTokens !== undefined) facts.inputTokens = (facts.inputTokens ?? 0) + usage.inputTokens
  if (usage?.outputTokens !== undefined) facts.outputTokens = (facts.outputTokens ?? 0) + usage.outputTokens
  const { cost } = usage ?? {}
  // Costs in two currencies have no sum: the first one counts.
  if (cost && (facts.cost?.currency ?? cost.currency) === cost.currency)
    facts.cost = { amount: (facts.cost?.amount ?? 0) + cost.amount, currency: cost.currency }
}

function firstPrompt(messages: readonly Message[]): string {
  const prompt = messages.find(
    (message) =>
      message.role === 'user' && message.kind === undefined && contentToText(message.content).trim() !== '',
  )
  return prompt ? contentToText(prompt.content).slice(0, 4 * TITLE_LENGTH) : ''
}

function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line
}

const FOLDER_KEYS = ['cwd', 'directory', 'working_dir', 'workingDirectory', 'workspace']

/** A folder near the top of the fields around the messages. */
function folderIn(fields: JsonObject | undefined, depth = 0): string | undefined {
  if (!fields || depth > 2) return undefined
  for (const key of FOLDER_KEYS) {
    const value = fields[key]
    if (typeof value === 'string' && value !== '') return value
  }
  for (const value of Object.values(fields)) {
    const found = isRecord(value) ? folderIn(value, depth + 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function folderOf(messages: readonly Message[]): string | undefined {
  for (const { metadata } of messages.slice(0, NEAR_START))
    for (const [key, value] of Object.entries(metadata ?? {}))
      if (typeof value === 'string' && value !== '' && /\.(?:cwd|workspace)$/.test(key)) return value
  return undefined
}
