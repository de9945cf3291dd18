import type { Completion, CompletionEvent } from '../accumulate/types.js'
import type { ChatTransport } from '../connection/connection-types.js'
import type { RequestCompletionOptions } from '../connection/request-completion.js'
import { loadConnection, orInWords } from '../connection/load-connection.js'
import { raceAbort } from '../connection/race-abort.js'
import type { AssistantMessage, StoredMessage } from '../message/types.js'
import type { LiveStep } from '../pairing/types.js'
import { createCompletionReader } from '../pipeline.js'
import type { EndpointConfig, ToolDefinition } from '../request/request-types.js'
import type { MessageStore } from '../store/create-message-store.js'
import type { ChatConfig, ChatOptions } from './chat-types.js'
import { goOnWith } from './continue/go-on-with.js'
import type { LiveSteps } from './live-steps.js'
import { loadToolDesk } from './load-tool-desk.js'

export interface StepContext extends Pick<ChatOptions, 'fetch' | 'memory' | 'random'> {
  store: MessageStore
  live: LiveSteps
  target: EndpointConfig | ChatTransport
  config: ChatConfig
  signal: AbortSignal
  now(): number
  generateId(): string
  /** Called with the first reasoning, text or call. */
  onFirstToken(): void
}

/**
 * Makes one request and streams its answer into a new message under `parent`, or, for the rest of the answer `begun`, into
 * that one. Never rejects: whatever went wrong is the ending of that message, with all that had arrived kept. The live step
 * stays open for the caller to end.
 */
export async function runStep(
  context: StepContext,
  parent: string | null,
  begun?: StoredMessage & AssistantMessage,
): Promise<{ id: string; completion: Completion }> {
  const { store, live, config, now } = context
  const startedAt = now()
  const messages = pathTo(store, begun ? begun.id : parent)
  const id =
    begun?.id ??
    store.append({ role: 'assistant', content: '', model: config.model, timestamp: startedAt }, { parent })
  const maxOutputTokens = config.parameters?.maxTokens
  const going = begun && goOnWith(begun, context)
  const stamp = (message: AssistantMessage, ended?: boolean): AssistantMessage => ({
    ...(going ? going.join(message, ended ?? false) : message),
    id,
    timestamp: begun?.timestamp ?? startedAt,
    model: message.model ?? config.model,
    ...(maxOutputTokens && { maxOutputTokens }),
  })
  live.start(id, { phase: 'waiting', startedAt, model: config.model, calls: {} })

  const { signal } = context
  const options: RequestCompletionOptions = {
    ...context,
    messageId: id,
    onEvent(event, message) {
      const activePart = partOf(event)
      if (!activePart) return
      const step = live.get(id)
      if (step?.phase === 'waiting') context.onFirstToken()
      if (step?.phase !== 'streaming' || step.activePart !== activePart) {
        live.update(id, { phase: 'streaming', activePart, activeSince: now() })
      }
      store.write(id, () => stamp(message()))
    },
    onRetry: (notice) => live.update(id, { retry: notice }),
  }

  const completion = await request().catch((error: unknown): Completion => {
    const reader = createCompletionReader({ now, errorContext: { model: config.model } })
    return signal.aborted ? reader.cancel() : reader.fail(error)
  })
  // Stopped before anything came: the answer is what it was.
  const isUnchanged = begun && completion.outcome === 'cancelled' && !saysAnything(completion.message)
  store.write(id, isUnchanged ? begun : stamp(completion.message, true))
  store.flush()
  return { id, completion }

  async function request(): Promise<Completion> {
    const { model, parameters, tools = [] } = config
    const loaded = Promise.all([loadConnection(), defineTools(tools), config.beforeRequest?.()])
    const [{ requestCompletion }, definitions] = await raceAbort(loaded, signal)
    const asked = { model, messages, tools: definitions, parameters }
    return requestCompletion(context.target, going ? going.request(asked) : asked, options)
  }
}

async function defineTools(tools: NonNullable<ChatConfig['tools']>): Promise<ToolDefinition[]> {
  return tools.length > 0 ? tools.map((await orInWords(loadToolDesk())).toolDefinition) : []
}

function pathTo(store: MessageStore, parent: string | null): ReturnType<MessageStore['getMessages']> {
  if (parent === null) return []
  const messages = store.getMessages()
  return messages.slice(0, messages.findIndex((message) => message.id === parent) + 1)
}

function saysAnything({ content, reasoning, refusal, tool_calls, images }: AssistantMessage): boolean {
  return Boolean(content || reasoning || refusal || tool_calls?.length || images?.length)
}

function partOf(event: CompletionEvent): LiveStep['activePart'] {
  return /^(reasoning|text|refusal|tool_call)_/.exec(event.type)?.[1] as LiveStep['activePart']
}
