import { knownFields, needsHeader, noEmptyTools, noField, onlyValues } from './body-rules.js'
import { errorShapes } from './error-shapes.js'
import { callIds, callsAndResultsPair, contentIsThere, knownMessageKeys } from './message-rules.js'
import { type StrictFamily } from './strict-request.js'

const unknown = (key: string): string => `Unrecognized request argument supplied: ${key}`
const unknownParameter = (key: string, at?: number): string =>
  `Unknown parameter: '${at === undefined ? key : `messages[${at}].${key}`}'.`
const tooLong = (id: string, at: number, i: number): string =>
  `Invalid 'messages[${at}].tool_calls[${i}].id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`

/** Rules that OpenAI enforces everywhere (docs/wire 1.1, 1.3). */
export const openaiMessages = [
  noEmptyTools,
  knownMessageKeys((key, at) => unknownParameter(key, at)),
  callIds(/^[^]{1,40}$/, tooLong, 'string_above_max_length'),
  callsAndResultsPair,
  contentIsThere,
]

/** OpenAI and those that run its service (docs/wire 1.1, 1.3, 6). */
export const openaiFamilies: readonly StrictFamily[] = [
  {
    name: 'openai',
    profile: 'openai',
    model: 'gpt-5-mini',
    shape: errorShapes.openai,
    rules: [
      noField(
        'max_tokens',
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
      noField(
        'temperature',
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        'unsupported_value',
      ),
      noField('top_p', "Unsupported parameter: 'top_p' is not supported with this model."),
      knownFields(
        unknown,
        'stream_options',
        'max_completion_tokens',
        'parallel_tool_calls',
        'reasoning_effort',
      ),
      onlyValues(
        'reasoning_effort',
        ['minimal', 'low', 'medium', 'high'],
        (value) => `Unsupported value: 'reasoning_effort' does not support '${value}' with this model.`,
      ),
      ...openaiMessages,
    ],
  },
  {
    name: 'openai-chat',
    profile: 'openai',
    model: 'gpt-4.1',
    shape: errorShapes.openai,
    rules: [
      knownFields(unknown, 'stream_options', 'max_completion_tokens', 'parallel_tool_calls'),
      ...openaiMessages,
    ],
  },
  {
    name: 'azure',
    profile: 'azure',
    model: 'gpt-4.1',
    shape: errorShapes.openai,
    rules: [
      needsHeader('api-key', 'key', 'Access denied due to invalid subscription key or wrong API endpoint.'),
      knownFields(unknown, 'stream_options', 'max_completion_tokens', 'parallel_tool_calls'),
      ...openaiMessages,
    ],
  },
  {
    name: 'github',
    profile: 'github',
    model: 'openai/gpt-4.1',
    shape: errorShapes.openai,
    rules: [knownFields(unknown, 'stream_options', 'parallel_tool_calls'), ...openaiMessages],
  },
]
