import type { ToolDefinition, ReasoningDetail, Tool, ToolContext, StandardSchema } from '@antiphon/core'
import { flatText, isResponse } from '@antiphon/core/internal'
import { createAgentRun, type AgentRun } from './agent-run.js'
import type {
  AgentEvent,
  AgentStep,
  AgentReader,
  AgentRequest,
  AgentTransport,
  AgentTransportOptions,
  EventSource,
} from './agent-step.js'

/** The tools of a request, as each system calls what describes their arguments. */
export function toolSpecs<Key extends string>(
  tools: readonly ToolDefinition[],
  key: Key,
): ({ name: string; description: string } & Record<Key, Record<string, unknown>>)[] {
  return tools.map(({ function: { name, description = '', parameters } }) => {
    return { name, description, [key]: parameters } as { name: string; description: string } & Record<
      Key,
      Record<string, unknown>
    >
  })
}

/** Remembers the streamed text of an answer, to find the new content of the stored message at its end. */
export function createAnswerText() {
  const said = { content: '', reasoning: '' }

  return {
    /** A piece of text or thinking. */
    piece(key: 'content' | 'reasoning', text: unknown): AgentEvent[] {
      if (typeof text !== 'string' || text === '') return []
      said[key] += text
      return [{ type: 'delta', delta: { [key]: text } }]
    },
    /** The whole text again. Its rest is new. A different text is new too, and is kept aside. */
    whole(key: 'content' | 'reasoning', text: unknown): AgentEvent[] {
      const before = said[key]
      if (typeof text !== 'string' || before.startsWith(text)) return []
      if (!text.startsWith(before)) return [{ type: 'unknown', event: { [key]: text } }]
      return this.piece(key, text.slice(before.length))
    },
    /** Signed and encrypted thinking, whose visible text was shown already. */
    thoughts(details: readonly ReasoningDetail[] | undefined): AgentEvent[] {
      if (!details?.length) return []
      const visible = flatText(details)
      const fits = visible.startsWith(said.reasoning) || said.reasoning.startsWith(visible)
      if (!fits) return [{ type: 'unknown', event: { reasoning_details: details } }]
      if (visible.length > said.reasoning.length) said.reasoning = visible
      return [{ type: 'whole', message: { reasoning_details: details } }]
    },
  }
}

export interface AgentSystem extends AgentTransportOptions {
  /** A reader for one run. */
  createReader(): AgentReader
  /** Takes secrets of this system out of words about failures. */
  redact?(text: string): string
  /** Asks the other system. A `Response` that is no success is read as a refusal. */
  open(request: AgentRequest, signal: AbortSignal): Promise<EventSource> | EventSource
  /**
   * Who runs the calls. `chat`: the chat runs all. `before-finish`: the other system runs them, and results come before the
   * answer ends; a call without a result is left to the chat. `after-finish`: the other system runs all.
   */
  results: 'chat' | 'before-finish' | 'after-finish'
}

/**
 * A transport for a system with its own events. Each answer of a run is one answer of the chat. Between two answers the
 * chat waits for the results, as if it ran the calls itself.
 */
export function createAgentTransport(system: AgentSystem): AgentTransport {
  const own = system.tools ?? []
  const tools: Tool[] = [...own]
  const isOwn = (name: string): boolean => own.some((tool) => tool.name === name)
  let run: AgentRun | undefined
  /** The answer that was handed out last, while the run may have another one. */
  let last: AgentStep | undefined

  /** A call without a result at the end of its answer waits for the chat or for a result from outside. */
  function offerTools(step: AgentStep): void {
    if (system.results === 'chat') return
    for (const { id, name } of step.calls) {
      if (!name || isOwn(name)) continue
      const isRemote =
        system.results === 'after-finish' || step.results.some(({ callId }) => callId === id || callId === '')
      const at = tools.findIndex((tool) => tool.name === name)
      const tool = remoteTool(name, isRemote ? execute : undefined)
      if (at < 0) tools.push(tool)
      else if (isRemote !== Boolean(tools[at]!.execute)) tools[at] = tool
    }
  }

  function execute(_: unknown, { callId, signal }: ToolContext): unknown {
    const [from, step] = [run, last]
    if (!from || !step) throw new Error('The run that this call belongs to has ended.')
    const stop = (): void => {
      // A timeout ends the wait for one call; a stop ends the run.
      if ((signal.reason as Error | undefined)?.name !== 'TimeoutError') from.stop(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    return from.result(step, callId, signal).finally(() => signal.removeEventListener('abort', stop))
  }

  return {
    tools,
    host: system.host,
    deadlines: system.deadlines,
    redact: system.redact,
    async send(request, { signal }) {
      const before = run
      const goesOn = before && last && continues(request, last)
      run = last = undefined
      let step: AgentStep | undefined
      let from = goesOn ? before : undefined
      if (from) step = await from.next()
      else before?.stop()
      if (!from || !step) {
        const asked = { ...request, tools: request.tools.filter((tool) => isOwn(tool.function.name)) }
        let refusal: Response | undefined
        from = createAgentRun({
          reader: system.createReader(),
          onStepEnd: offerTools,
          async open(runSignal) {
            const source = await system.open(asked, runSignal)
            if (isResponse(source) && !source.ok) refusal = source
            return refusal ? [] : source
          },
        })
        signal.addEventListener('abort', () => from!.stop(signal.reason), { once: true })
        step = await from.next()
        if (refusal) return refusal
      } else {
        const going = from
        signal.addEventListener('abort', () => going.stop(signal.reason), { once: true })
      }
      if (!step) return []
      run = from
      last = step
      return from.read(step)
    },
  }
}

/**
 * True for the request that follows the calls of that answer. It compares names, because empty ids are replaced in the
 * thread.
 */
function continues({ messages }: AgentRequest, { calls }: AgentStep): boolean {
  if (calls.length === 0) return false
  const end = messages.findLastIndex(({ role }) => role !== 'tool')
  if (end === messages.length - 1) return false
  const answer = messages[end]
  const names = (answer?.role === 'assistant' ? answer.tool_calls : undefined) ?? []
  return names.length === calls.length && calls.every(({ name }, i) => names[i]!.function.name === name)
}

/** A schema that accepts everything: the other system validates the arguments itself. */
const anything: StandardSchema<never> = {
  '~standard': { version: 1, vendor: 'antiphon', validate: (value) => ({ value: value as never }) },
}

function remoteTool(name: string, execute: Tool['execute']): Tool {
  return {
    name,
    description: 'Answered by the system behind the transport.',
    parameters: anything,
    jsonSchema: { type: 'object' },
    ...(execute && { execute }),
  }
}
