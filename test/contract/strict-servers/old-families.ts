import { knownFields } from './body-rules.js'
import { errorShapes } from './error-shapes.js'
import { openaiMessages } from './openai-families.js'
import { callsOf, listOf, type Fields, type StrictFamily, type StrictRule } from './strict-request.js'

/** A gateway before a service with rules of its own for names, texts and contents (docs/wire 1.3), as Bedrock and PostgreSQL have them. */
const fussyRules: StrictRule[] = [
  ({ body, messages }) => {
    const calls = callsOf(messages).map(({ call }) => call)
    const names = [...listOf(body['tools']), ...calls].map((one) => (one['function'] as Fields)['name'])
    return names.every((name) => /^[a-zA-Z][a-zA-Z0-9_]*$/.test(String(name)))
      ? undefined
      : {
          message:
            "Value at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z][a-zA-Z0-9_]*",
        }
  },
  ({ messages }) =>
    messages.every(({ content }) => typeof content === 'string' && content.trim())
      ? undefined
      : { message: 'The content field in the Message object at messages.1 is empty.' },
  ({ body }) =>
    /\\u0000/.test(JSON.stringify(body))
      ? { message: 'unsupported Unicode escape sequence: \\u0000 cannot be converted to text.' }
      : undefined,
]

/** Versions whose profile is that of newer ones: only a refusal tells them apart (docs/wire 1.1, stream_options). */
export const oldFamilies: readonly StrictFamily[] = [
  {
    name: 'azure-old',
    profile: 'azure',
    model: 'gpt-4',
    shape: errorShapes.openai,
    rules: [knownFields((key) => `Unrecognized request argument supplied: ${key}`), ...openaiMessages],
  },
  { name: 'fussy', profile: 'generic', model: 'claude', shape: errorShapes.openai, rules: fussyRules },
]
