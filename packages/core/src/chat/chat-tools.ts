import type { Tool } from '../tools/types.js'
import type { ChatConfig } from './types.js'

/**
 * The tools of a chat: those of its transport and its own. Where both have a tool of a name, the transport's counts if it runs
 * calls: the other system has run that call already. Read again each time, because the transport's list grows.
 */
export function chatTools({ tools = [], transport }: ChatConfig): readonly Tool[] {
  const brought = transport?.tools ?? []
  if (brought.length === 0 || brought === tools) return tools
  const runs = (tool: Tool): boolean => Boolean(tool.execute)
  const named = (list: readonly Tool[], { name }: Tool): Tool | undefined =>
    list.find((tool) => tool.name === name)
  return [
    ...tools.filter((tool) => !named(brought.filter(runs), tool)),
    ...brought.filter((tool) => runs(tool) || !named(tools, tool)),
  ]
}
