import type { Message, Tool, ApprovalForm, ToolContext, StandardSchema } from '@antiphon/core'
import type { ToolDefinition } from '@antiphon/core/request'
import type { ApprovalRequest } from '@antiphon/core/message'
import { type SentRequest, isResponse } from '@antiphon/core/wire'
import { type JsonObject, wait } from '@antiphon/base'
import { createAgentRun, type AgentRun } from './agent-run.js'
import { lastStep, waitsForCalls, withAnswers } from './answered-questions.js'
import { wellFormed } from './write-whole.js'
import type { AgentReader, AgentStep } from '@antiphon/transcripts/agents'
import type {
  AgentAnswer,
  AgentForm,
  AgentRequest,
  AgentTransport,
  AgentTransportOptions,
  EventSource,
} from './types.js'

type ToolSpec<Key extends string> = { name: string; description: string } & Record<Key, JsonObject>

/** The tools of a request, as each system calls what describes their arguments. */
export function toolSpecs<Key extends string>(tools: readonly ToolDefinition[], key: Key): ToolSpec<Key>[] {
  return tools.map(({ function: { name, description = '', parameters } }) => {
    return { name, description, [key]: parameters } as ToolSpec<Key>
  })
}

/** A system with its own events: how it is asked, how its events are read, and who runs the calls. */
export interface AgentSystem extends AgentTransportOptions {
  /** A reader for one run. `thread` is what was sent, which a system may say again. */
  createReader(thread: readonly Message[]): AgentReader
  /** Takes secrets of this system out of words about failures. */
  redact?(text: string): string
  /** Asks the other system. A `Response` without success is read as a refusal. */
  open(
    request: AgentRequest,
    signal: AbortSignal,
    /** Told of a request right before it leaves. */
    onRequest: (sent: SentRequest) => void,
  ): Promise<EventSource> | EventSource
  /**
   * Returns the events of the current run again, from the first one on, to resume a broken connection. Undefined or a refusal:
   * the run is over, and the answer stays cut. Default: none.
   */
  resume?(signal: AbortSignal): Promise<EventSource | undefined>
  /**
   * Who runs the calls. `chat`: the chat runs all. `before-finish`: the other system runs them, and results come before the
   * answer ends; a call without a result is left to the chat. `after-finish`: the other system runs all.
   */
  results: 'chat' | 'before-finish' | 'after-finish'
  /** The other system asks about calls and runs them once they are allowed (`AgentEvent` of type `question`). Default false. */
  asks?: boolean
  /** The form that a person fills in when allowing the call. Default: none. */
  formOf?(request: ApprovalRequest): AgentForm | undefined
}

/** A run that was begun with what a person said. */
interface Answered {
  about: Message
  before: AgentStep
  run: Promise<AgentRun>
}

/**
 * A transport for a system with its own events. Each answer of a run is one answer of the chat. Between two answers the
 * chat waits for the results, as if it ran the calls itself.
 */
export function createAgentTransport(system: AgentSystem): AgentTransport {
  const own = system.tools ?? []
  const tools: Tool[] = [...own]
  if (system.asks)
    tools.push({ ...remoteTool('answer_of_a_person', executeAsked), runsApproved: true, formOf })
  const isOwn = (name: string): boolean => own.some((tool) => tool.name === name)
  /** A tool of the chat alone. */
  const isOffered = (name: string): boolean =>
    asked.tools?.some((tool) => tool.function.name === name) ?? false
  let run: AgentRun | undefined
  /** The answer that was handed out last, while the run may have another one. */
  let last: AgentStep | undefined
  /** The run that was begun with what a person said, and the answer that it was asked in. */
  let answered: Answered | undefined
  let asked: Partial<AgentRequest> = {}
  /** Requests with the answers of a person leave while their call runs. `onRequest` gets them with the next answer. */
  const untold: SentRequest[] = []
  /** The person's input by answer and call. It becomes the result of a question that has no other result. */
  const filled = new Map<string, string>()

  function formOf(request: ApprovalRequest): ApprovalForm | undefined {
    const form = system.formOf?.(request)
    const { host } = system
    return form && { message: form.message, schema: form.schema, ...(host && { from: host }) }
  }

  /** A call without a result at the end of its answer waits for the chat or for a result from outside. */
  function offerTools(step: AgentStep): void {
    if (system.results === 'chat') return
    for (const { id, name, isRow } of step.calls) {
      if (!name || isRow || isOwn(name)) continue
      const isRemote =
        system.results === 'after-finish' ||
        step.progress.has(id) ||
        step.results.some(({ callId }) => callId === id || callId === '')
      if (!isRemote && isOffered(name)) continue
      const at = tools.findIndex((tool) => tool.name === name)
      const tool = remoteTool(name, isRemote ? execute : undefined)
      if (at < 0) tools.push(tool)
      else if (isRemote !== Boolean(tools[at]!.execute)) tools[at] = tool
    }
  }

  function execute(_: unknown, context: ToolContext): unknown {
    if (!run || !last) throw new Error('The run that this call belongs to has ended.')
    return resultOf(run, last, context)
  }

  /** Tells the other system what a person said to all questions of the answer, once, and waits for the result of this call. */
  async function executeAsked(_: unknown, context: ToolContext): Promise<unknown> {
    const { getMessages, signal, threadId } = context
    // The next request has the results of all calls, so those that the chat runs come first.
    while (waitsForCalls(getMessages())) await wait(20, signal)
    const messages = getMessages()
    const about = messages.findLast(({ role }) => role !== 'tool')
    const before = lastStep(messages)
    if (!about || !before) throw new Error('The answer that this call belongs to is gone.')
    const request = { threadId, ...asked, replaces: undefined, messages, tools: asked.tools ?? [] }
    const known = answered?.about.id === about.id ? answered : undefined
    const told = known ?? { about, before, run: begin(request, before, context) }
    answered = told
    const from = await told.run
    run = from
    last = told.before
    const own = filled.get(`${about.id} ${context.callId}`)
    const result = (await resultOf(from, last, context)) ?? own
    if (result !== undefined) return result
    if (from.hasBegun()) return 'Approved.'
    throw new Error(
      'The call was allowed, and the other system ended without a word about it. It is not known whether it ran.',
    )
  }

  /** The person's answers to its questions. Denying a question that does not take a denial cancels it. */
  function saidIn(messages: readonly Message[]): ReturnType<typeof withAnswers> {
    const said = withAnswers(messages)
    const answers = said.answers.map((answer): AgentAnswer => {
      const form = answer.approved ? undefined : system.formOf?.(answer.request)
      return form && !form.takesDenial ? { ...answer, isCancelled: true } : answer
    })
    return { messages: said.messages, answers }
  }

  /** Adds the person's input from the card, in the form that the other system expects. */
  function withContent(answer: AgentAnswer, messageId: string | undefined): AgentAnswer {
    const form = system.formOf?.(answer.request)
    if (!form || !answer.approved) return answer
    const { toContent = (values: JsonObject): unknown => values } = form
    const content = toContent({ ...answer.request.filledIn })
    filled.set(
      `${messageId} ${answer.callId}`,
      typeof content === 'string' ? content : JSON.stringify(content),
    )
    return { ...answer, content }
  }

  /** A timeout ends the wait for one call; a stop ends the run. */
  function resultOf(from: AgentRun, step: AgentStep, { callId, signal, report }: ToolContext) {
    const stop = (): void => {
      if ((signal.reason as Error | undefined)?.name !== 'TimeoutError') from.stop(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    return from.result(step, callId, signal, report).finally(() => signal.removeEventListener('abort', stop))
  }

  /** Asks the other system, with the words of a person to its questions. Rejects when it refuses them. */
  async function begin(request: AgentRequest, before: AgentStep, context: ToolContext): Promise<AgentRun> {
    const { signal } = context
    const { messages, answers } = saidIn(request.messages)
    const about = request.messages.findLast(({ role }) => role !== 'tool')
    const all = answers.map((answer) => withContent(answer, about?.id))
    const { from, refusal } = start({ ...request, messages, answers: all }, before)
    signal.addEventListener('abort', () => from.stop(signal.reason), { once: true })
    const refused = await refusal
    if (!refused) return from
    answered = undefined
    const said = (await refused.text().catch(() => '')).slice(0, 500)
    throw new Error(`The answer to its question was refused (HTTP ${refused.status}). ${said}`.trim())
  }

  /** `refusal` resolves once the other system has answered, with its response if that is not a success. */
  function start(
    request: AgentRequest,
    before: AgentStep | undefined,
    onRequest: (sent: SentRequest) => void = (sent) => void untold.push(sent),
  ): { from: AgentRun; refusal: Promise<Response | undefined> } {
    let settle: (refused: Response | undefined) => void = () => {}
    const refusal = new Promise<Response | undefined>((resolve) => (settle = resolve))
    const from = createAgentRun({
      reader: system.createReader(request.messages),
      onStepEnd: offerTools,
      before,
      resume: system.resume,
      async open(runSignal) {
        try {
          const source = await system.open(
            { ...request, messages: wellFormed(request.messages) },
            runSignal,
            onRequest,
          )
          const isRefusal = isResponse(source) && !source.ok
          settle(isRefusal ? source : undefined)
          return isRefusal ? [] : source
        } catch (error) {
          settle(undefined)
          throw error
        }
      },
    })
    return { from, refusal }
  }

  return {
    tools,
    host: system.host,
    deadlines: system.deadlines,
    redact: system.redact,
    async isOver(messages) {
      const [from, step] = [run, last]
      if (!from || !step || !continues({ messages }, step)) return false
      const own = step.calls.filter(({ isRow }) => !isRow).length
      // The other system needs a result of the chat, but knows its own.
      return step.handedOut >= own && !(await from.hasNext())
    },
    async send(request, { signal, onRequest }) {
      for (const sent of untold.splice(0)) onRequest?.(sent)
      const going = run
      const goesOn = going && last && continues(request, last)
      run = last = answered = undefined
      let step: AgentStep | undefined
      let from = goesOn ? going : undefined
      if (from) step = await from.next()
      else going?.stop()
      const stop = (): void => from?.stop(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      if (!from || !step) {
        const isAdded = (name: string): boolean => !isOwn(name) && tools.some((tool) => tool.name === name)
        asked = { ...request, tools: request.tools.filter((tool) => !isAdded(tool.function.name)) }
        const before = lastStep(request.messages)
        const begun = start({ ...(asked as AgentRequest), ...saidIn(request.messages) }, before, (sent) =>
          onRequest?.(sent),
        )
        from = begun.from
        step = await from.next()
        // Without a first answer there may be a refusal.
        const refused = step ? undefined : await begun.refusal
        if (refused) return refused
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
function continues({ messages }: Pick<AgentRequest, 'messages'>, step: AgentStep): boolean {
  const calls = step.calls.filter(({ isRow }) => !isRow)
  if (calls.length === 0) return false
  const end = messages.findLastIndex(({ role }) => role !== 'tool')
  if (end === messages.length - 1) return false
  const answer = messages[end]
  const all = (answer?.role === 'assistant' ? answer.tool_calls : undefined) ?? []
  const names = all.filter(({ providerRun }) => !providerRun)
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
