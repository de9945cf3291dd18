import { type AssistantMessage, type Message, type ToolCall } from '@antiphon/core'
import { unknownPart } from '@antiphon/core/message'

const call = (id: string, name: string, text: string, extras: object = {}): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: text },
  ...extras,
})

const full: AssistantMessage = {
  role: 'assistant',
  id: 'a1',
  timestamp: 1760000000000,
  content: 'I look. Done.',
  tool_calls: [
    call('c1', 'chart', '{"page":3}', { extra_content: { google: { thought_signature: 'c2ln' } } }),
    call('c2', 'tide', '{ "harbour" : "Bodø" }', { index: 4 }),
    call('c2', 'torn', '{"half'),
  ],
  reasoning: 'First the chart. Then the tide.',
  reasoning_details: [
    { type: 'reasoning.text', text: 'First the chart.', signature: 'c2ln', format: 'anthropic-claude-v1' },
    { type: 'reasoning.encrypted', data: 'b3BhcXVl' },
  ],
  thinking_blocks: [{ type: 'thinking', thinking: 'First the chart.', signature: 'c2ln' }],
  reasoningSource: { field: 'reasoning_content', provider: 'harbour', model: 'harbour-1' },
  finishReason: 'tool_calls',
  finishReasonRaw: 'tool_use',
  usage: {
    inputTokens: 10,
    totalTokens: 30,
    cachedInputTokens: 2,
    origin: 'estimated',
    cost: { amount: 0.1, currency: 'EUR' },
    raw: { a: 1 },
  },
  request: { profile: 'generic', retries: 1 },
  maxOutputTokens: 100,
  model: 'harbour-1',
  annotations: [{ type: 'url_citation', url_citation: { url: 'https://charts.example' } }],
  images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgoAAAAN' } }],
  audio: { id: 'au1', transcript: 'I look.' },
  logprobs: { content: [{ token: 'I', logprob: -0.5 }] },
  segments: [
    { type: 'reasoning', start: 0, end: 16, ms: 300 },
    { type: 'text', start: 0, end: 8 },
    { type: 'tool_call', index: 0 },
    { type: 'reasoning', start: 16, end: 31 },
    { type: 'tool_call', index: 1 },
    { type: 'tool_call', index: 2 },
    { type: 'text', start: 8, end: 13 },
  ],
  timing: { startedAt: 1, firstTokenAt: 2, durationMs: 3 },
  metadata: { 'harbour.berth': 4, 'other key': [1, { a: null }] },
}

const everything: Message[] = [
  { role: 'system', content: 'Be brief.', id: 's1' },
  { role: 'developer', content: 'In metres.' },
  { role: 'system', content: 'Boat: 9 m.', kind: 'context' },
  {
    role: 'user',
    id: 'u1',
    timestamp: 5,
    content: [
      { type: 'text', text: 'Look:' },
      { type: 'image_url', image_url: { url: 'https://charts.example/bay.png', detail: 'low' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgoAAAAN' } },
      { type: 'input_audio', input_audio: { data: 'UklGRgAAAABXQVZF', format: 'wav' } },
      { type: 'file', file: { filename: 'log.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' } },
      { type: 'file', file: { file_id: 'file-1' } },
      unknownPart({ type: 'video_url', video_url: { url: 'https://charts.example/bay.mp4' } }),
      unknownPart({ type: 'agentkit.Video', part: { Media: { modality: 'Video' } } }),
    ],
  },
  full,
  { role: 'tool', tool_call_id: 'c1', content: 'page 3', toolName: 'chart', timing: { durationMs: 12 } },
  {
    role: 'tool',
    tool_call_id: 'c2',
    content: '{"low":4}',
    details: { low: 4 },
    id: 't2',
    metadata: { 'antiphon.outcome': 'denied' },
  },
  {
    role: 'tool',
    tool_call_id: 'c2',
    content: [
      { type: 'text', text: 'torn' },
      { type: 'image_url', image_url: { url: 'https://charts.example/torn.png' } },
    ],
    isError: true,
  },
  { role: 'user', content: 'Gale warning.', kind: 'notification' },
  { role: 'system', content: 'Late word.' },
  { role: 'user', content: 'Context of mine.', kind: 'context' },
  { role: 'assistant', content: '', refusal: 'I will not.', finishReason: 'content_filter' },
]

/** Conversations with everything that our message can say. A writer may lose any of it, but not in silence. */
export const messagesOfEveryKind: { name: string; messages: Message[] }[] = [
  { name: 'everything at once', messages: everything },
  { name: 'one full answer', messages: [full] },
  {
    name: 'answers that ended badly',
    messages: [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'It', finishReason: 'incomplete' },
      {
        role: 'assistant',
        content: '',
        isError: true,
        finishReason: 'error',
        error: { kind: 'overloaded', message: 'busy', status: 529 },
      },
      { role: 'assistant', content: 'Sto', finishReason: 'cancelled' },
      { role: 'assistant', content: 'Odd', finishReason: 'other', finishReasonRaw: 'eclipse' },
      {
        role: 'assistant',
        content: '',
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'b3BhcXVl' }],
      },
    ],
  },
  {
    name: 'calls and results out of order',
    messages: [
      { role: 'tool', tool_call_id: 'nobody', content: 'orphan' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [call('', 'a', ''), call('x', 'b', '[1]'), call('x', 'c', 'null')],
      },
      { role: 'tool', tool_call_id: 'x', content: '2', toolName: 'unknown' },
      { role: 'user', content: 'wait' },
      { role: 'tool', tool_call_id: '', content: '1' },
      { role: 'user', content: [] },
    ],
  },
  {
    name: 'a late system message only',
    messages: [
      { role: 'user', content: 'a' },
      { role: 'system', content: 'b' },
    ],
  },
]
