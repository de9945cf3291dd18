import type { AssistantMessage, Message, ToolCall } from '@antiphon/core'
import type { ToolDefinition } from '@antiphon/core/request'

const LONG_ID = `call_${'x'.repeat(45)}`
const REMOTE_IMAGE = {
  type: 'image_url' as const,
  image_url: { url: 'https://pictures.example/robin.jpg' },
}
const DATA_IMAGE = {
  type: 'image_url' as const,
  image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
}

/** The way in which the thinking of a family arrives (docs/wire 2.3). */
export type ThinkingField =
  | 'reasoning'
  | 'reasoning_content'
  | 'reasoning_details'
  | 'thinking_blocks'
  | 'think_tags'
  | 'content'

/**
 * One thread with everything in it that endpoints disagree about, as a chat with `model` would have stored it: a system
 * and a developer message, a question with an image and a file, an answer that thinks and makes three calls at once (two
 * under one id, one under a long one, one with a key of its vendor, one without arguments, one with broken ones), a
 * result with an image, a plain answer that thought, a late system message, an answer of another model, a question right
 * after a result, and an answer in the middle of its calls.
 */
export function richTranscript(model: string, provider: string, field: ThinkingField): Message[] {
  const own = (thought: string): Partial<AssistantMessage> => ({
    reasoning: thought,
    reasoningSource: { field, provider, model },
    ...(field === 'reasoning_details' && { reasoning_details: [detail(thought)] }),
    ...(field === 'thinking_blocks' && {
      thinking_blocks: [{ type: 'thinking', thinking: thought, signature: `sig of ${thought}` }],
    }),
    model,
    finishReason: 'stop',
    usage: { origin: 'reported', inputTokens: 1 },
  })
  return [
    { role: 'system', content: 'You are a field guide.', id: 'm1', timestamp: 1 },
    { role: 'developer', content: 'Answer in short sentences.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Which bird is this?' },
        REMOTE_IMAGE,
        {
          type: 'file',
          file: { filename: 'notes.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
        },
      ],
      metadata: { 'demo.draft': true },
    },
    {
      role: 'assistant',
      content: '',
      ...own('Look twice.'),
      tool_calls: [
        {
          ...call('functions.look_up:0', 'look_up', '{"name":"robin"}'),
          extra_content: { google: { thought_signature: 'sig-1' } },
        },
        call('functions.look_up:0', 'listen', ''),
        call(LONG_ID, 'look_up', '{"name":'),
      ],
    },
    { role: 'tool', tool_call_id: 'functions.look_up:0', content: 'A small bird.', toolName: 'look_up' },
    {
      role: 'tool',
      tool_call_id: 'functions.look_up:0',
      content: [{ type: 'text', text: 'Two pictures.' }, DATA_IMAGE],
    },
    { role: 'tool', tool_call_id: LONG_ID, content: 'No.', isError: true },
    { role: 'assistant', content: 'It is a robin.', ...own('Red breast.') },
    { role: 'system', content: 'The reader is a child.' },
    { role: 'user', content: 'And this song?' },
    {
      role: 'assistant',
      content: '',
      reasoning: 'Other thoughts.',
      reasoningSource: { field: 'reasoning_content', provider: 'elsewhere', model: 'other-model' },
      tool_calls: [call('call_9', 'listen', '{}')],
    },
    { role: 'tool', tool_call_id: 'call_9', content: 'Trills.' },
    { role: 'user', content: 'Hurry, please.' },
    {
      role: 'assistant',
      content: 'One moment.',
      ...own('Once more.'),
      tool_calls: [call('call_10', 'look_up', '{"name":"wren"}')],
    },
    { role: 'tool', tool_call_id: 'call_10', content: 'Not known.' },
  ]
}

/** A signed thought as OpenRouter sends it. */
function detail(text: string): { type: string; [key: string]: unknown } {
  return {
    type: 'reasoning.text',
    text,
    signature: `sig of ${text}`,
    format: 'anthropic-claude-v1',
    index: 0,
  }
}

function call(id: string, name: string, text: string): ToolCall {
  return { id, type: 'function', function: { name, arguments: text } }
}

export const TOOLS: ToolDefinition[] = ['look_up', 'listen'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { name: { type: 'string' } } } },
}))
