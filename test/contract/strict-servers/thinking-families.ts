import { knownFields, noField, onlyValues } from './body-rules.js'
import { errorShapes } from './error-shapes.js'
import {
  argumentsAreObjects,
  callsAndResultsPair,
  contentIsThere,
  knownMessageKeys,
  noDeveloper,
  noMessageKey,
  oneSystemFirst,
  thinkingIsThere,
} from './message-rules.js'
import { callsOf, listOf, type StrictFamily } from './strict-request.js'

/** Hosted endpoints that refuse thinking in one form and demand it in another (docs/wire 5). */
export const thinkingFamilies: readonly StrictFamily[] = [
  {
    name: 'deepseek',
    profile: 'deepseek',
    model: 'deepseek-v4-pro',
    shape: errorShapes.openai,
    rules: [
      noDeveloper,
      ({ body }) =>
        body['tool_choice'] === 'required'
          ? { message: 'deepseek-v4-pro does not support this tool_choice' }
          : undefined,
      thinkingIsThere(
        (_, body) => listOf(body['tools']).length > 0,
        () => 'The reasoning_content in the thinking mode must be passed back to the API.',
      ),
      callsAndResultsPair,
    ],
  },
  {
    name: 'deepseek-r1',
    profile: 'deepseek',
    model: 'deepseek-r1',
    shape: errorShapes.openai,
    rules: [
      noDeveloper,
      noMessageKey('reasoning_content', 'The field reasoning_content is not supported in input messages'),
      callsAndResultsPair,
    ],
  },
  {
    name: 'moonshot',
    profile: 'moonshot',
    model: 'kimi-k2.6',
    shape: errorShapes.openai,
    rules: [
      noDeveloper,
      noField('temperature', 'invalid temperature: only 1 is allowed for this model'),
      ({ body }) =>
        body['tool_choice'] === 'required'
          ? { message: "tool_choice 'required' is incompatible with thinking enabled" }
          : undefined,
      thinkingIsThere(
        ({ tool_calls }) => listOf(tool_calls).length > 0,
        (at) =>
          `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
      ),
      callsAndResultsPair,
      contentIsThere,
    ],
  },
  {
    name: 'groq',
    profile: 'groq',
    model: 'openai/gpt-oss-120b',
    shape: errorShapes.openai,
    rules: [
      knownFields(
        (key) => `property '${key}' is unsupported`,
        'stream_options',
        'max_completion_tokens',
        'parallel_tool_calls',
        'reasoning_effort',
      ),
      knownMessageKeys(
        (key, at, role) =>
          `'messages.${at}' : for 'role:${role}' the following must be satisfied[('messages.${at}' : property '${key}' is unsupported)]`,
        { assistant: ['reasoning'], tool: ['name'] },
      ),
      onlyValues(
        'reasoning_effort',
        ['low', 'medium', 'high'],
        (value) => `\`reasoning_effort\` must be one of \`low\`, \`medium\`, or \`high\`, not ${value}`,
      ),
    ],
  },
  {
    name: 'groq-qwen',
    profile: 'groq',
    model: 'qwen/qwen3-32b',
    shape: errorShapes.openai,
    rules: [
      knownFields(
        (key) => `property '${key}' is unsupported`,
        'stream_options',
        'parallel_tool_calls',
        'reasoning_effort',
        'reasoning_format',
      ),
      onlyValues(
        'reasoning_effort',
        ['none', 'default'],
        () => '`reasoning_effort` must be one of `none` or `default`',
      ),
      onlyValues(
        'reasoning_format',
        ['parsed', 'hidden'],
        () => '`reasoning_format` must not be raw with tools',
      ),
    ],
  },
  {
    name: 'cerebras',
    profile: 'cerebras',
    model: 'gpt-oss-120b',
    shape: errorShapes.cerebras,
    rules: [
      noDeveloper,
      knownFields(
        (key) => `body.${key}: property 'body.${key}' is unsupported`,
        'stream_options',
        'max_completion_tokens',
        'reasoning_effort',
      ),
      knownMessageKeys(
        (key, at, role) =>
          `body.messages.${at}.${role}.${key}: property 'body.messages.${at}.${role}.${key}' is unsupported`,
        { assistant: ['reasoning'], tool: ['name'] },
      ),
      onlyValues(
        'reasoning_effort',
        ['low', 'medium', 'high'],
        (value) => `reasoning_effort: '${value}' is not supported by this model`,
      ),
    ],
  },
  {
    name: 'cerebras-glm',
    profile: 'cerebras',
    model: 'zai-glm-4.7',
    shape: errorShapes.cerebras,
    rules: [
      knownFields(
        (key) => `body.${key}: property 'body.${key}' is unsupported`,
        'stream_options',
        'max_completion_tokens',
        'reasoning_effort',
        'disable_reasoning',
        'clear_thinking',
      ),
      knownMessageKeys(
        (key, at, role) =>
          `body.messages.${at}.${role}.${key}: property 'body.messages.${at}.${role}.${key}' is unsupported`,
        { assistant: ['reasoning'] },
      ),
    ],
  },
  {
    name: 'minimax',
    profile: 'minimax',
    model: 'MiniMax-M2.5',
    shape: errorShapes.miniMax,
    rules: [
      oneSystemFirst('invalid params, invalid chat setting (2013)'),
      argumentsAreObjects('invalid params, invalid function arguments json string (2013)'),
      ({ messages }) => {
        const ids = new Set(callsOf(messages).map(({ call }) => call['id']))
        return messages.some(({ role, tool_call_id }) => role === 'tool' && !ids.has(tool_call_id))
          ? { message: 'invalid params, tool call id not found (2013)' }
          : undefined
      },
      callsAndResultsPair,
    ],
  },
]
