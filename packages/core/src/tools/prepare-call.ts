import type { ToolCall, ToolMessage } from '../message/types.js'
import { parseArguments } from './arguments.js'
import { askedTool } from './asked-tool.js'
import type { PreparedCall } from './gate.js'
import { loadForm } from './load-form.js'
import { thrownText, toolFailure } from './tool-result.js'
import type { Tool } from './types.js'

/** A call ready to be gated, or the result of one that never can run. */
export type Preparation = { prepared: PreparedCall } | { failure: ToolMessage }

/** Finds the tool of a call and reads and checks its arguments. Never rejects. */
export async function prepareCall(
  call: ToolCall,
  index: number,
  callKey: string,
  tools: ReadonlyMap<string, Tool>,
): Promise<Preparation> {
  const tool = call.approvalRequest ? askedTool(call, tools) : tools.get(call.function.name)
  if (!tool) return { failure: toolFailure(call, 'unknown_tool', unknownToolText(call, tools)) }
  try {
    const args = await parseArguments(tool, call.function.arguments)
    const form = call.approvalRequest && tool.formOf?.(call.approvalRequest)
    // A question that cannot be shown is not asked.
    if (form) (await loadForm()).readForm(form.schema)
    return { prepared: { index, call, callKey, tool, args, ...(form && { form }) } }
  } catch (error) {
    return { failure: toolFailure(call, 'invalid_arguments', thrownText(error)) }
  }
}

function unknownToolText(call: ToolCall, tools: ReadonlyMap<string, Tool>): string {
  const offered = [...tools.values()].filter(({ runsApproved }) => !runsApproved)
  const names = offered.map(({ name }) => name).join(', ')
  return `Tool "${call.function.name}" not found. ${names ? `Offered: ${names}.` : 'No tools are offered.'}`
}
