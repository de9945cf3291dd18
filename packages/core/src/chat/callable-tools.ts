import { isRecord } from '@antiphon/base'
import { apiOf } from '../provider/api-of.js'
import type { Tool, ToolContext } from '../tools/types.js'
import { chatTools } from './chat-tools.js'
import type { ChatConfig } from './types.js'

/** Tells a provider that speaks Responses. Its next request carries the yes (docs/wire 7.5), so the result is no more than a word. */
const responsesRunner: Tool = {
  name: 'answer_of_a_person',
  description: 'Sent to the provider with the next request.',
  parameters: { type: 'object' },
  runsApproved: true,
  execute(_: unknown, { callId, getMessages }: ToolContext) {
    const answer = getMessages().findLast(({ role }) => role !== 'tool')
    const items = answer?.metadata?.['wire.output_items']
    const asked = (Array.isArray(items) ? (items as unknown[]) : []).some(
      (item) => isRecord(item) && item.type === 'mcp_approval_request' && item.id === callId,
    )
    if (!asked)
      throw new Error('The call was allowed, but it did not run: this provider is not the one that asked.')
    return 'Approved.'
  },
}

/** The tools by name that the calls of a chat may run, with the one that passes on a yes to what the endpoint asked. */
export function callableTools(config: ChatConfig): ReadonlyMap<string, Tool> {
  const tools = new Map(chatTools(config).map((tool) => [tool.name, tool]))
  const { endpoint, transport } = config
  if (!transport && endpoint && apiOf(endpoint) === 'responses')
    tools.set(responsesRunner.name, responsesRunner)
  return tools
}
