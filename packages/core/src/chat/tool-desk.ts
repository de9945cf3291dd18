import { pairToolCalls } from '../pairing/pair-tool-calls.js'
import type { AssistantMessage, StoredMessage } from '../message/types.js'
import { toolResult } from '../tools/tool-result.js'
import { createApprovals, type ApprovalHost } from './approvals.js'
import { watchThreadAtRest } from './approvals-at-rest.js'
import type { ApprovalAnswer, ApprovalDecision } from './approval-types.js'
import type { Chat } from './chat-types.js'
import { claimByLock } from './claim-call.js'
import type { AnswerContext } from './run-answer.js'
import { lastResult, placeResults, runToolTurn, type Placed, type TurnEnd } from './run-tool-turn.js'

export { toolDefinition } from '../tools/tool-definition.js'

/** What a chat with tools needs beyond a chat without. Loaded on demand, see `load-tool-desk.ts`. */
export interface ToolDesk {
  runTurn(context: AnswerContext, answer: StoredMessage & AssistantMessage): Promise<TurnEnd>
  /** Ends the thread with a message that says that the limit on rounds was reached. */
  stopAtLimit(rounds: number, parent: string | null): void
  decide(key: string, decision: ApprovalDecision): Promise<ApprovalAnswer>
  revoke(toolName: string): void
  /** Answers a call from outside. Resolves with true when the thread may now go on. */
  addResult(callKey: string, value: unknown): Promise<boolean>
  /** Looks again at what waits for approval in a thread at rest. */
  refresh(): void
}

export type ToolDeskHost = Pick<Chat, 'store' | 'getState' | 'getConfig' | 'subscribe'> &
  Omit<ApprovalHost, 'getTools'> & {
    isRunning(): boolean
    /** Did the host name the thread? */
    isNamed: boolean
  }

export function createToolDesk(host: ToolDeskHost): ToolDesk {
  const { store, live, now } = host
  const getTools = () => new Map((host.getConfig().tools ?? []).map((tool) => [tool.name, tool]))
  const approvals = createApprovals({ ...host, getTools })
  /** Keys of calls that run in another tab. */
  const elsewhere = new Set<string>()
  const refresh = watchThreadAtRest(
    {
      ...host,
      getTools,
      getToolList: () => host.getConfig().tools,
      isElsewhere: (callKey) => elsewhere.has(callKey),
    },
    approvals,
  )
  let root = store.getIds()[0]
  store.subscribeIds(() => {
    // Another thread in the same chat object: what was allowed in the one is not allowed in the other.
    if (root !== undefined && !store.getMessage(root)) approvals.revoke()
    root = store.getIds()[0]
    refresh()
  })
  host.subscribe(refresh)
  refresh()
  /** Only a thread with a name of its own is the same one in another tab. */
  const claimCall = host.isNamed
    ? async (callKey: string) => {
        const mine = await claimByLock(`antiphon ${host.threadId} ${callKey}`)
        if (!mine) elsewhere.add(callKey)
        return mine
      }
    : undefined
  /** Results of the turns that run: who adds one from outside must know of those that came just before. */
  const turns = new Map<string, Placed>()

  return {
    refresh,
    revoke: approvals.revoke,
    decide: approvals.decide,
    async runTurn(context, answer) {
      const placed = placeResults(store, answer, now)
      turns.set(answer.id, placed)
      try {
        return await runToolTurn({ ...context, claimCall }, approvals, answer, placed)
      } finally {
        turns.delete(answer.id)
      }
    },
    stopAtLimit(rounds, parent) {
      const message = `Stopped after ${rounds} rounds of tool calls.`
      const at = now()
      store.append(
        {
          role: 'assistant',
          content: '',
          timestamp: at,
          finishReason: 'error',
          isError: true,
          error: { kind: 'tool_loop_limit', message, occurredAt: at },
        },
        { parent },
      )
    },
    async addResult(callKey, value) {
      const find = () => pairToolCalls(store.getMessages()).calls.find(({ key }) => key === callKey)
      const found = find()
      if (!found || found.result) return false
      const result = await toolResult(found.call, value)
      // Made ready meanwhile, perhaps twice: only the first result counts.
      const call = find()
      if (!call || call.result) return false
      const answer = store.getMessages()[call.messageIndex] as StoredMessage & AssistantMessage
      const {
        callIndex,
        call: {
          function: { name },
        },
      } = call
      const isOurs = live.get(answer.id)?.calls[callIndex] && getTools().get(name)?.execute
      // The loop is at it: its own result will come.
      if (isOurs && host.isRunning()) return false
      const placed = turns.get(answer.id) ?? placeResults(store, answer, now)
      placed.add(callIndex, result)
      const { calls } = pairToolCalls(store.getMessages())
      const open = calls.some((other) => other.messageIndex === call.messageIndex && !other.result)
      // A late answer, with the conversation already beyond it, only goes to its place.
      return !open && !host.isRunning() && store.getIds().at(-1) === lastResult(store, answer.id)
    },
  }
}
