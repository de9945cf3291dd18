import { compact, raceAbort } from '@antiphon/base'
import { messageParts } from '../message/content.js'
import { channelOfEvent } from '../message/wire-channels.js'
import type { AssistantMessage } from '../message/types.js'
import {
  requestCompletion,
  type RequestCompletionOptions,
} from '../provider/connection/request-completion.js'
import type { ChatTransport } from '../provider/connection/types.js'
import type { EndpointConfig } from '../provider/request/types.js'
import { loadSchemas } from '../tools/arguments.js'
import { toolDefinition } from '../tools/define-tool.js'
import type { MessageStore } from '../tree/message-store.js'
import type { Completion } from '../wire/accumulate/types.js'
import { createCompletionReader } from '../wire/pipeline.js'
import type { StoredAnswer } from './answer-results.js'
import { chatTools } from './chat-tools.js'
import { buildContinuation } from './continue/build-continuation.js'
import { asksSomething } from './find-target.js'
import type { LiveSteps } from './live-steps.js'
import type { Run } from './run.js'
import type { ChatOptions } from './types.js'

export interface StepContext extends Pick<ChatOptions, 'memory' | 'random' | 'threadId'> {
  store: MessageStore
  live: LiveSteps
  target: EndpointConfig | ChatTransport
  now(): number
  /** Awaited before the request; its failure is that of the answer. */
  beforeRequest(): Promise<void>
  /** Called with the first reasoning, text or call. */
  onFirstToken(): void
}

/**
 * Makes one request and streams its answer into the message `answer`, which is empty. With `isBegun` it requests the rest of
 * the answer and adds it. Never rejects: a failure is the ending of that message, and all that had arrived is kept. The caller
 * ends the live step.
 */
export async function runStep(
  context: StepContext,
  run: Run,
  answer: StoredAnswer,
  isBegun: boolean,
): Promise<Completion> {
  const { store, live, now } = context
  const { config, signal } = run
  const { id } = answer
  const begun = isBegun ? answer : undefined
  const startedAt = now()
  const maxOutputTokens = config.parameters?.maxTokens
  const going = begun && buildContinuation(begun, { target: context.target, config })
  const stamp = (message: AssistantMessage, ended?: boolean): AssistantMessage => ({
    ...(going ? going.join(message, ended ?? false) : message),
    id,
    timestamp: answer.timestamp,
    model: message.model ?? config.model,
    ...(maxOutputTokens && { maxOutputTokens }),
  })
  if (begun) live.start(id, { phase: 'waiting', startedAt, model: config.model, calls: {} })

  const options: RequestCompletionOptions = {
    ...context,
    fetch: config.fetch,
    signal,
    messageId: id,
    onEvent(event, message) {
      const activePart = 'callIndex' in event ? 'tool_call' : channelOfEvent(event.type)
      if (!activePart) return
      const step = live.get(id)
      if (step?.phase === 'waiting') context.onFirstToken()
      if (step?.activePart !== activePart)
        live.update(id, { phase: 'streaming', activePart, activeSince: now() })
      store.write(id, () => stamp(message()))
    },
    onRetry: (notice) => live.update(id, { retry: notice }),
  }

  const completion = await request().catch((error: unknown): Completion => {
    const reader = createCompletionReader({ now, errorContext: { model: config.model } })
    return signal.aborted ? reader.cancel() : reader.fail(error)
  })
  // Stopped before anything came: the answer stays as it was.
  const isUnchanged =
    begun && completion.outcome === 'cancelled' && messageParts(completion.message).length === 0
  store.write(id, isUnchanged ? begun : stamp(completion.message, true))
  store.flush()
  if (!begun) completion.choices.slice(1).forEach(addVersion)
  return completion

  /** A further choice (`n` above 1) is a version of the answer. The first one is shown, and goes on. */
  function addVersion(choice: AssistantMessage): void {
    if (!store.getMessage(id) || messageParts(choice).length === 0) return
    const { id: _, ...version } = stamp(choice, true)
    store.append(version, { parent: store.getParent(id) ?? null, aside: true })
  }

  async function request(): Promise<Completion> {
    const { model } = config
    const tools = chatTools(config)
    const { body, headers } = run.options
    const { extraBody } = config.parameters ?? {}
    const parameters = body
      ? { ...config.parameters, extraBody: { ...extraBody, ...body } }
      : config.parameters
    const ready = Promise.all([loadSchemas(tools), context.beforeRequest()])
    await raceAbort(ready, signal)
    // Read the path only now, because a result may have been added while the question was being stored.
    const messages = store.getPath(isBegun ? id : (store.getParent(id) ?? null))
    // Another tab may have taken the question away meanwhile, and then there is nothing to answer.
    if (!isBegun && !asksSomething(messages.at(-1))) {
      store.remove(id)
      run.end()
      signal.throwIfAborted()
    }
    const asked = {
      model,
      messages,
      tools: tools.map(toolDefinition),
      parameters,
      headers,
      ...compact({ threadId: context.threadId, replaces: isBegun ? undefined : otherVersion(store, id) }),
    }
    return requestCompletion(context.target, going ? going.request(asked) : asked, options)
  }
}

/** The latest version of an answer beside it. */
function otherVersion(store: MessageStore, id: string): string | undefined {
  const versions = store.getChildren(store.getParent(id) ?? null)
  return versions.findLast((other) => other !== id && store.getMessage(other)?.role === 'assistant')
}
