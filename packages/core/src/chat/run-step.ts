import type { Completion, CompletionEvent } from '../accumulate/types.js'
import type { AssistantMessage, Message } from '../message/types.js'
import type { LiveStep } from '../pairing/types.js'
import { createCompletionReader, pumpSource, type CompletionReader } from '../pipeline.js'
import type { MessageStore } from '../store/create-message-store.js'
import { loadToolLoop } from '../tools/load-tool-loop.js'
import type { ChatConfig } from './chat-types.js'
import type { LiveSteps } from './live-steps.js'
import type { ChatTransport } from './transport.js'

export interface StepContext {
  store: MessageStore
  live: LiveSteps
  transport: ChatTransport
  config: ChatConfig
  signal: AbortSignal
  now(): number
  generateId(): string
  /** Called with the first reasoning, text or call. */
  onFirstToken(): void
}

/**
 * Makes one request and streams its answer into a new message under `parent`. Never rejects: whatever went wrong is
 * the ending of that message, with all that had arrived kept. The live step stays open for the caller to end.
 */
export async function runStep(
  context: StepContext,
  parent: string | null,
): Promise<{ id: string; completion: Completion }> {
  const { store, live, config, now, generateId } = context
  const startedAt = now()
  const messages = pathTo(store, parent)
  const id = store.append(
    { role: 'assistant', content: '', model: config.model, timestamp: startedAt },
    { parent },
  )
  const maxOutputTokens = config.parameters?.maxTokens
  const stamp = (message: AssistantMessage): AssistantMessage => ({
    ...message,
    id,
    timestamp: startedAt,
    model: message.model ?? config.model,
    ...(maxOutputTokens && { maxOutputTokens }),
  })
  live.start(id, { phase: 'waiting', startedAt, model: config.model, calls: {} })

  const reader = createCompletionReader({
    now,
    generateId,
    errorContext: { model: config.model },
    onEvent(event) {
      const activePart = partOf(event)
      if (!activePart) return
      const step = live.get(id)
      if (step?.phase === 'waiting') context.onFirstToken()
      if (step?.phase !== 'streaming' || step.activePart !== activePart) {
        live.update(id, { phase: 'streaming', activePart, activeSince: now() })
      }
      store.write(id, () => stamp(reader.snapshot()))
    },
  })

  const completion = await request(context, messages, reader)
  store.write(id, stamp(completion.message))
  store.flush()
  return { id, completion }
}

async function request(
  { transport, config, signal }: StepContext,
  messages: readonly Message[],
  reader: CompletionReader,
): Promise<Completion> {
  try {
    const { model, parameters } = config
    const tools = config.tools?.length ? config.tools.map((await loadToolLoop()).toolDefinition) : []
    const source = await transport.send({ model, messages, tools, parameters }, { signal })
    return await pumpSource(source, reader, { signal })
  } catch (error) {
    return signal.aborted ? reader.cancel() : reader.fail(error)
  }
}

function pathTo(store: MessageStore, parent: string | null): ReturnType<MessageStore['getMessages']> {
  if (parent === null) return []
  const messages = store.getMessages()
  return messages.slice(0, messages.findIndex((message) => message.id === parent) + 1)
}

function partOf(event: CompletionEvent): LiveStep['activePart'] {
  return /^(reasoning|text|refusal|tool_call)_/.exec(event.type)?.[1] as LiveStep['activePart']
}
