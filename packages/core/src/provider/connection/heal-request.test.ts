import { describe, expect, it } from 'vitest'
import { extractError } from '../../errors/extract-error.js'
import { healRequest, type RequestFacts } from './fallback.js'
import { DEFAULT_SETTINGS } from '../default-settings.js'

const user = { role: 'user', content: 'hi' }
const thought = { role: 'assistant', content: 'a', reasoning_content: 'b' }
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' }, extra_content: {} },
  ],
}
const result = { role: 'tool', tool_call_id: 'call_1', content: 'r' }
const body = (fields: object = {}, ...messages: object[]) => ({
  model: 'm',
  messages: [...messages, user],
  stream: true,
  stream_options: { include_usage: true },
  ...fields,
})

/** The change after this error body, which is read as every error body is. */
function heal(said: unknown, facts: RequestFacts | RequestFacts['body'], status = 400) {
  const request = isFacts(facts) ? facts : { body: facts }
  return healRequest(extractError(said, { status }), request, DEFAULT_SETTINGS)
}
const isFacts = (facts: object): facts is RequestFacts => 'body' in facts
const openai = (message: string, fields: object = {}) => ({ error: { message, ...fields } })

describe('a refusal is answered by one change of settings', () => {
  it.each<[string, unknown, RequestFacts['body'], string, object]>([
    [
      'docs/wire 1.1: stream_options is left out (old Azure, NIM)',
      openai('Unrecognized request argument supplied: stream_options'),
      body(),
      'stream_options',
      { body: { includeUsage: false } },
    ],
    [
      'docs/wire 1.1: stream_options is left out (a strict gateway, 422 with detail)',
      {
        detail: [
          { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
        ],
      },
      body(),
      'stream_options',
      { body: { includeUsage: false } },
    ],
    [
      'docs/wire 1.1: max_tokens becomes max_completion_tokens (OpenAI)',
      openai(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        {
          code: 'unsupported_parameter',
          param: 'max_tokens',
        },
      ),
      body({ max_tokens: 9 }),
      'max_tokens',
      { body: { maxTokensField: 'max_completion_tokens' } },
    ],
    [
      'docs/wire 1.1: max_completion_tokens becomes max_tokens (older servers)',
      { message: 'body.max_completion_tokens: Extra inputs are not permitted' },
      body({ max_completion_tokens: 9 }),
      'max_completion_tokens',
      { body: { maxTokensField: 'max_tokens' } },
    ],
    [
      'docs/wire 1.1: an empty list of tools is left out',
      openai("Invalid 'tools': empty array. Expected an array with minimum length 1."),
      body({ tools: [] }),
      'tools',
      { body: { emptyTools: 'omit' } },
    ],
    [
      'docs/wire 1.1: an empty list of tools is sent where one is wanted (LiteLLM)',
      openai('Anthropic expects the `tools=` param to be passed in. The history has tool calls.'),
      body({}, called, result),
      'tools',
      { body: { emptyTools: 'withHistory' } },
    ],
    [
      'docs/wire 1.1: developer becomes system',
      openai(
        'messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`',
      ),
      body({}, { role: 'developer', content: 'x' }),
      'role',
      { messages: { developerRole: 'system' } },
    ],
    [
      'docs/wire 1.1: a late system message joins the first (MiniMax)',
      { type: 'error', error: { message: 'invalid params, invalid chat setting (2013)', http_code: '400' } },
      body({}, user, { role: 'system', content: 'x' }),
      'system',
      { messages: { lateSystem: 'merge' } },
    ],
    [
      'docs/wire 1.1: a late system message joins the first (a template that raises, as 500)',
      openai('Jinja Exception: System message must be at the beginning.', { code: 500 }),
      body({}, user, { role: 'system', content: 'x' }),
      'system',
      { messages: { lateSystem: 'merge' } },
    ],
    [
      'docs/wire 5.1: earlier thinking stays here (Groq)',
      openai("property 'reasoning_content' is unsupported"),
      body({}, thought),
      'reasoning_content',
      { messages: { reasoning: { turns: 'never' } } },
    ],
    [
      'docs/wire 5.1: earlier thinking stays here (DeepSeek R1)',
      openai('Please remove the reasoning_content from your message to reduce network traffic.'),
      body({}, thought),
      'reasoning_content',
      { messages: { reasoning: { turns: 'never' } } },
    ],
    [
      'docs/wire 5.1: earlier thinking stays here (Mistral 422)',
      {
        object: 'error',
        message: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'messages', 1, 'assistant', 'reasoning_content'],
              msg: 'Extra inputs are not permitted',
            },
          ],
        },
      },
      body({}, thought),
      'reasoning_content',
      { messages: { reasoning: { turns: 'never' } } },
    ],
    [
      'docs/wire 5.1: thinking goes back, empty or not (DeepSeek V4)',
      openai('The reasoning_content in the thinking mode must be passed back to the API.'),
      body({}, called, result),
      'reasoning_content',
      { messages: { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } } },
    ],
    [
      'docs/wire 5.1: thinking goes back, empty or not (Kimi)',
      openai(
        'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
      ),
      body({}, called, result),
      'reasoning_content',
      { messages: { reasoning: { turns: 'all', field: 'reasoning_content', emptyKey: true } } },
    ],
    [
      'docs/wire 1.3: call ids in the form that Mistral wants',
      {
        object: 'error',
        message: 'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
        code: '3280',
      },
      body({}, called, result),
      'tool_call_id',
      { messages: { callIdPattern: '[A-Za-z0-9]{9}' } },
    ],
    [
      'docs/wire 1.3: call ids without odd characters (Anthropic-backed)',
      openai("messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"),
      body({}, called, result),
      'tool_call_id',
      { messages: { callIdPattern: '[A-Za-z0-9_-]{1,40}' } },
    ],
    [
      'docs/wire 1.3: an answer between results and question (Mistral)',
      { object: 'error', message: "Unexpected role 'user' after role 'tool'" },
      body({}, called, result),
      'role',
      { messages: { bridgeAfterTool: 'I have read the results.' } },
    ],
    [
      'docs/wire 1.3: neighbours of one role are joined',
      openai('Conversation roles must alternate user/assistant/user/assistant/...'),
      body({}, user),
      'role',
      { messages: { mergeConsecutive: true } },
    ],
    [
      'docs/wire 1.3: empty text instead of null (Ollama)',
      openai('invalid message content type: <nil>'),
      body({}, called, result),
      'content',
      { messages: { emptyContent: '' } },
    ],
    ...(
      [
        [
          'OpenAI',
          "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        ],
        [
          'OpenAI, history',
          "Invalid 'messages[1].tool_calls[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 80 instead.",
        ],
        ['Anthropic', "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"],
        [
          'Anthropic, history',
          "messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
        ],
        [
          'Gemini',
          '* GenerateContentRequest.tools[0].function_declarations[0].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore.',
        ],
        [
          'Bedrock',
          "1 validation error detected: Value '3d-view' at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
        ],
        [
          'Mistral',
          'Function name was 3d-view but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
        ],
        [
          'Moonshot',
          'Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes',
        ],
      ] as const
    ).map(([at, message]): [string, unknown, RequestFacts['body'], string, object] => [
      `docs/wire 1.3: names of tools in the plainest form (${at})`,
      openai(message),
      body({ tools: [{ type: 'function', function: { name: '3d-view', parameters: {} } }] }),
      'function.name',
      { messages: { toolNamePattern: '[a-zA-Z][a-zA-Z0-9_]{0,39}' } },
    ]),
    ...(
      [
        [
          'PostgreSQL behind a gateway',
          'unsupported Unicode escape sequence: \\u0000 cannot be converted to text.',
        ],
        ['Python', "'utf-8' codec can't encode character '\\ud83d' in position 5: surrogates not allowed"],
        ['Anthropic', 'The request body is not valid JSON: no low surrogate in string: line 1 column 90'],
        ['others', 'messages[0].content: invalid character in string'],
      ] as const
    ).map(([at, message]): [string, unknown, RequestFacts['body'], string, object] => [
      `docs/wire 1.3: text without odd characters (${at})`,
      openai(message),
      body({}, { role: 'user', content: 'cut \0 here, and \\ud83d' }),
      'text',
      { messages: { plainText: true } },
    ]),
    ...(
      [
        [
          'Bedrock',
          'The content field in the Message object at messages.1 is empty. Add a ContentBlock object.',
        ],
        ['Moonshot', "Invalid request: the message at position 1 with role 'assistant' must not be empty"],
        ['Anthropic', 'messages: text content blocks must be non-empty'],
        ['a gateway', 'messages.1.content: String should have at least 1 character'],
      ] as const
    ).map(([at, message]): [string, unknown, RequestFacts['body'], string, object] => [
      `docs/wire 1.3: nothing empty (${at})`,
      openai(message),
      body({}, called, result),
      'content',
      { messages: { emptyContent: '(calls a tool)', blankSystem: 'omit' } },
    ]),
    [
      'docs/wire 2.5: unknown keys of calls stay here where they are refused',
      openai("property 'extra_content' is unsupported"),
      body({}, called, result),
      'extra_content',
      { messages: { callExtras: 'drop' } },
    ],
    [
      'docs/wire 3.2: unsupported_field(name) is left out',
      openai("Unsupported value: 'temperature' does not support 0.2 with this model.", {
        code: 'unsupported_value',
        param: 'temperature',
      }),
      body({ temperature: 0.2 }),
      'temperature',
      { body: { omit: ['temperature'] } },
    ],
    [
      'docs/wire 3.2: unsupported_field(name), named by one of its parts',
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'chat_template_kwargs', 'enable_thinking'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      },
      body({ chat_template_kwargs: { enable_thinking: true } }),
      'chat_template_kwargs',
      { body: { omit: ['chat_template_kwargs'] } },
    ],
    [
      'docs/wire 1.2: a switch for thinking is left out, and earlier thinking still goes back',
      openai("Unsupported parameter: 'reasoning_effort' is not supported with this model.", {
        param: 'reasoning_effort',
      }),
      body({ reasoning_effort: 'low' }, thought),
      'reasoning_effort',
      { body: { omit: ['reasoning_effort'] } },
    ],
  ])('%s', (_name, said, facts, field, settings) => {
    const healing = heal(said, facts)
    expect(healing).toMatchObject({ field, settings })
    expect(healing?.settings).toEqual(settings)
    expect(healing?.change).toMatch(/\w/)
    expect(healing?.said).toBe(extractError(said, { status: 400 }).message)
  })
})

describe('nothing is changed', () => {
  const unsupported = (name: string) => openai(`property '${name}' is unsupported`)

  it.each(['model', 'messages', 'tools', 'stream'])('when %s itself is refused', (name) => {
    expect(heal(unsupported(name), body({ tools: [{}] }))).toBeUndefined()
  })

  it('when the request does not hold what was refused', () => {
    expect(heal(unsupported('seed'), body())).toBeUndefined()
    expect(heal(unsupported('reasoning_content'), body())).toBeUndefined()
    expect(heal(unsupported('max_tokens'), body())).toBeUndefined()
  })

  it('when names, text and contents are as they should be', () => {
    const tools = [{ type: 'function', function: { name: 'find', parameters: {} } }]
    expect(
      heal(openai("Invalid 'tools[0].function.name': string does not match"), body({ tools })),
    ).toBeUndefined()
    expect(heal(openai('invalid unicode in the request'), body())).toBeUndefined()
    expect(heal(openai('messages: content must be non-empty'), body())).toBeUndefined()
  })

  it('on other wires, but for what is the same on all of them', () => {
    const call = { type: 'tool_use', id: 't', name: '3d-view', input: {} }
    const facts = { body: body({}, { role: 'assistant', content: [call] }), isNative: true }
    expect(
      heal(openai('use `max_completion_tokens`'), { ...facts, body: body({ max_tokens: 1 }) }),
    ).toBeUndefined()
    expect(heal(openai('tool_use.name: String should match pattern'), facts)?.field).toBe('function.name')
  })

  it('when only a value is wrong', () => {
    const tooLarge = openai('max_tokens is too large: 99999. This model supports at most 4096.')
    expect(heal(tooLarge, body({ max_tokens: 99_999 }))).toBeUndefined()
    expect(heal(openai('temperature must be below 2'), body({ temperature: 3 }))).toBeUndefined()
  })

  it.each([401, 403, 404, 413, 429, 503])('after a %i', (status) => {
    expect(heal(unsupported('stream_options'), body(), status)).toBeUndefined()
  })

  it('where the user has chosen it: in an override, or in words of their own', () => {
    const said = unsupported('stream_options')
    expect(heal(said, { body: body(), overrides: { body: { includeUsage: true } } })).toBeUndefined()
    expect(heal(said, { body: body(), verbatim: ['stream_options'] })).toBeUndefined()
    expect(heal(said, { body: body(), overrides: { body: { omit: ['seed'] } } })).toBeDefined()
    const thinking = unsupported('reasoning_content')
    const overrides = { messages: { reasoning: { turns: 'all' as const } } }
    expect(heal(thinking, { body: body({}, thought), overrides })).toBeUndefined()
    const other = { messages: { reasoning: { onlySameModel: false } } }
    expect(heal(thinking, { body: body({}, thought), overrides: other })).toBeDefined()
  })

  it('twice: not back and forth, not the same again, and not more than three times', () => {
    const first = heal(openai("use 'max_completion_tokens'"), body({ max_tokens: 1 }))!
    const back = openai("use 'max_tokens', not 'max_completion_tokens'")
    expect(heal(back, { body: body({ max_completion_tokens: 1 }), healed: [first] })).toBeUndefined()

    const seed = heal(unsupported('seed'), body({ seed: 1 }))!
    expect(heal(unsupported('seed'), { body: body({ seed: 1 }), healed: [seed] })).toBeUndefined()
    expect(heal(unsupported('stop'), { body: body({ stop: 'x' }), healed: [seed] })).toBeDefined()
    const many = [seed, first, { ...seed, field: 'other' }]
    expect(heal(unsupported('stop'), { body: body({ stop: 'x' }), healed: many })).toBeUndefined()
  })
})
