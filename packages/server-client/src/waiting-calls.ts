import {
  type ChatState,
  type ChatController,
  pairToolCalls,
  randomId,
  type ApprovalDecision,
  type ChatConfig,
  type MessageStore,
  type PendingApproval,
  type ToolMessage,
} from '@antiphon/core'
import { readCallKey } from '@antiphon/core/binding'
import { TOOL_OUTCOME_KEY } from '@antiphon/core/message'
import { createGrants, prepareCall, runCall, wantsApproval, type PreparedCall } from '@antiphon/core/calls'
import type { createLiveSteps } from '@antiphon/core/keeper'
import { compact, parseJson, raceAbort } from '@antiphon/base'
import type { RunDecision, WaitingCall } from './protocol.js'

export interface WaitingCallsHost {
  store: MessageStore
  live: ReturnType<typeof createLiveSteps>
  threadId: string
  now(): number
  getConfig(): ChatConfig
  /** Tells the server. `stale`: the call was answered before, or has changed. `onSignedOut`: it has to wait for the next login. */
  decide(decision: RunDecision, onSignedOut: () => void): Promise<'taken' | 'stale'>
  /** Stores that a call begins here. `stale`: it was answered before, or another page has begun it. */
  begin(key: string, mark: string): Promise<'taken' | 'stale'>
  /** Names this browser. */
  device: string
  /** Claims a call that a tool of this page runs. Undefined where another tab has it. */
  claim(key: string): Promise<(() => void) | undefined>
  /** Resolves when no tab has the call any more. */
  freed(key: string, signal: AbortSignal): Promise<void>
  /** Asks the server again which calls wait. */
  refresh(): void
  publish(change: {
    approvals: readonly PendingApproval[]
    grants: readonly ChatState['grants'][number][]
  }): void
}

/** The calls of a run that wait: questions to the person, and calls that tools of this page run. */
export interface WaitingCalls {
  /** Replaces those that wait. */
  set(calls: readonly WaitingCall[]): void
  /** Somebody has answered these. */
  answered(keys: readonly string[]): void
  /** Stops what runs here. */
  close(): void
  decide(
    key: string,
    decision: ApprovalDecision,
  ): Promise<Awaited<ReturnType<ChatController['decideApproval']>>>
  /** Answers a call from outside. False where it does not wait. */
  addResult(callKey: string, result: unknown): Promise<boolean>
  revoke(toolName?: string): void
}

interface Question {
  approval: PendingApproval
  /** A call of a tool of this page. Absent: the server has asked. */
  own?: PreparedCall
}

export function createWaitingCalls(host: WaitingCallsHost): WaitingCalls {
  const { store, live, threadId, now } = host
  const grants = createGrants(now)
  /** When each tool of the server was allowed for the whole chat. Kept here, because the server decides single calls only. */
  const allowed = new Map<string, number>()
  const questions = new Map<string, Question>()
  let waiting: readonly WaitingCall[] = []
  /** Calls that run here, each with the end of its run. */
  const running = new Map<string, AbortController>()

  /** Tells the server what became of a call, and the call that this waits for a login. */
  const decide = (said: RunDecision): Promise<'taken' | 'stale'> =>
    host.decide(said, () => {
      const { callKey, messageId } = waiting.find(({ key }) => key === said.key) ?? {}
      const index = callKey === undefined ? undefined : readCallKey(callKey)?.callIndex
      if (messageId === undefined || index === undefined) return
      const call = live.get(messageId)?.calls[index] ?? { state: 'running' }
      const state = call.state === 'awaiting' ? 'queued' : call.state
      live.setCall(messageId, index, { ...call, state, needsLogin: true })
    })
  const publish = (): void =>
    host.publish({
      approvals: Array.from(questions.values(), ({ approval }) => approval),
      grants: [...grants.list(), ...Array.from(allowed, ([toolName, since]) => ({ toolName, since }))],
    })
  const ask = (call: WaitingCall, own?: PreparedCall): void => {
    const { key, messageId, callKey, toolName, argumentsText, destructive = false } = call
    const { callIndex } = readCallKey(callKey) ?? { callIndex: 0 }
    const found = pairToolCalls(store.getMessages()).calls.find((one) => one.key === callKey)
    const since = now()
    const approval: PendingApproval = {
      key,
      threadId,
      messageId,
      callIndex,
      callKey,
      callId: found?.call.id ?? '',
      toolName,
      args: own ? own.args : parseJson(argumentsText),
      argumentsText,
      destructive,
      // The server checks them when a call of its own is changed; a call of this page has told its arguments to the model.
      ...(own && { keepsArguments: true }),
      since,
    }
    questions.set(key, { approval, ...(own && { own }) })
    live.setCall(messageId, callIndex, { state: 'awaiting', startedAt: since })
  }

  const take = async (call: WaitingCall): Promise<void> => {
    const { key, callKey } = call
    const { tools = [], onToolCall } = host.getConfig()
    const tool = tools.find(({ name }) => name === call.toolName)
    const found = pairToolCalls(store.getMessages()).calls.find((one) => one.key === callKey)
    if (!found) return
    onToolCall?.({
      callKey,
      callId: found.call.id,
      toolName: call.toolName,
      args: parseJson(call.argumentsText),
      messageId: call.messageId,
    })
    if (!tool?.execute || running.has(key)) return
    if (call.begun !== undefined) return lookAfter(call, call.begun)
    const made = await prepareCall(found.call, found.callIndex, callKey, new Map([[tool.name, tool]]))
    if (!isWaiting(key)) return
    if ('failure' in made) return void (await decide({ key, ...resultOf(made.failure) }))
    if (await wantsApproval(made.prepared, grants, [])) {
      if (isWaiting(key)) ask({ ...call, destructive: tool.destructive ?? false }, made.prepared)
      return publish()
    }
    await run(call, made.prepared)
  }

  const isWaiting = (key: string): boolean => waiting.some((call) => call.key === key)

  /** Does what only one tab of this browser may do with a call. Where another tab has it, looks again when that has gone. */
  const alone = async (key: string, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    if (running.has(key)) return
    const stop = new AbortController()
    const { signal } = stop
    running.set(key, stop)
    const release = await host.claim(key)
    try {
      if (release && isWaiting(key)) await work(signal)
      else if (!release) await raceAbort(host.freed(key, signal), signal)
    } finally {
      release?.()
      running.delete(key)
    }
    if (!release) host.refresh()
  }

  /**
   * A call that a page has begun, and that may have taken effect. A page of this browser that has gone ends nothing any more, so the call
   * is told as interrupted. One of another device may still run it.
   */
  const lookAfter = async (call: WaitingCall, mark: string): Promise<void> => {
    const { callIndex } = readCallKey(call.callKey) ?? { callIndex: 0 }
    live.setCall(call.messageId, callIndex, { state: 'running', startedAt: now() })
    if (!mark.startsWith(host.device)) return
    await alone(call.key, () => decide({ key: call.key, mark, interrupted: true }))
  }

  const run = ({ key, messageId }: WaitingCall, prepared: PreparedCall): Promise<void> =>
    alone(key, async (signal) => {
      const mark = `${host.device} ${randomId()}`
      if ((await host.begin(key, mark)) === 'stale') return host.refresh()
      if (signal.aborted) return
      const stops = new Set<() => void>()
      signal.addEventListener('abort', () => stops.forEach((end) => end()))
      const { toolTimeout: timeout } = host.getConfig()
      const result = await runCall(prepared, {
        signal,
        stops,
        now,
        ...(timeout !== undefined && { timeout }),
        getMessages: store.getMessages,
        threadId,
        onLive: (call) => live.setCall(messageId, prepared.index, call),
      })
      if (!signal.aborted) await decide({ key, mark, ...resultOf(result) })
    })

  const forget = (): void => {
    for (const key of questions.keys()) if (!isWaiting(key)) questions.delete(key)
    for (const [key, stop] of running) if (!isWaiting(key)) stop.abort()
  }

  return {
    set(calls) {
      waiting = calls
      forget()
      for (const call of calls) {
        if (call.begun !== undefined) questions.delete(call.key)
        if (questions.has(call.key)) continue
        if (call.type === 'result') void take(call).catch(() => {})
        else if (!call.destructive && allowed.has(call.toolName))
          void decide({ key: call.key, decision: { type: 'allow' } }).catch(() => {})
        else ask(call)
      }
      publish()
    },
    answered(keys) {
      waiting = waiting.filter(({ key }) => !keys.includes(key))
      forget()
      publish()
    },
    close() {
      waiting = []
      forget()
    },
    async decide(key, decision) {
      const question = questions.get(key)
      if (!question) return { status: 'stale' }
      const { approval, own } = question
      const isGrant = decision.type === 'allow-in-chat'
      if (isGrant && approval.destructive)
        return { status: 'invalid', message: `"${approval.toolName}" can only be allowed call by call.` }
      if (own && decision.type === 'edit')
        return { status: 'invalid', message: `The arguments of "${approval.toolName}" cannot be changed.` }
      questions.delete(key)
      if (isGrant && own) grants.add(own.tool)
      else if (isGrant) allowed.set(approval.toolName, now())
      publish()
      const call = waiting.find((one) => one.key === key)
      if (own && call && decision.type !== 'deny') {
        void run(call, own).catch(() => {})
        return { status: 'accepted' }
      }
      const said: RunDecision = own
        ? {
            key,
            result: { content: deniedText(decision), isError: true },
            kept: { metadata: { [TOOL_OUTCOME_KEY]: 'denied' } },
          }
        : { key, decision: isGrant ? { type: 'allow' } : decision }
      return { status: (await decide(said)) === 'taken' ? 'accepted' : 'stale' }
    },
    async addResult(callKey, result) {
      const call = waiting.find((one) => one.callKey === callKey && one.type === 'result')
      return call !== undefined && (await decide({ key: call.key, result })) === 'taken'
    },
    revoke(toolName) {
      grants.remove(toolName)
      if (toolName === undefined) allowed.clear()
      else allowed.delete(toolName)
      publish()
    },
  }
}

/** All that the thread keeps of a result, so that another page shows the same. */
const resultOf = ({ content, details, isError, timing, metadata }: ToolMessage) => ({
  result: compact({ content, details, isError: isError || undefined }),
  ...((timing ?? metadata) && { kept: compact({ timing, metadata }) }),
})

/** In the words of the kernel, by which a transcript knows a denial. */
const deniedText = (decision: ApprovalDecision): string => {
  const reason = decision.type === 'deny' ? decision.reason : undefined
  return `Tool execution denied by the user.${reason ? ` Reason: ${reason}` : ''}`
}
