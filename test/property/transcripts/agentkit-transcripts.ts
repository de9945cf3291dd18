import fc from 'fast-check'
import {
  bag,
  base64,
  flag,
  json,
  list,
  millis,
  nullable,
  object,
  record,
  text,
  word,
} from './arbitrary-json.js'
import { count } from './wire-transcripts.js'

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
const toolSpec = record(
  {
    name: word,
    description: text,
    input_schema: object,
    annotations: record({ read_only_hint: flag, destructive_hint: flag, needs_approval_hint: flag }),
    metadata,
  },
  { output_schema: object },
)
const turnRequest = record(
  {
    session_id: word,
    turn_id: word,
    transcript: list(item, 3),
    available_tools: list(toolSpec, 2),
    metadata,
  },
  { cache: nullable(object) },
)
const modelResult = record(
  { finish_reason: finish, output_items: list(item, 2), usage: nullable(usage), metadata },
  { model: nullable(text), response_id: nullable(word) },
)
export const agentkit = fc.oneof(
  { weight: 3, arbitrary: list(item, 4) },
  list(record(older), 4),
  item,
  turnRequest,
  modelResult,
  record({ turn_id: word, finish_reason: finish, items: list(item, 2), usage: nullable(usage), metadata }),
)
