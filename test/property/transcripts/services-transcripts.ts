import fc from 'fast-check'
import { base64, flag, is, json, list, nullable, object, record, text, word } from './arbitrary-json.js'
import { callText, textPart, count } from './wire-transcripts.js'

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
export const anthropic = fc.oneof(
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
export const openAiResponses = fc.oneof(
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
