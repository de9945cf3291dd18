import { noEmptyTools, onlyValues, thoughtsAreSigned, toolsWithHistory } from './body-rules.js'
import { errorShapes } from './error-shapes.js'
import {
  argumentsAreObjects,
  callIds,
  callsAndResultsPair,
  callsHaveTypes,
  contentIsThere,
  endsWithQuestion,
  neverAfter,
  noDeveloper,
  noPart,
  oneSystemFirst,
} from './message-rules.js'
import { isFields, listOf, type StrictFamily } from './strict-request.js'

const noImageInResult = noPart(
  (part, role) => role === 'tool' && part['type'] === 'image_url',
  'Unknown part type: image_url in tool message',
)

/** Local servers, with the templates that refuse something. */
export const ownFamilies: readonly StrictFamily[] = [
  {
    name: 'vllm',
    profile: 'vllm',
    model: 'Qwen/Qwen3-8B',
    shape: errorShapes.vllm,
    rules: [
      noDeveloper,
      oneSystemFirst('System message must be at the beginning.'),
      argumentsAreObjects('Expecting value: line 1 column 1 (char 0)'),
      noImageInResult,
    ],
  },
  {
    name: 'vllm-gemma',
    profile: 'vllm',
    model: 'google/gemma-4-31b-it',
    shape: errorShapes.oldVllm,
    rules: [
      ...(['user', 'assistant'] as const).map((role) =>
        neverAfter(role, role, {
          message: 'Conversation roles must alternate user/assistant/user/assistant/...',
        }),
      ),
      oneSystemFirst('Conversation roles must alternate user/assistant/user/assistant/...'),
    ],
  },
  {
    name: 'sglang',
    profile: 'sglang',
    model: 'Qwen/Qwen3.6-35B-A3B',
    shape: errorShapes.oldVllm,
    rules: [
      // Old versions want the key on every message, null or not.
      ({ messages }) =>
        messages.every((message) => 'content' in message)
          ? undefined
          : { message: '1 validation error: content Field required' },
      oneSystemFirst('System message must be at the beginning.'),
    ],
  },
  {
    name: 'llama-cpp',
    profile: 'llama-cpp',
    model: 'Qwen3-8B-Q4_K_M',
    shape: errorShapes.llamaCpp,
    rules: [
      callsHaveTypes,
      endsWithQuestion('Assistant response prefill is incompatible with enable_thinking.'),
      noPart(
        ({ type }) => !['text', 'image_url', 'input_audio'].includes(String(type)),
        'unsupported content[].type',
      ),
      oneSystemFirst('System message must be at the beginning.'),
    ],
  },
  {
    name: 'ollama',
    profile: 'ollama',
    model: 'gpt-oss:20b',
    shape: errorShapes.openai,
    rules: [
      argumentsAreObjects('invalid tool call arguments'),
      ({ messages }) =>
        messages.some(({ content, tool_calls }) => content === null && listOf(tool_calls).length === 0)
          ? { message: 'invalid message content type: <nil>' }
          : undefined,
      noPart(({ type }) => type !== 'text' && type !== 'image_url', 'invalid message format'),
      noPart(
        ({ image_url }) =>
          image_url !== undefined &&
          !/^data:image\/(?:jpeg|jpg|png|webp);base64,/.test(
            String(isFields(image_url) ? image_url['url'] : image_url),
          ),
        'invalid image input',
      ),
      onlyValues(
        'reasoning_effort',
        ['high', 'medium', 'low', 'none'],
        (value) => `invalid reasoning value: '${value}' (must be "high", "medium", "low", or "none")`,
      ),
    ],
  },
  {
    name: 'litellm',
    profile: 'litellm',
    model: 'claude-sonnet-4-5',
    shape: errorShapes.openai,
    rules: [
      toolsWithHistory,
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
    name: 'lm-studio',
    profile: 'lm-studio',
    model: 'qwen/qwen3-8b',
    shape: errorShapes.text,
    rules: [
      oneSystemFirst('Error rendering prompt with jinja template: System message must be at the beginning.'),
    ],
  },
  // Not known to refuse more than most do; a server nobody knows should be no worse.
  {
    name: 'featherless',
    profile: 'featherless',
    model: 'zai-org/GLM-5.1',
    shape: errorShapes.vllm,
    rules: [noDeveloper, noEmptyTools, callsAndResultsPair],
  },
  {
    name: 'generic',
    profile: 'generic',
    model: 'some-model',
    shape: errorShapes.openai,
    rules: [noDeveloper, noEmptyTools, callsAndResultsPair, contentIsThere],
  },
]
