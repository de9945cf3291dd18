import type { LintRule } from '../lint-types.js'
import { everyCall } from './every-call.js'

export const toolName: LintRule = {
  name: 'tool-name',
  about: 'A call without a tool name, or with one that providers refuse.',
  *check(context) {
    for (const { message, call } of everyCall(context)) {
      const place = { where: { message, ...call.where }, path: call.namePath }
      if (!call.name) {
        yield {
          ...place,
          severity: 'error',
          message: 'The call names no tool.',
          effect: 'Endpoints answer 400 or 422. Antiphon sends the name unknown.',
          fix: {
            title: 'Name it unknown',
            edits: [{ op: 'set', message, path: call.namePath, value: 'unknown' }],
          },
        }
      } else if (!/^[\w-]{1,64}$/.test(call.name)) {
        yield {
          ...place,
          severity: 'warning',
          message: 'The tool has a name of more than letters, digits, _ and -, or of over 64 characters.',
          effect:
            'OpenAI, Azure and Anthropic-backed routes answer 400. Rename the tool: its definition has the name too.',
        }
      }
    }
  },
}

export const unknownTool: LintRule = {
  name: 'unknown-tool',
  about: 'A call of a tool that is not offered (needs the option tools).',
  *check(context) {
    const { tools } = context.options
    if (!tools) return
    const names = new Set(
      tools.map((tool) =>
        typeof tool === 'string' ? tool : 'name' in tool ? tool.name : tool.function.name,
      ),
    )
    for (const { message, call } of everyCall(context)) {
      if (!call.name || names.has(call.name)) continue
      yield {
        severity: 'warning',
        where: { message, ...call.where },
        path: call.namePath,
        message: `The tool ${call.name} is not offered.`,
        effect:
          'Groq refuses calls of tools that are not in the request; other models call it again, and it cannot be run. Offer it, or start a new thread.',
      }
    }
  },
}
