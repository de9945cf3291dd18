import type { ReportAdjustment, RequestParameters, RequestPolicy, ToolDefinition } from './types.js'

/** The fields of a request that name tools. */
interface NamedTools {
  tools?: readonly ToolDefinition[]
  parameters?: RequestParameters
}

/** The name of a function as nearly all servers take it: OpenAI, Azure, Bedrock, DeepSeek and Mistral refuse others (docs/wire 1.3). */
const NAME = '[a-zA-Z0-9_-]{1,64}'

/**
 * Gives each name the one that it leaves under, which fits the server's pattern. No two share one. The request's own tools come first, so
 * theirs depend on nothing but the list of tools.
 */
export function createNames({
  toolNames = [],
  toolNamePattern = NAME,
}: RequestPolicy): (name: string) => string {
  const pattern = new RegExp(`^(?:${toolNamePattern})$`)
  const made = new Map<string, string>()
  const taken = new Set<string>()
  const nameOf = (name: string): string => {
    let fit = made.get(name)
    if (fit !== undefined) return fit
    const base = baseOf(name, pattern)
    fit = base
    for (let n = 2; taken.has(fit); n++) fit = `${base}_${n}`
    made.set(name, fit)
    taken.add(fit)
    return fit
  }
  for (const name of toolNames) if (pattern.test(name)) nameOf(name)
  for (const name of toolNames) nameOf(name)
  return nameOf
}

/** With room for a number. */
function baseOf(name: string, pattern: RegExp): string {
  if (pattern.test(name)) return name
  const near = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 60)
  if (!/[a-zA-Z0-9]/.test(near)) return 'tool'
  return pattern.test(near) ? near : `tool_${near.replaceAll('-', '_')}`.slice(0, 36)
}

/** The tools of a request under the names that they leave with, and the way back where one is not the host's. */
export function nameTools(
  { tools, parameters }: NamedTools,
  policy: RequestPolicy,
  report: ReportAdjustment,
): NamedTools & { toolNames?: ReadonlyMap<string, string> } {
  const nameOf = createNames(policy)
  const toolNames = new Map<string, string>()
  const named = tools?.map((tool, i) => {
    const { name } = tool.function
    const sent = nameOf(name)
    if (sent === name) return tool
    toolNames.set(sent, name)
    report('tool_name', `body.tools[${i}]`, name, sent)
    return { ...tool, function: { ...tool.function, name: sent } }
  })
  const choice = parameters?.toolChoice
  return {
    tools: named,
    parameters:
      typeof choice === 'object' ? { ...parameters, toolChoice: { name: nameOf(choice.name) } } : parameters,
    ...(toolNames.size > 0 && { toolNames }),
  }
}
