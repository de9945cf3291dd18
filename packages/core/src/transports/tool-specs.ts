import type { ToolDefinition } from '../request/request-types.js'

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
