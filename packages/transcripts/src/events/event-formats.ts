import type { Message } from '@antiphon/core'
import { field, isRecord, textOf, recordOf, listOf } from '@antiphon/base'
import { untag } from '../agentkit/content.js'

import { readAgentkit, messagesOfItems } from '../agentkit/read-events.js'
import { readAiSdk } from '../ai-sdk/read-events.js'
import { readClawtools } from '../clawtools/read-events.js'
import { openAgentLoopsFormat } from '../open-agent-loops/format.js'
import { readOpenAgentLoops } from '../open-agent-loops/read-events.js'
import { readPromptApi } from '../prompt-api/read-events.js'
import type { EventFormat } from '../types.js'
import { readRuns } from './read-runs.js'
import type { AgentReader } from '../agents/agent-event.js'
import { messagesIn } from '../shared/define-format.js'

const AGENTKIT = new Set(
  (
    'Delta ContentDelta ToolCall ToolCallRequested Usage UsageUpdated Finished RunStarted TurnStarted TurnFinished RunFailed ' +
    'InputAccepted ToolExecutionStarted ToolExecutionProgress ToolResultReceived ApprovalRequired ApprovalResolved Warning ' +
    'ToolCatalogChanged MutationStarted MutationFinished'
  ).split(' '),
)
const AI_SDK =
  /^(?:start|start-step|finish-step|finish|reset-step|abort|message-metadata|reasoning-file|custom|source-url|source-document|file|data-.+|(?:text|reasoning)-(?:start|delta|end)|tool-(?:input-(?:start|delta|available|error)|output-(?:available|error|denied)|approval-re(?:quest|sponse)))$/
const CLAWTOOLS = /^(?:start|(?:text|thinking|toolcall)_(?:start|end))$/
const OPEN_AGENT_LOOPS = /^(?:agent_start|turn_start)$/

/** The streams of agents. Their events share words with entries of session files. */
export const eventFormats: readonly EventFormat[] = [
  {
    name: 'open-agent-loops',
    read: runReader(readOpenAgentLoops, askedOfLoops),
    isEvent(event) {
      if (!isRecord(event)) return false
      const { type, text, message } = event
      switch (type) {
        case 'reasoning_delta':
        case 'text_delta':
          return typeof text === 'string'
        case 'tool_call':
          return isRecord(event.toolCall)
        case 'tool_start':
        case 'tool_end':
          return typeof event.toolCallId === 'string'
        case 'message':
        case 'message_injected':
        case 'error':
          return isRecord(message)
        case 'done':
          return isRecord(message) && !('stopReason' in event) && !('reason' in event)
        case 'agent_end':
          return Array.isArray(event.messages)
        default:
          return typeof type === 'string' && OPEN_AGENT_LOOPS.test(type)
      }
    },
  },
  {
    name: 'agentkit',
    read: runReader(readAgentkit, askedOfAgentkit),
    isEvent: (event) => AGENTKIT.has(untag(event)?.[0] ?? ''),
  },
  {
    name: 'clawtools',
    read: runReader(readClawtools),
    isEvent(event) {
      if (!isRecord(event) || typeof event.type !== 'string') return false
      const { type } = event
      if (/^(?:text|thinking|toolcall)_delta$/.test(type)) return typeof event.delta === 'string'
      if (type === 'done') return typeof (event.stopReason ?? event.reason) === 'string'
      // The body of an error has words; the error of a connector is a message.
      if (type === 'error')
        return (
          'error' in event && !isRecord(event.message) && textOf(field(event.error, 'message')) === undefined
        )
      return CLAWTOOLS.test(type)
    },
  },
  {
    name: 'prompt-api',
    read: runReader(readPromptApi),
    isEvent: (event) => isRecord(event) && Array.isArray(event.runs) && 'done' in event,
  },
  {
    name: 'ai-sdk',
    read: runReader(readAiSdk),
    isEvent(event) {
      if (!isRecord(event) || typeof event.type !== 'string') return false
      return event.type === 'error' ? typeof event.errorText === 'string' : AI_SDK.test(event.type)
    },
  },
]

function runReader(
  createReader: () => AgentReader,
  asked?: (event: unknown) => Message[],
): EventFormat['read'] {
  return (events, report) => ({ messages: readRuns(events, report, { createReader, asked }) })
}

function askedOfLoops(event: unknown): Message[] {
  const { type, message } = recordOf(event)
  const isQuestion = isRecord(message) && (message.role === 'user' || message.role === 'system')
  const isMessage = type === 'message' || type === 'message_injected'
  return isMessage && isQuestion ? messagesIn(openAgentLoopsFormat, [message]) : []
}

function askedOfAgentkit(event: unknown): Message[] {
  const [name, { items }] = untag(event) ?? ['', {}]
  if (name !== 'InputAccepted') return []
  return messagesOfItems(listOf(items)).filter(({ role }) => role !== 'assistant')
}
