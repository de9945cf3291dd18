import {
  callsAreSigned,
  knownFields,
  needsHeader,
  noEmptyTools,
  noField,
  onlyValues,
  thoughtsAreSigned,
} from './body-rules.js'
import { errorShapes } from './error-shapes.js'
import {
  callIds,
  callsAndResultsPair,
  contentIsThere,
  endsWithQuestion,
  knownMessageKeys,
  neverAfter,
  noDeveloper,
  noPart,
} from './message-rules.js'
import { type StrictFamily } from './strict-request.js'

/** Hosted endpoints, each with what it is known to refuse (docs/wire 1.1, 1.3, 3.3). */
export const hostedFamilies: readonly StrictFamily[] = [
  {
    name: 'anthropic',
    profile: 'anthropic',
    model: 'claude-sonnet-4-5',
    shape: errorShapes.openai,
    rules: [
      needsHeader(
        'anthropic-dangerous-direct-browser-access',
        'true',
        "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
      ),
      callIds(
        /^[a-zA-Z0-9_-]{1,64}$/,
        (_, at) => `messages.${at}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      ),
      callsAndResultsPair,
      contentIsThere,
      endsWithQuestion(
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      ),
    ],
  },
  {
    name: 'gemini',
    profile: 'gemini',
    model: 'gemini-3-pro-preview',
    shape: errorShapes.gemini,
    rules: [
      knownFields(
        (key) => `Invalid JSON payload received. Unknown name "${key}": Cannot find field.`,
        'stream_options',
        'parallel_tool_calls',
        'reasoning_effort',
      ),
      knownMessageKeys(
        (key, at) =>
          `Invalid JSON payload received. Unknown name "${key}" at 'messages[${at}]': Cannot find field.`,
        { tool: ['name'], call: ['extra_content'] },
      ),
      callsAreSigned,
    ],
  },
  {
    name: 'openrouter',
    profile: 'openrouter',
    model: 'anthropic/claude-sonnet-4.5',
    shape: errorShapes.openRouter,
    rules: [
      thoughtsAreSigned,
      callIds(
        /^[a-zA-Z0-9_-]{1,64}$/,
        (_, at) => `messages.${at}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      ),
      callsAndResultsPair,
      contentIsThere,
    ],
  },
  {
    name: 'mistral',
    profile: 'mistral',
    model: 'magistral-medium-latest',
    shape: errorShapes.mistral,
    rules: [
      ({ body }) => {
        const refusal = knownFields(
          () => 'Extra inputs are not permitted',
          'parallel_tool_calls',
          'prompt_mode',
        )({ headers: {}, body, messages: [] })
        return refusal && { ...refusal, status: 422 }
      },
      (request) => {
        const refusal = knownMessageKeys(() => 'Extra inputs are not permitted', {
          assistant: ['prefix'],
          tool: ['name'],
        })(request)
        return refusal && { ...refusal, status: 422 }
      },
      onlyValues('tool_choice', ['auto', 'none', 'any'], () => "Input should be 'auto', 'none' or 'any'"),
      callIds(
        /^[A-Za-z0-9]{9}$/,
        (id) => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
        '3280',
      ),
      neverAfter('user', 'tool', { message: "Unexpected role 'user' after role 'tool'", code: '3230' }),
      endsWithQuestion(
        'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
      ),
      callsAndResultsPair,
    ],
  },
  {
    name: 'xai',
    profile: 'xai',
    model: 'grok-4-fast-non-reasoning',
    shape: errorShapes.xai,
    rules: [
      noDeveloper,
      noField(
        'reasoning_effort',
        'Model grok-4-fast-non-reasoning does not support parameter reasoningEffort.',
      ),
    ],
  },
  {
    name: 'xai-reasoning',
    profile: 'xai',
    model: 'grok-4.5',
    shape: errorShapes.xai,
    rules: [
      noDeveloper,
      noField('stop', 'Argument not supported on this model: stop'),
      noField('presence_penalty', 'Argument not supported on this model: presencePenalty'),
      onlyValues(
        'reasoning_effort',
        ['low', 'medium', 'high'],
        (value) => `This model does not support reasoning_effort ${value}`,
      ),
    ],
  },
  {
    name: 'nvidia',
    profile: 'nvidia',
    model: 'meta/llama-3.3-70b-instruct',
    shape: errorShapes.nvidia,
    rules: [
      knownFields(() => 'Extra inputs are not permitted', 'stream_options', 'parallel_tool_calls'),
      knownMessageKeys(() => 'Extra inputs are not permitted'),
    ],
  },
  {
    name: 'dashscope',
    profile: 'dashscope',
    model: 'qwen3-32b',
    shape: errorShapes.dashScope,
    rules: [
      noDeveloper,
      ({ body }) =>
        body['stream'] !== true && body['enable_thinking'] !== false
          ? { message: 'parameter.enable_thinking must be set to false for non-streaming calls' }
          : undefined,
      noPart(
        ({ type }) => type === 'file',
        'Invalid value: file. Supported values are: text, image_url, video_url, input_audio',
      ),
    ],
  },
  {
    name: 'perplexity',
    profile: 'perplexity',
    model: 'sonar-pro',
    shape: errorShapes.openai,
    rules: [noField('tools', 'Tool calling is not supported for this model', 'tool_not_supported')],
  },
  {
    name: 'fireworks',
    profile: 'fireworks',
    model: 'accounts/fireworks/models/gpt-oss-120b',
    shape: errorShapes.openai,
    rules: [
      onlyValues(
        'reasoning_effort',
        ['low', 'medium', 'high'],
        (value) => `Invalid value for reasoning_effort: ${value}`,
      ),
      contentIsThere,
    ],
  },
  {
    name: 'cloudflare-gateway',
    profile: 'cloudflare-gateway',
    model: 'openai/gpt-4.1',
    shape: errorShapes.cloudflare,
    rules: [needsHeader('cf-aig-authorization', 'Bearer key', 'Unauthorized'), noDeveloper],
  },
  ...(
    [
      ['together', 'meta-llama/Llama-3.3-70B', errorShapes.openai],
      ['zai', 'glm-4.7', errorShapes.openai],
      ['huggingface', 'deepseek-ai/DeepSeek-V3.2', errorShapes.text],
      ['cloudflare', '@cf/meta/llama-3.3-70b', errorShapes.cloudflare],
    ] as const
  ).map(([name, model, shape]) => ({
    name,
    profile: name,
    model,
    shape,
    rules: [noDeveloper, noEmptyTools],
  })),
]
