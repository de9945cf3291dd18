import fc from 'fast-check'
import type { FormatName } from '@antiphon/core/formats'
import {
  bag,
  base64,
  flag,
  is,
  json,
  list,
  millis,
  nullable,
  object,
  record,
  text,
  word,
} from './arbitrary-json.js'

const callText = fc.oneof(
  object.map((value) => JSON.stringify(value)),
  fc.constantFrom('{"a": 1}', '', '{"cut'),
)
const wireCall = record({
  id: word,
  type: is('function'),
  function: record({ name: word, arguments: callText }),
})
const textPart = record({ type: is('text'), text })
const imageUrl = record({
  type: is('image_url'),
  image_url: record(
    {
      url: fc.oneof(
        is('https://charts.example/a.png'),
        base64.map((data) => `data:image/png;base64,${data}`),
      ),
    },
    { detail: fc.constantFrom('auto', 'low', 'high') },
  ),
})
const wireParts = list(
  fc.oneof(
    textPart,
    imageUrl,
    record({
      type: is('input_audio'),
      input_audio: record({ data: base64, format: fc.constantFrom('wav', 'mp3') }),
    }),
    record({ type: is('file'), file: record({}, { file_data: text, filename: text, file_id: word }) }),
  ),
)
const detail = fc.oneof(
  record(
    { type: is('reasoning.text'), text },
    { signature: nullable(text), id: nullable(word), format: word, index: fc.nat(3) },
  ),
  record({ type: is('reasoning.summary'), summary: text }),
  record({ type: is('reasoning.encrypted'), data: base64 }, { id: word }),
)

const openAiMessage = fc.oneof(
  record({ role: fc.constantFrom('system', 'developer'), content: text }),
  record({ role: is('user'), content: fc.oneof(text, wireParts) }, { name: word }),
  record(
    { role: is('assistant'), content: fc.oneof(text, is(null), list(textPart, 2)) },
    {
      tool_calls: list(wireCall, 3),
      refusal: nullable(text),
      reasoning: text,
      reasoning_content: nullable(text),
      reasoning_details: list(detail, 2),
      annotations: list(object, 1),
      name: word,
      function_call: record({ name: word, arguments: callText }),
    },
  ),
  record(
    { role: is('tool'), tool_call_id: word, content: fc.oneof(text, list(textPart, 2)) },
    { name: word },
  ),
)
const wireMessages = list(openAiMessage, 5)
const openai = fc.oneof(
  wireMessages,
  record(
    { messages: wireMessages },
    { model: word, temperature: fc.double({ noNaN: true }), tools: json },
  ).map(withoutMinusZero),
  fc
    .tuple(
      list(
        record(
          { index: fc.nat(2), message: openAiMessage.filter((m) => m.role === 'assistant') },
          { finish_reason: fc.constantFrom('stop', 'tool_calls', 'eos', null) },
        ),
        3,
      ),
      record(
        { id: word, object: is('chat.completion'), model: word },
        {
          usage: record({ prompt_tokens: fc.nat(9), completion_tokens: fc.nat(9) }),
          system_fingerprint: text,
        },
      ),
    )
    .filter(([choices]) => choices.length > 0)
    .map(([choices, envelope]) => ({ ...envelope, choices })),
)

const stamp = { timestamp: millis }
const openAgentLoops = fc.oneof(
  list(
    fc.oneof(
      record({ role: is('system'), content: text }, stamp),
      record({ role: is('user'), content: fc.oneof(text, wireParts) }, stamp),
      record(
        { role: is('assistant'), content: text },
        {
          ...stamp,
          reasoning: text,
          reasoning_details: list(detail, 2),
          finishReason: fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter'),
          tool_calls: list(wireCall, 3),
          isError: flag,
        },
      ),
      record(
        { role: is('tool'), tool_call_id: word, content: text },
        { ...stamp, toolName: word, isError: flag },
      ),
    ),
    5,
  ),
  record({ messages: list(record({ role: is('user'), content: text }), 3) }, { system: text, tools: json }),
)

const dataRef = fc.oneof(
  fc.oneof(text, base64).map((InlineText) => ({ InlineText })),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => ({ InlineBytes: [...bytes] })),
  fc
    .constantFrom('https://charts.example/a.pdf', 'data:text/plain,hi', 'data:image/png;base64,AAAA')
    .map((Uri) => ({ Uri })),
  word.map((Handle) => ({ Handle })),
)
const metadata = bag
const filePart = record({
  name: nullable(text),
  mime_type: nullable(fc.constantFrom('text/csv', 'application/pdf')),
  data: dataRef,
  metadata,
})
const tag = (name: string, body: fc.Arbitrary<unknown>) => body.map((value) => ({ [name]: value }))
const plainPart = fc.oneof(
  tag('Text', record({ text, metadata })),
  tag(
    'Media',
    record({
      modality: fc.constantFrom('Audio', 'Image', 'Video', 'Binary'),
      mime_type: fc.constantFrom('image/png', 'audio/mpeg', 'audio/wav', 'video/mp4'),
      data: dataRef,
      metadata,
    }),
  ),
  tag('File', filePart),
  tag('Structured', record({ value: json, schema: nullable(object), metadata })),
  tag('Reasoning', record({ summary: nullable(text), data: nullable(dataRef), redacted: flag, metadata })),
  tag('Custom', record({ kind: word, data: nullable(dataRef), value: nullable(json), metadata })),
)
const agentkitPart = fc.oneof(
  { weight: 3, arbitrary: plainPart },
  tag('ToolCall', record({ id: word, name: word, input: json, metadata })),
  tag(
    'ToolResult',
    record({
      call_id: word,
      output: fc.oneof(
        tag('Text', text),
        tag('Structured', json),
        tag('Parts', list(plainPart, 2)),
        tag('Files', list(filePart, 2)),
      ),
      is_error: flag,
      metadata,
    }),
  ),
)
const count = fc.nat(1000)
const usage = record({
  tokens: nullable(
    record({
      input_tokens: count,
      output_tokens: count,
      reasoning_tokens: nullable(count),
      cached_input_tokens: nullable(count),
      cache_write_input_tokens: nullable(count),
    }),
  ),
  cost: nullable(
    record({ amount: count, currency: fc.constantFrom('USD', 'NOK'), provider_amount: nullable(text) }),
  ),
  metadata,
})
const finish = fc.oneof(
  fc.constantFrom('Completed', 'ToolCall', 'MaxTokens', 'Cancelled', 'Blocked', 'Error'),
  text.map((Other) => ({ Other })),
)
const older = {
  id: nullable(word),
  kind: fc.constantFrom('System', 'Developer', 'User', 'Assistant', 'Tool', 'Context', 'Notification'),
  parts: list(agentkitPart, 4),
  metadata,
}
const item = record({
  ...older,
  usage: nullable(usage),
  finish_reason: nullable(finish),
  created_at: nullable(millis),
})
const agentkit = fc.oneof(
  list(item, 4),
  list(record(older), 4),
  record({ turn_id: word, finish_reason: finish, items: list(item, 2), usage: nullable(usage), metadata }),
)

const image = record({
  type: is('image'),
  data: base64,
  mimeType: fc.constantFrom('image/png', 'image/jpeg'),
})
const piUsage = record({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  totalTokens: count,
  cost: record({ input: count, output: count, cacheRead: count, cacheWrite: count, total: count }),
})
const toolCallBlock = record(
  { type: is('toolCall'), id: word, name: word, arguments: object },
  { thoughtSignature: base64 },
)
const thinkingBlock = record(
  { type: is('thinking'), thinking: text },
  { thinkingSignature: fc.constantFrom('reasoning_content', 'c2ln'), redacted: flag },
)
const clawMessage = (pi: boolean) => {
  const time: Record<string, fc.Arbitrary<unknown>> = pi ? { timestamp: millis } : {}
  const rest: Record<string, fc.Arbitrary<unknown>> = pi
    ? {
        api: is('openai-completions'),
        provider: word,
        model: word,
        usage: piUsage,
        stopReason: fc.constantFrom('stop', 'length', 'toolUse', 'error', 'aborted'),
        ...time,
      }
    : {}
  const blocks = list(
    pi ? fc.oneof(textPart, toolCallBlock, thinkingBlock) : fc.oneof(textPart, toolCallBlock),
    4,
  )
  return fc.oneof(
    record({
      role: is('user'),
      content: fc.oneof(text, list(fc.oneof(textPart, image, imageUrl), 3)),
      ...time,
    }),
    record(
      { role: is('assistant'), content: pi ? blocks : fc.oneof(text, is(null), blocks), ...rest },
      pi ? { errorMessage: text } : {},
    ),
    record(
      {
        role: is('toolResult'),
        toolCallId: word,
        toolName: word,
        content: list(fc.oneof(textPart, image), 2),
        isError: flag,
        ...time,
      },
      { details: json },
    ),
  )
}
const clawtools = fc.oneof(
  list(clawMessage(false), 5),
  list(clawMessage(true), 5),
  record({ messages: list(clawMessage(false), 4) }, { systemPrompt: text, tools: json }),
)

const data = fc.oneof(
  base64,
  base64.map((text) => `data:image/webp;base64,${text}`),
  is('https://photos.example/a.jpg'),
  fc.uint8Array({ maxLength: 8 }),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => bytes.slice().buffer),
)
const promptContent = fc.oneof(
  text,
  list(
    fc.oneof(
      textPart,
      record(
        { type: is('image'), data },
        { mimeType: fc.constantFrom('image/png', 'image/jpeg', 'image/webp') },
      ),
      record(
        { type: is('audio'), data },
        { mimeType: fc.constantFrom('audio/wav', 'audio/mpeg', 'audio/ogg') },
      ),
    ),
    3,
  ),
)
const promptUsage = record({ promptTokens: count, completionTokens: count, totalTokens: count })
const run = record({
  thinkingText: text,
  text,
  tools: list(
    record(
      { id: word, name: word, args: object },
      { output: record({ content: list(textPart, 2) }), durationMs: fc.nat(500) },
    ),
    3,
  ),
  usage: promptUsage,
})
const promptApi = fc.oneof(
  list(
    fc.oneof(
      record({ role: fc.constantFrom('system', 'user'), content: promptContent }),
      record(
        { role: is('assistant') },
        {
          content: promptContent,
          thinking: text,
          toolCalls: list(
            record(
              { id: word, function: record({ name: word, arguments: object }) },
              { type: is('function') },
            ),
            2,
          ),
        },
      ),
      record({ role: is('tool'), toolCallId: word, content: promptContent }, { name: word }),
    ),
    5,
  ),
  record({ done: flag, runs: list(run, 3), usage: promptUsage }),
)

const source = fc.oneof(
  record({ type: is('base64'), media_type: fc.constantFrom('image/png', 'application/pdf'), data: base64 }),
  record({ type: is('url'), url: is('https://charts.example/a') }),
  record({ type: is('text'), media_type: is('text/plain'), data: text }),
  record({ type: is('file'), file_id: word }),
)
const cache = { cache_control: record({ type: is('ephemeral') }) }
const anthropicBlock = fc.oneof(
  record({ type: is('text'), text }, cache),
  record({ type: is('image'), source }, cache),
  record({ type: is('document'), source }, { ...cache, title: nullable(text), context: text }),
  record({ type: is('search_result'), source: text, title: text, content: list(textPart, 1) }),
)
const anthropicMessage = fc.oneof(
  record({
    role: is('user'),
    content: fc.oneof(
      text,
      list(
        fc.oneof(
          anthropicBlock,
          record(
            { type: is('tool_result'), tool_use_id: word },
            { content: fc.oneof(text, list(anthropicBlock, 2)), is_error: flag },
          ),
        ),
      ),
    ),
  }),
  record({
    role: is('assistant'),
    content: fc.oneof(
      text,
      list(
        fc.oneof(
          record({ type: is('text'), text }, { citations: list(object, 1) }),
          record({ type: is('thinking'), thinking: text, signature: base64 }),
          record({ type: is('redacted_thinking'), data: base64 }),
          record({ type: is('tool_use'), id: word, name: word, input: object }, cache),
          record({ type: is('server_tool_use'), id: word, name: word, input: object }),
        ),
      ),
    ),
  }),
)
const anthropic = fc.oneof(
  list(anthropicMessage, 5),
  record(
    { model: word, max_tokens: count, messages: list(anthropicMessage, 4) },
    { system: fc.oneof(text, list(record({ type: is('text'), text }, cache), 2)), tools: json },
  ),
  record({
    id: word,
    type: is('message'),
    role: is('assistant'),
    model: word,
    content: list(
      fc.oneof(textPart, record({ type: is('tool_use'), id: word, name: word, input: object })),
      3,
    ),
    stop_reason: fc.constantFrom('end_turn', 'max_tokens', 'tool_use', 'refusal', 'pause_turn', null),
    stop_sequence: is(null),
    usage: record(
      { input_tokens: count, output_tokens: count },
      { cache_read_input_tokens: nullable(count) },
    ),
  }),
)

const inputPart = fc.oneof(
  record({ type: is('input_text'), text }),
  record(
    { type: is('input_image') },
    { image_url: is('https://charts.example/a.png'), file_id: word, detail: fc.constantFrom('auto', 'low') },
  ),
  record(
    { type: is('input_file') },
    { filename: text, file_data: text, file_id: word, file_url: is('https://a.example') },
  ),
)
const summaryText = list(record({ type: is('summary_text'), text }), 2)
const outputItem = fc.oneof(
  record(
    { type: is('reasoning'), summary: summaryText },
    {
      id: word,
      encrypted_content: nullable(base64),
      content: list(record({ type: is('reasoning_text'), text }), 2),
    },
  ),
  record(
    {
      type: is('message'),
      role: is('assistant'),
      content: list(
        fc.oneof(
          record({ type: is('output_text'), text }, { annotations: list(object, 1) }),
          record({ type: is('refusal'), refusal: text }),
        ),
        2,
      ),
    },
    { id: word, status: is('completed') },
  ),
  record(
    { type: is('function_call'), call_id: word, name: word, arguments: callText },
    { id: word, status: word },
  ),
  record({ type: is('custom_tool_call'), call_id: word, name: word, input: text }),
  record({ type: is('web_search_call'), id: word }),
)
const responseItem = fc.oneof(
  outputItem,
  record({ role: is('assistant'), content: text }),
  record({ role: is('user'), content: fc.oneof(text, list(inputPart, 3)) }, { type: is('message') }),
  record({ role: fc.constantFrom('system', 'developer'), content: fc.oneof(text, list(inputPart, 1)) }),
  record(
    { type: is('function_call_output'), call_id: word, output: fc.oneof(text, list(inputPart, 2)) },
    { id: word },
  ),
)
const openAiResponses = fc.oneof(
  list(responseItem, 6),
  record(
    { model: word, input: fc.oneof(text, list(responseItem, 5)) },
    { instructions: nullable(text), tools: json },
  ),
  record(
    {
      object: is('response'),
      status: fc.constantFrom('completed', 'incomplete', 'failed', 'cancelled', 'in_progress'),
      output: list(outputItem, 4),
    },
    {
      model: word,
      usage: record({ input_tokens: count, output_tokens: count }),
      incomplete_details: nullable(
        record({ reason: fc.constantFrom('max_output_tokens', 'content_filter') }),
      ),
      error: nullable(record({ code: word, message: text })),
    },
  ),
)

const filePartUi = record(
  {
    type: is('file'),
    mediaType: fc.constantFrom('image/png', 'image', 'audio/wav', 'application/pdf'),
    url: fc.oneof(
      is('https://charts.example/a'),
      base64.map((data) => `data:image/png;base64,${data}`),
    ),
  },
  { filename: text, providerMetadata: object },
)
const textPartUi = record({ type: is('text'), text }, { state: fc.constantFrom('streaming', 'done') })
const approval = record({ id: word, approved: flag }, { reason: text })
const toolPartUi = fc
  .tuple(
    fc.oneof(
      word.map((name) => ({ type: `tool-${name}` })),
      word.map((toolName) => ({ type: 'dynamic-tool', toolName })),
    ),
    fc.oneof(
      record({ state: is('input-streaming') }, { input: json, rawInput: text }),
      record({ state: is('input-available'), input: json }),
      record({ state: is('approval-requested'), input: json, approval: record({ id: word }) }),
      record({ state: is('approval-responded'), input: json, approval }),
      record({ state: is('output-available'), input: json, output: json }, { preliminary: flag, approval }),
      record({ state: is('output-error'), errorText: text }, { input: json, rawInput: json }),
      record({ state: is('output-denied'), input: json, approval }),
    ),
    record({ toolCallId: word }, { title: text, providerExecuted: flag }),
  )
  .map(([name, state, rest]) => ({ ...name, ...rest, ...state }))
const uiMessage = fc.oneof(
  record({ id: word, role: is('system'), parts: list(textPartUi, 2) }),
  record(
    {
      id: word,
      role: is('user'),
      parts: list(fc.oneof(textPartUi, filePartUi, record({ type: is('data-x'), data: json }))),
    },
    { metadata: json },
  ),
  record(
    {
      id: word,
      role: is('assistant'),
      parts: list(
        fc.oneof(
          is({ type: 'step-start' }),
          textPartUi,
          toolPartUi,
          record(
            { type: is('reasoning'), text },
            {
              providerMetadata: fc.oneof(
                record({ anthropic: record({}, { signature: base64, redactedData: base64 }) }),
                record({ openai: record({ itemId: word, reasoningEncryptedContent: nullable(base64) }) }),
              ),
            },
          ),
          record({ type: is('source-url'), sourceId: word, url: text }, { title: text }),
          filePartUi,
          record({ type: is('data-x'), data: json }, { id: word }),
        ),
        6,
      ),
    },
    { metadata: json },
  ),
)
const aiSdk = fc.oneof(
  list(uiMessage, 4),
  record({ messages: list(uiMessage, 3) }, { id: word, trigger: text }),
)

function withoutMinusZero<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** Documents of each format, over its whole type. */
export const transcripts: Partial<Record<FormatName, fc.Arbitrary<unknown>>> = {
  openai,
  'open-agent-loops': openAgentLoops,
  agentkit,
  clawtools,
  'prompt-api': promptApi,
  anthropic,
  'openai-responses': openAiResponses,
  'ai-sdk': aiSdk,
}
