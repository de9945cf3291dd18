import type { ToolCall } from '@antiphon/core'
import {
  approvalText,
  passGate,
  prepareCall,
  runCall,
  wantsApproval,
  type Grants,
  type PreparedCall,
} from '@antiphon/core/calls'
import { isRecord } from '@antiphon/base'
import type { McpAppOfTool } from '../tool-apps.js'
import type { McpResult } from '../types.js'
import { INVALID_PARAMS, RpcError, type AppParams } from './app-bridge.js'
import { resultForApp } from './app-content.js'
import type { AppChat } from './types.js'

/** A call that an app wants to make, as a person is asked about it. */
interface AppCall {
  toolName: string
  /** The JSON of what the tool is given. */
  argumentsText: string
  destructive: boolean
}

type CallAnswer = { allow: true; always?: boolean } | { allow: false; reason?: string }

export interface AppCallHost {
  app: McpAppOfTool
  /** Whose gate and time limit hold, and whose messages a tool may read. */
  chat?: AppChat
  /** Tools that a person has allowed for this app. */
  grants: Grants
  ask(call: AppCall): Promise<CallAnswer>
  now(): number
}

const refused = (text: string): McpResult => ({ content: [{ type: 'text', text }], isError: true })

/**
 * Runs a call of an app by the rules for calls of a model: the arguments are checked by the schema, then the chat's gate is
 * asked, then a person where the tool wants it. A refusal is a result with the reason, as for a model.
 *
 * @throws RpcError when the app may not call such a tool
 */
export async function callForApp(
  params: AppParams,
  callKey: string,
  signal: AbortSignal,
  { app, chat, grants, ask, now }: AppCallHost,
): Promise<McpResult> {
  const { name, arguments: given = {} } = params
  const tool = app.tools.find(({ mcp }) => mcp.name === name)
  if (!tool) throw new RpcError(INVALID_PARAMS, `This server has no tool "${String(name)}" for its app.`)
  if (!isRecord(given)) throw new RpcError(INVALID_PARAMS, 'The arguments must be an object.')
  const call: ToolCall = {
    id: callKey,
    type: 'function',
    function: { name: tool.name, arguments: JSON.stringify(given) },
  }
  const preparation = await prepareCall(call, 0, callKey, new Map([[tool.name, tool]]))
  if ('failure' in preparation) return resultForApp(preparation.failure)
  const gate = chat?.getConfig().gateToolCalls
  const [verdict] = gate
    ? await passGate(gate, [preparation.prepared])
    : [{ run: true as const, prepared: preparation.prepared }]
  if (!verdict?.run) return refused(verdict?.text ?? 'The call was not allowed.')
  const { prepared } = verdict
  if (await wantsApproval(prepared, grants)) {
    const answer = await askAbout(prepared, ask)
    if (!answer.allow)
      return refused(`The user denied this call.${answer.reason ? ` Reason: ${answer.reason}` : ''}`)
    if (answer.always && !tool.destructive) grants.add(tool)
  }
  if (signal.aborted) return refused('The app was closed.')
  const stops = new Set<() => void>()
  const stop = (): void => stops.forEach((one) => one())
  signal.addEventListener('abort', stop, { once: true })
  const message = await runCall(prepared, {
    signal,
    stops,
    now,
    timeout: chat?.getConfig().toolTimeout,
    getMessages: () => chat?.store.getMessages() ?? [],
    onLive: () => {},
  })
  signal.removeEventListener('abort', stop)
  return app.resultOf(callKey) ?? resultForApp(message)
}

async function askAbout({ tool, args }: PreparedCall, ask: AppCallHost['ask']): Promise<CallAnswer> {
  let argumentsText: string
  try {
    argumentsText = approvalText(tool.name, args)
  } catch (error) {
    return { allow: false, reason: error instanceof Error ? error.message : undefined }
  }
  return ask({ toolName: tool.name, argumentsText, destructive: tool.destructive ?? false })
}
