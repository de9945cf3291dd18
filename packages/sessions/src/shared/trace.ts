import {
  type AssistantMessage,
  contentToText,
  type Message,
  type ToolMessage,
  type Usage,
} from '@antiphon/core'
import { compact, type JsonObject } from '@antiphon/base'
import { withMetadata, draftAnswer, type SessionThread, severalOf } from '@antiphon/transcripts/toolkit'
import { type Conversation, type ParsedTranscript, TRANSCRIPT_KEY } from '@antiphon/transcripts'
import type { FoundMessages } from './any-messages.js'

/** A span, an observation, a run: one step of a trace. */
export interface TraceStep {
  id: string
  parent: string | undefined
  /** Its kind: a request to a model, the run of a tool, or another step. */
  kind: 'chat' | 'tool' | 'other'
  /** Its name in counts. */
  name: string
  /** Epoch ms. */
  start: number | undefined
  end: number | undefined
  input?: FoundMessages | undefined
  output?: FoundMessages | undefined
  model?: string | undefined
  usage?: Usage | undefined
  finishReason?: AssistantMessage['finishReason']
  finishReasonRaw?: string | undefined
  /** Why it failed. */
  error?: string | undefined
  /** The call and its result, if the step ran a tool. */
  tool?: { id?: string | undefined; name: string; input: unknown; result?: ToolMessage | undefined }
  /** Prefix of its notes, such as `langfuse.`. */
  prefix: string
  /** Other fields of the step, which become metadata of its message. */
  notes: JsonObject
  /** The place of the whole entry, which is kept if the step makes no message. */
  where: string
  entry: unknown
}

/** The fields around the steps, and the settings for their conversations. */
export interface Trace {
  open(): SessionThread
  fields?: JsonObject
  title?: string | undefined
}

/** A conversation, which requests repeat. */
interface Line {
  first: TraceStep
  messages: Message[]
  keys: string[]
  /** Runs of tools whose results no request has repeated yet. */
  tools: TraceStep[]
}

/**
 * The conversations of a trace. Each model request repeats the earlier messages, so a request that begins with the messages
 * of a conversation continues it. Requests below a tool run belong to an agent, whose transcript goes into the result of
 * that call.
 */
export function readTrace(
  steps: readonly TraceStep[],
  { open, fields, title }: Trace,
): Omit<ParsedTranscript, 'losses'> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const ordered = steps.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
  const main = open()
  const keep = ({ where, name, entry }: TraceStep): void => main.keep(where, name, entry)
  const chats = chatsOf(ordered, byId)
  const lines: Line[] = []
  for (const step of ordered) {
    if (chats.has(step) && isCut(step, lines)) keep(step)
    else if (chats.has(step)) takeChat(step, lines, byId)
    else if (step.kind !== 'tool') keep(step)
    else if (!takeTool(step, lines, byId)) {
      const line: Line = { first: step, messages: [], keys: [], tools: [] }
      lines.push(line)
      addRun(line, step)
    }
  }
  for (const line of lines) flush(line)
  if (lines.length === 0)
    main.add({ role: 'system', kind: 'notification', content: 'No messages were recorded in this trace.' })
  const hosts = new Map<Line, Line>()
  const shown = lines.filter((line) => !attachAgent(line, lines, hosts, byId))
  const conversations = shown.map((line, at): Conversation => {
    const thread = at === 0 ? main : open()
    thread.add(...line.messages)
    return at === 0 ? thread.end({ title, fields }) : thread.end()
  })
  return severalOf(conversations.length > 0 ? conversations : [main.end({ title, fields })])
}

/**
 * The model requests. A request with another one inside is only its wrapper. Without any request, all steps with messages
 * count.
 */
function chatsOf(steps: readonly TraceStep[], byId: ReadonlyMap<string, TraceStep>): Set<TraceStep> {
  const says = ({ input, output }: TraceStep): boolean => input !== undefined || output !== undefined
  const inner = (list: readonly TraceStep[]): Set<TraceStep> => {
    const frames = new Set(list.flatMap((step) => [...above(step, byId)]))
    return new Set(list.filter((step) => !frames.has(step)))
  }
  const chats = inner(steps.filter((step) => step.kind === 'chat' && says(step)))
  if (chats.size > 0) return chats
  const [outermost] = steps.filter((step) => step.kind === 'other' && says(step))
  return new Set(outermost ? [outermost] : [])
}

function* above(step: TraceStep, byId: ReadonlyMap<string, TraceStep>): Generator<TraceStep> {
  const seen = new Set<string>([step.id])
  for (let id = step.parent; id !== undefined && !seen.has(id); id = byId.get(id)?.parent) {
    seen.add(id)
    const next = byId.get(id)
    if (next) yield next
  }
}

/** A request with a broken record: it begins like an earlier one and would repeat a part of it. */
function isCut({ input, output, error, end }: TraceStep, lines: readonly Line[]): boolean {
  if (output !== undefined || error !== undefined || end !== undefined) return false
  const keys = (input?.messages ?? []).map(keyOf)
  return lines.some((line) => line.keys[0] === keys[0] && !line.keys.every((key, at) => key === keys[at]))
}

/** The identity of a message. Frameworks write other fields differently in a request and in an answer. */
function keyOf(message: Message): string {
  const said = contentToText(message.content ?? '').trim()
  const calls =
    message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.function.name) : []
  return [message.role === 'developer' ? 'system' : message.role, said, ...calls].join('\n')
}

function takeChat(step: TraceStep, lines: Line[], byId: ReadonlyMap<string, TraceStep>): void {
  const given = step.input?.messages ?? []
  const keys = given.map(keyOf)
  const fits = (line: Line): boolean =>
    line.keys.length <= keys.length && line.keys.every((key, at) => key === keys[at])
  const family = new Set([...above(step, byId)].map(({ id }) => id))
  const isNear = (line: Line): boolean => [...above(line.first, byId)].some(({ id }) => family.has(id))
  let line =
    given.length > 0
      ? lines.filter(fits).toSorted((a, b) => b.keys.length - a.keys.length)[0]
      : lines.findLast(isNear)
  if (!line) {
    line = { first: step, messages: [], keys: [], tools: [] }
    lines.push(line)
  }
  if (given.length === 0) flush(line)
  else nameRuns(line, given)
  push(line, given.slice(line.keys.length))
  push(line, answersOf(step))
}

function push(line: Line, messages: readonly Message[]): void {
  line.messages.push(...messages)
  line.keys.push(...messages.map(keyOf))
}

/** The answer of a request, with the facts of its step. */
function answersOf(step: TraceStep): Message[] {
  const { model, usage, finishReason, finishReasonRaw, error, start, end, input, output } = step
  const answers = output?.messages ?? []
  const at = answers.findLastIndex(({ role }) => role === 'assistant')
  const given = answers[at]
  const bare: AssistantMessage = given?.role === 'assistant' ? given : draftAnswer().message()
  const answer = compact<AssistantMessage>({
    ...bare,
    model: bare.model ?? model,
    usage: usage ?? bare.usage,
    finishReason: finishReason ?? bare.finishReason ?? (error === undefined ? undefined : 'error'),
    finishReasonRaw: finishReasonRaw ?? bare.finishReasonRaw,
    timestamp: end ?? start,
    isError: error === undefined ? undefined : true,
    error: error === undefined ? undefined : { kind: 'provider', message: error },
  })
  const aside = { [`${step.prefix}input`]: input?.rest, [`${step.prefix}output`]: output?.rest }
  const told = withMetadata(answer, { ...step.notes, ...aside, [stepKey(step)]: step.id })
  return at < 0 ? [...answers, told] : answers.with(at, told)
}

const openCalls = (line: Line): { id: string; name: string; at: number }[] => {
  const answered = new Set(line.messages.flatMap((one) => (one.role === 'tool' ? [one.tool_call_id] : [])))
  return line.messages.flatMap((one, at) =>
    one.role === 'assistant'
      ? (one.tool_calls ?? []).flatMap(({ id, function: { name } }) =>
          id !== '' && answered.has(id) ? [] : [{ id, name, at }],
        )
      : [],
  )
}

/** The run of a tool waits at the conversation that called it; false when none did. */
function takeTool(step: TraceStep, lines: readonly Line[], byId: ReadonlyMap<string, TraceStep>): boolean {
  const { id, name } = step.tool ?? { name: '' }
  const family = new Set([...above(step, byId)].map((one) => one.id))
  const candidates = lines.filter((line) =>
    openCalls(line).some((call) => (id === undefined ? call.name === name : call.id === id)),
  )
  const near = candidates.find((line) => line.first.parent !== undefined && family.has(line.first.parent))
  const line =
    near ?? candidates.at(-1) ?? (id === undefined ? undefined : lines.find((one) => hasResult(one, id)))
  line?.tools.push(step)
  return line !== undefined
}

const hasResult = (line: Line, id: string): boolean =>
  line.messages.some((one) => one.role === 'tool' && one.tool_call_id === id)

/** Results in a request get the times and failures of the tool runs. */
function nameRuns(line: Line, given: Message[]): void {
  line.tools = line.tools.filter((step) => {
    const at = given.findIndex(
      (one, i) =>
        i >= line.keys.length &&
        one.role === 'tool' &&
        (step.tool?.id === undefined
          ? one.toolName === step.tool?.name || sameText(one, step)
          : one.tool_call_id === step.tool.id),
    )
    if (at < 0) return true
    given[at] = noted(given[at] as ToolMessage, step)
    return false
  })
}

const sameText = (result: ToolMessage, { tool }: TraceStep): boolean =>
  tool?.result !== undefined && keyOf({ ...tool.result, tool_call_id: '' }) === keyOf(result)

/** A result with the facts of its run. A request that repeats it may have another text, or none. */
function noted(result: ToolMessage, step: TraceStep): ToolMessage {
  const { start, end, error, notes, tool, prefix } = step
  const text = contentToText(result.content).trim()
  const own = contentToText(tool?.result?.content ?? '').trim()
  const message = compact<ToolMessage>({
    ...result,
    content: text === '' && own !== '' ? tool!.result!.content : result.content,
    toolName: result.toolName ?? tool?.name,
    timestamp: result.timestamp ?? end ?? start,
    isError: error !== undefined || result.isError || undefined,
  })
  return withMetadata(message, {
    ...tool?.result?.metadata,
    ...notes,
    [`${prefix}result`]: text !== '' && own !== '' && own !== text ? own : undefined,
    [stepKey(step)]: step.id,
  })
}

/** Under it, a message says which step it comes from. */
const stepKey = ({ prefix }: TraceStep): string => `${prefix}step`

/** Results that no request repeats go after the answer that called the tool. */
function flush(line: Line): void {
  for (const step of line.tools) {
    const { tool } = step
    const calls = openCalls(line)
    const call = calls.find(({ id, name }) => (tool?.id === undefined ? name === tool?.name : id === tool.id))
    if (!call) {
      const at = line.messages.findIndex((one) => one.role === 'tool' && one.tool_call_id === tool?.id)
      if (at >= 0) line.messages[at] = noted(line.messages[at] as ToolMessage, step)
      continue
    }
    const bare = resultOf(step, call.id)
    let at = call.at + 1
    while (line.messages[at]?.role === 'tool') at++
    const result = noted(bare, step)
    line.messages.splice(at, 0, result)
    line.keys.splice(at, 0, keyOf(result))
  }
  line.tools = []
}

/** The result of a run, or its failure. */
function resultOf({ tool, error }: TraceStep, callId: string): ToolMessage {
  const content = tool?.result?.content
  const isEmpty = content === undefined || content.length === 0
  return { role: 'tool', ...tool?.result, content: isEmpty ? (error ?? '') : content, tool_call_id: callId }
}

/** A run without a call. The call is made from the run. */
function addRun(line: Line, step: TraceStep): void {
  const { tool } = step
  const id = tool?.id ?? `call ${step.id}`
  const draft = draftAnswer()
  draft.call({ id, name: tool?.name ?? '', input: tool?.input ?? {} })
  push(line, [draft.message(), noted(resultOf(step, id), step)])
}

/** An agent that a tool ran goes into the result of that call. */
function attachAgent(
  line: Line,
  lines: readonly Line[],
  hosts: Map<Line, Line>,
  byId: ReadonlyMap<string, TraceStep>,
): boolean {
  const isInside = (host: Line): boolean => {
    for (let next: Line | undefined = host; next; next = hosts.get(next)) if (next === line) return true
    return false
  }
  for (const step of above(line.first, byId)) {
    if (step.kind !== 'tool') continue
    for (const host of lines) {
      const at = host.messages.findIndex(({ metadata }) => metadata?.[stepKey(step)] === step.id)
      const result = host.messages[at]
      if (!result || result.metadata?.[TRANSCRIPT_KEY] !== undefined || isInside(host)) continue
      host.messages[at] = withMetadata(result, { [TRANSCRIPT_KEY]: { messages: line.messages } })
      hosts.set(line, host)
      return true
    }
  }
  return false
}
