import type { ToolCall, ToolMessage } from '../message/types.js'
import { parseArguments } from './parse-arguments.js'
import type { PreparedCall } from './tool-gate.js'
import { thrownText, toolFailure } from './tool-result.js'
import type { Tool } from './tool-types.js'

/** A call ready to be gated, or the result of one that never can run. */
export type Preparation = { prepared: PreparedCall } | { failure: ToolMessage }

/** Finds the tool of a call and reads and checks its arguments. Never rejects. */
export async function prepareCall(
  call: ToolCall,
  index: number,
  callKey: string,
  tools: ReadonlyMap<string, Tool>,
): Promise<Preparation> {
  const tool = tools.get(call.function.name)
  if (!tool) return { failure: toolFailure(call, 'unknown_tool', unknownToolText(call, tools)) }
  try {
    const args = await parseArguments(tool, call.function.arguments)
    return { prepared: { index, call, callKey, tool, args } }
  } catch (error) {
    return { failure: toolFailure(call, 'invalid_arguments', thrownText(error)) }
  }
}

function unknownToolText(call: ToolCall, tools: ReadonlyMap<string, Tool>): string {
  const names = [...tools.keys()].join(', ')
  return `Tool "${call.function.name}" not found. ${names ? `Offered: ${names}.` : 'No tools are offered.'}`
}
