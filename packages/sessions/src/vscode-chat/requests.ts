import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import { compact, entriesIn, isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import { withMetadata, draftAnswer, restOf, usageFrom } from '@antiphon/transcripts/toolkit'

export const PREFIX = 'vscode-chat.'

/** A prompt and its answers. Each time text follows calls, another answer begins. */
export function readRequest(request: JsonObject): Message[] {
  const { message, response } = request
  const timestamp = timeOf(request.timestamp)
  const prompt = compact<Message>({
    role: 'user',
    content: (isRecord(message) ? textOf(message.text) : textOf(message)) ?? '',
    id: textOf(request.requestId),
    timestamp,
  })
  const undone = request.shouldBeRemovedOnSend ?? request.hiddenAfterUndo
  const notes = restOf(PREFIX, request, 'requestId', 'response', 'timestamp')
  const parts = entriesIn(response)
  const answers = readResponse(request, parts, timestamp)
  const all = [withMetadata(prompt, notes), ...answers]
  return undone === undefined ? all : all.map((one) => withMetadata(one, { [`${PREFIX}undone`]: true }))
}

/** The calls in order and the results by id. The response itself has neither arguments nor results. */
function roundsOf(request: JsonObject): { calls: JsonObject[]; results: JsonObject } {
  const result = isRecord(request.result) ? request.result : {}
  const metadata = isRecord(result.metadata) ? result.metadata : {}
  const rounds: unknown[] = Array.isArray(metadata.toolCallRounds) ? metadata.toolCallRounds : []
  const calls = rounds.flatMap((round) =>
    isRecord(round) && Array.isArray(round.toolCalls) ? (round.toolCalls as unknown[]).filter(isRecord) : [],
  )
  return { calls, results: isRecord(metadata.toolCallResults) ? metadata.toolCallResults : {} }
}

function readResponse(
  request: JsonObject,
  parts: readonly unknown[],
  timestamp: number | undefined,
): Message[] {
  const { calls, results } = roundsOf(request)
  const messages: Message[] = []
  let draft = draftAnswer()
  let tools: ToolMessage[] = []
  let notes: unknown[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') draft.text(text)
    text = ''
  }
  const end = (isLast: boolean): void => {
    flush()
    if (draft.isBlank && !(isLast && (messages.length === 0 || notes.length > 0))) return
    const answer = draft.message(
      compact({ model: textOf(request.modelId), timestamp, ...(isLast ? endingOf(request) : {}) }),
    )
    messages.push(
      withMetadata(answer, { [`${PREFIX}parts`]: notes.length > 0 ? notes : undefined }),
      ...tools,
    )
    draft = draftAnswer()
    tools = []
    notes = []
  }
  for (const part of parts) {
    if (!isRecord(part)) {
      if (typeof part === 'string') text += part
      else notes.push(part)
      continue
    }
    const { kind } = part
    const said = markdownOf(part)
    if (said !== undefined) {
      if (draft.calls.length > 0) end(false)
      text += said
      notes.push(restOf('', part, 'value', 'content'))
    } else if (kind === 'inlineReference') {
      text += referenceOf(part)
      notes.push(part)
    } else if (kind === 'thinking') {
      flush()
      if (draft.calls.length > 0) end(false)
      const thought = Array.isArray(part.value)
        ? part.value.filter((one) => typeof one === 'string').join('')
        : textOf(part.value)
      if (thought) draft.reasoning(thought)
      notes.push(restOf('', part, ...(typeof part.value === 'string' ? ['value'] : [])))
    } else if (kind === 'toolInvocationSerialized') {
      flush()
      const found = takeCall(part, calls)
      const id = textOf(found?.id) ?? textOf(part.toolCallId) ?? ''
      const input = found?.arguments ?? (isRecord(part.toolSpecificData) ? part.toolSpecificData : {})
      draft.call({ id, name: textOf(part.toolId) ?? textOf(found?.name) ?? '', input })
      const result = readResult(part, id, results)
      if (result) tools.push(result)
      notes.push(part)
    } else notes.push(part)
  }
  end(true)
  return messages
}

function markdownOf(part: JsonObject): string | undefined {
  if (part.kind === undefined && typeof part.value === 'string') return part.value
  if (part.kind !== 'markdownContent' && part.kind !== 'markdownVuln') return undefined
  return isRecord(part.content) ? textOf(part.content.value) : textOf(part.content)
}

/** A reference inside a sentence, as the name of its target. */
function referenceOf({ inlineReference: reference, name }: JsonObject): string {
  if (typeof name === 'string') return `\`${name}\``
  const location = isRecord(reference) ? reference : {}
  const uri = isRecord(location.uri)
    ? location.uri
    : isRecord(location.location)
      ? location.location
      : location
  const path = textOf(location.name) ?? textOf(uri.path) ?? textOf(uri.external)
  return path === undefined ? '' : `\`${path.split('/').at(-1)}\``
}

/** The call of an invocation: by its id, else the next one. It is taken out of the list. */
function takeCall(part: JsonObject, calls: JsonObject[]): JsonObject | undefined {
  const at = calls.findIndex(({ id }) => typeof id === 'string' && id === part.toolCallId)
  return at >= 0 ? calls.splice(at, 1)[0] : calls.shift()
}

function readResult(part: JsonObject, id: string, results: JsonObject): ToolMessage | undefined {
  const found = Object.hasOwn(results, id) ? results[id] : undefined
  const content = isRecord(found) && Array.isArray(found.content) ? (found.content as unknown[]) : []
  const texts = content.flatMap((entry) =>
    isRecord(entry) && typeof entry.value === 'string' ? [entry.value] : [],
  )
  const told = isRecord(part.pastTenseMessage)
    ? textOf(part.pastTenseMessage.value)
    : textOf(part.pastTenseMessage)
  if (found === undefined && part.isComplete !== true && told === undefined) return undefined
  const isDenied = isRecord(part.isConfirmed) && part.isConfirmed.type === 0
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: id,
    toolName: textOf(part.toolId),
    content:
      texts.length > 0 ? texts.join('\n') : (told ?? (found === undefined ? '' : JSON.stringify(found))),
    isError: isDenied || undefined,
    details: part.resultDetails,
  })
}

function endingOf({ result, isCanceled }: JsonObject): Partial<AssistantMessage> {
  const outcome = isRecord(result) ? result : {}
  const error = isRecord(outcome.errorDetails) ? textOf(outcome.errorDetails.message) : undefined
  const timings = isRecord(outcome.timings) ? outcome.timings : {}
  const usage = usageFrom({ input: outcome.promptTokens, output: outcome.outputTokens })
  return compact<Partial<AssistantMessage>>({
    usage,
    timing: typeof timings.totalElapsed === 'number' ? { durationMs: timings.totalElapsed } : undefined,
    ...(isCanceled === true
      ? { finishReason: 'cancelled' as const }
      : error === undefined
        ? {}
        : {
            finishReason: 'error' as const,
            isError: true,
            error: { kind: 'provider' as const, message: error },
          }),
  })
}
