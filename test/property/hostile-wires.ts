/**
 * Streams that servers of each wire may send and no recording has: items in other orders, missing ids, unknown events, errors in
 * the words of each vendor. Each case says which words must be seen, and how it may end.
 */
import type { EventReader } from '@antiphon/core/wire'
import { readAgUiLive } from '../../packages/transcripts/src/ag-ui/live-reader.js'
import { readAiSdk } from '../../packages/transcripts/src/ai-sdk/read-events.js'
import type { AgentReader } from '../../packages/transcripts/src/agents/agent-event.js'
import {
  createGeminiEvents,
  createMessagesEvents,
  createOllamaEvents,
  createResponsesEvents,
} from '@antiphon/wires/read'

export interface HostileCase {
  name: string
  events: object[]
  /** Each must be somewhere on the screen: in a text, a thought, a call, a result, an error or a note. */
  seen: string[]
  ending: 'complete' | 'incomplete' | 'error'
}

export interface HostileWire {
  createEvents?: () => EventReader
  isLines?: true
  /** Reader of a system with events of its own, in place of `createEvents`. */
  createReader?: () => AgentReader
  cases: HostileCase[]
}

const chatDelta = (delta: object, more: object = {}): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, ...more }],
})
const chatEnd = (reason = 'stop'): object => chatDelta({}, { finish_reason: reason })

const chat: HostileWire = {
  cases: [
    {
      name: 'usage in each chunk, empty deltas, a chunk without choices',
      events: [
        {
          ...chatDelta({ role: 'assistant', content: '' }),
          usage: { prompt_tokens: 1, completion_tokens: 0 },
        },
        { id: 'c', object: 'chat.completion.chunk', choices: [] },
        { ...chatDelta({ content: 'ALPHA' }), usage: { prompt_tokens: 1, completion_tokens: 1 } },
        chatDelta({}),
        { ...chatEnd(), usage: { prompt_tokens: 1, completion_tokens: 1 } },
      ],
      seen: ['ALPHA'],
      ending: 'complete',
    },
    {
      name: 'several choices side by side',
      events: [
        {
          choices: [
            { index: 1, delta: { content: 'BETA' } },
            { index: 0, delta: { content: 'ALPHA' } },
          ],
        },
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        { choices: [{ index: 1, delta: {}, finish_reason: 'stop' }] },
      ],
      seen: ['ALPHA', 'BETA'],
      ending: 'complete',
    },
    {
      name: 'calls without ids and indexes, arguments before the name',
      events: [
        chatDelta({ tool_calls: [{ function: { arguments: '{"q":"' } }] }),
        chatDelta({ tool_calls: [{ function: { arguments: 'GAMMA"}' } }] }),
        chatDelta({ tool_calls: [{ function: { name: 'DELTA_tool' } }] }),
        chatEnd('tool_calls'),
      ],
      seen: ['GAMMA', 'DELTA_tool'],
      ending: 'complete',
    },
    {
      name: 'an error in mid-stream, nothing behind it',
      events: [chatDelta({ content: 'ALPHA' }), { error: { message: 'OMEGA', type: 'server_error' } }],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    { name: 'no end', events: [chatDelta({ content: 'ALPHA' })], seen: ['ALPHA'], ending: 'incomplete' },
  ],
}

const item = (type: string, more: object): object => ({ type, ...more })
const completed = (more: object = {}): object =>
  item('response.completed', { response: { id: 'r', status: 'completed', output: [], ...more } })

const responses: HostileWire = {
  createEvents: createResponsesEvents,
  cases: [
    {
      name: 'two messages interleaved, no output_item events, no item ids',
      events: [
        item('response.created', { response: { id: 'r' } }),
        item('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'ALPHA' }),
        item('response.output_text.delta', { output_index: 1, content_index: 0, delta: 'BETA' }),
        item('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'GAMMA' }),
        completed(),
      ],
      seen: ['ALPHA', 'BETA', 'GAMMA'],
      ending: 'complete',
    },
    {
      name: 'the text stands only in the done events, and in the item',
      events: [
        item('response.output_text.done', { output_index: 0, content_index: 0, text: 'ALPHA' }),
        item('response.output_item.done', {
          output_index: 1,
          item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'BETA' }] },
        }),
        completed(),
      ],
      seen: ['ALPHA', 'BETA'],
      ending: 'complete',
    },
    {
      name: 'all of it stands only in the terminal event',
      events: [
        completed({
          output: [
            { type: 'reasoning', summary: [{ type: 'summary_text', text: 'GAMMA' }] },
            { type: 'message', content: [{ type: 'output_text', text: 'ALPHA' }] },
            { type: 'function_call', call_id: 'c1', name: 'DELTA_tool', arguments: '{"q":"BETA"}' },
          ],
        }),
      ],
      seen: ['ALPHA', 'BETA', 'GAMMA', 'DELTA_tool'],
      ending: 'complete',
    },
    {
      name: 'the done text is another than the deltas',
      events: [
        item('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'AL' }),
        item('response.output_text.done', { output_index: 0, content_index: 0, text: 'BETA' }),
        completed(),
      ],
      seen: ['message (whole text)'],
      ending: 'complete',
    },
    {
      name: 'a new part, a new item and a new event',
      events: [
        item('response.output_item.done', {
          output_index: 0,
          item: { type: 'message', content: [{ type: 'output_hologram', hologram: 'ALPHA' }] },
        }),
        item('response.output_item.done', { output_index: 1, item: { type: 'oracle_call', words: 'BETA' } }),
        item('response.oracle.spoke', { output_index: 2, words: 'GAMMA' }),
        completed(),
      ],
      seen: ['output_hologram', 'oracle', 'BETA', 'response.oracle.spoke'],
      ending: 'complete',
    },
    {
      name: 'a nested error, then failed',
      events: [
        item('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'ALPHA' }),
        item('error', { error: { type: 'server_error', code: 'x', message: 'OMEGA' } }),
        item('response.failed', { response: { status: 'failed', error: { code: 'x', message: 'OMEGA' } } }),
      ],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    {
      name: 'a flat error, then nothing',
      events: [
        item('response.output_text.delta', { output_index: 0, delta: 'ALPHA' }),
        item('error', { code: 'rate_limit_exceeded', message: 'OMEGA', param: null }),
      ],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    {
      name: 'a call whose item never ends',
      events: [
        item('response.function_call_arguments.delta', {
          output_index: 0,
          item_id: 'f',
          delta: '{"q":"ALPHA',
        }),
      ],
      seen: ['ALPHA'],
      ending: 'incomplete',
    },
    {
      name: 'a refusal in the item alone',
      events: [
        item('response.output_item.done', {
          output_index: 0,
          item: { type: 'message', content: [{ type: 'refusal', refusal: 'ALPHA' }] },
        }),
        completed(),
      ],
      seen: ['ALPHA'],
      ending: 'complete',
    },
    {
      name: 'an item twice, and the same index for another one',
      events: [
        item('response.output_item.done', {
          output_index: 0,
          item: { type: 'message', content: [{ type: 'output_text', text: 'ALPHA' }] },
        }),
        item('response.output_item.done', {
          output_index: 0,
          item: { type: 'message', content: [{ type: 'output_text', text: 'BETA' }] },
        }),
        completed(),
      ],
      seen: ['ALPHA', 'BETA'],
      ending: 'complete',
    },
  ],
}

const blockStart = (index: number, block: object): object =>
  item('content_block_start', { index, content_block: block })
const blockDelta = (index: number, delta: object): object => item('content_block_delta', { index, delta })
const messageEnd = [
  item('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
  item('message_stop', {}),
]

const messages: HostileWire = {
  createEvents: createMessagesEvents,
  cases: [
    {
      name: 'two blocks open at once, none of them closed',
      events: [
        item('message_start', { message: { id: 'm' } }),
        blockStart(0, { type: 'text', text: '' }),
        blockStart(1, { type: 'tool_use', id: 't', name: 'DELTA_tool', input: {} }),
        blockDelta(1, { type: 'input_json_delta', partial_json: '{"q":"BETA"}' }),
        blockDelta(0, { type: 'text_delta', text: 'ALPHA' }),
        ...messageEnd,
      ],
      seen: ['ALPHA', 'BETA', 'DELTA_tool'],
      ending: 'complete',
    },
    {
      name: 'no message_start, deltas without their block, text in the start',
      events: [
        blockDelta(0, { type: 'thinking_delta', thinking: 'GAMMA' }),
        blockDelta(3, { type: 'text_delta', text: 'ALPHA' }),
        blockStart(4, { type: 'text', text: 'BETA' }),
        item('content_block_stop', { index: 4 }),
        ...messageEnd,
      ],
      seen: ['ALPHA', 'BETA', 'GAMMA'],
      ending: 'complete',
    },
    {
      name: 'arguments of a call whose start is lost',
      events: [
        item('message_start', { message: { id: 'm' } }),
        blockDelta(0, { type: 'input_json_delta', partial_json: '{"q":"ALPHA"}' }),
        ...messageEnd,
      ],
      seen: ['ALPHA'],
      ending: 'complete',
    },
    {
      name: 'a new block that never ends, a new delta, a new event',
      events: [
        item('message_start', { message: { id: 'm' } }),
        blockStart(0, { type: 'oracle', words: 'ALPHA' }),
        blockStart(1, { type: 'text', text: '' }),
        blockDelta(1, { type: 'hologram_delta', hologram: 'BETA' }),
        item('oracle_spoke', { words: 'GAMMA' }),
        ...messageEnd,
      ],
      seen: ['oracle', 'ALPHA', 'hologram_delta', 'oracle_spoke'],
      ending: 'complete',
    },
    {
      name: 'an error in mid-stream',
      events: [
        item('message_start', { message: { id: 'm' } }),
        blockStart(0, { type: 'text', text: '' }),
        blockDelta(0, { type: 'text_delta', text: 'ALPHA' }),
        item('error', { error: { type: 'overloaded_error', message: 'OMEGA' } }),
      ],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    {
      name: 'a result without its call, an empty citation list',
      events: [
        item('message_start', { message: { id: 'm' } }),
        blockStart(0, {
          type: 'web_search_tool_result',
          content: [{ type: 'x', title: 'ALPHA', url: 'https://a.test' }],
        }),
        item('content_block_stop', { index: 0 }),
        blockStart(1, { type: 'text', text: 'BETA', citations: null }),
        item('content_block_stop', { index: 1 }),
        ...messageEnd,
      ],
      seen: ['ALPHA', 'BETA'],
      ending: 'complete',
    },
    {
      name: 'no end',
      events: [
        item('message_start', { message: { id: 'm' } }),
        blockStart(0, { type: 'text', text: 'ALPHA' }),
      ],
      seen: ['ALPHA'],
      ending: 'incomplete',
    },
  ],
}

const parts = (list: object[], more: object = {}): object => ({
  responseId: 'g',
  candidates: [{ content: { role: 'model', parts: list }, index: 0, ...more }],
})
const stop = { finishReason: 'STOP' }

const gemini: HostileWire = {
  createEvents: createGeminiEvents,
  cases: [
    {
      name: 'two candidates side by side, no index on the first',
      events: [
        {
          responseId: 'g',
          candidates: [
            { content: { parts: [{ text: 'ALPHA' }] } },
            { content: { parts: [{ text: 'BETA' }] }, index: 1 },
          ],
        },
        { responseId: 'g', candidates: [{ finishReason: 'STOP' }, { finishReason: 'STOP', index: 1 }] },
      ],
      seen: ['ALPHA', 'BETA'],
      ending: 'complete',
    },
    {
      name: 'a candidate without content, one without parts, parts without anything',
      events: [
        { responseId: 'g', candidates: [{ index: 0 }] },
        { responseId: 'g', candidates: [{ content: {}, index: 0 }] },
        parts([{}, { text: '' }, { text: 'ALPHA' }]),
        parts([], stop),
      ],
      seen: ['ALPHA'],
      ending: 'complete',
    },
    {
      name: 'a call without name and id; streamed arguments that never end',
      events: [
        parts([{ functionCall: { args: { q: 'ALPHA' } } }]),
        parts([{ functionCall: { name: 'DELTA_tool', willContinue: true } }]),
        parts([
          {
            functionCall: {
              partialArgs: [{ jsonPath: '$.q', stringValue: 'BETA', willContinue: true }],
              willContinue: true,
            },
          },
        ]),
        parts([], stop),
      ],
      seen: ['ALPHA', 'BETA', 'DELTA_tool'],
      ending: 'complete',
    },
    {
      name: 'a new part, a new key of a candidate, a result of code that nobody began',
      events: [
        parts([
          { hologram: { words: 'ALPHA' } },
          { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'BETA' } },
        ]),
        parts([{ text: 'GAMMA' }], { ...stop, oracleMetadata: { words: 'x' } }),
      ],
      seen: ['hologram', 'ALPHA', 'BETA', 'GAMMA', 'oracleMetadata'],
      ending: 'complete',
    },
    {
      name: 'a signature beside a thought; usage only at the end',
      events: [
        parts([{ text: 'GAMMA', thought: true, thoughtSignature: 'c2ln' }]),
        parts([{ text: 'ALPHA' }], stop),
        { responseId: 'g', usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 } },
      ],
      seen: ['ALPHA', 'GAMMA'],
      ending: 'complete',
    },
    {
      name: 'an error in mid-stream',
      events: [parts([{ text: 'ALPHA' }]), { error: { code: 503, status: 'UNAVAILABLE', message: 'OMEGA' } }],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    {
      name: 'a call that the service could not read',
      events: [
        parts([{ text: 'ALPHA' }]),
        parts([], { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'OMEGA' }),
      ],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    { name: 'no end', events: [parts([{ text: 'ALPHA' }])], seen: ['ALPHA'], ending: 'incomplete' },
  ],
}

const line = (message: object, more: object = {}): object => ({
  model: 'm',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', ...message },
  done: false,
  ...more,
})
const last = { done: true, done_reason: 'stop' }

const ollama: HostileWire = {
  createEvents: createOllamaEvents,
  isLines: true,
  cases: [
    {
      name: 'content and calls in the last line',
      events: [
        line({ content: 'ALPHA' }),
        line(
          { content: 'BETA', tool_calls: [{ function: { name: 'DELTA_tool', arguments: { q: 'GAMMA' } } }] },
          last,
        ),
      ],
      seen: ['ALPHA', 'BETA', 'GAMMA', 'DELTA_tool'],
      ending: 'complete',
    },
    {
      name: 'no reason at the end, thoughts between texts, arguments as text',
      events: [
        line({ content: 'ALPHA' }),
        line({ thinking: 'BETA', content: '' }),
        line({
          content: '',
          tool_calls: [{ id: 'x', function: { name: 'DELTA_tool', arguments: '{"q":"GAMMA"}' } }],
        }),
        line({ content: '' }, { done: true }),
      ],
      seen: ['ALPHA', 'BETA', 'GAMMA', 'DELTA_tool'],
      ending: 'complete',
    },
    {
      name: 'a line of /api/generate',
      events: [
        { model: 'm', response: 'ALPHA', done: false },
        { model: 'm', response: 'BETA', ...last },
      ],
      seen: ['ALPHA', 'BETA'],
      ending: 'complete',
    },
    {
      name: 'a key that nobody knows',
      events: [line({ content: 'ALPHA', hologram: 'BETA' }), line({ content: '' }, last)],
      seen: ['ALPHA', 'hologram'],
      ending: 'complete',
    },
    {
      name: 'an error line',
      events: [line({ content: 'ALPHA' }), { error: 'OMEGA' }],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    { name: 'no end', events: [line({ content: 'ALPHA' })], seen: ['ALPHA'], ending: 'incomplete' },
  ],
}

const aiSdk: HostileWire = {
  createReader: readAiSdk,
  cases: [
    {
      name: 'deltas without their start, two texts open at once',
      events: [
        item('start', {}),
        item('text-delta', { id: 'a', delta: 'ALPHA' }),
        item('text-delta', { id: 'b', delta: 'BETA' }),
        item('text-delta', { id: 'a', delta: 'GAMMA' }),
        item('finish', {}),
      ],
      seen: ['ALPHA', 'BETA', 'GAMMA'],
      ending: 'complete',
    },
    {
      name: 'a result of a call that nobody began, a call without its end',
      events: [
        item('tool-input-delta', { toolCallId: 'x', inputTextDelta: '{"q":"ALPHA"}' }),
        item('tool-output-available', { toolCallId: 'y', output: 'BETA' }),
        item('finish', {}),
      ],
      seen: ['ALPHA', 'result_without_call'],
      ending: 'complete',
    },
    {
      name: 'only what has no view',
      events: [item('start', {}), item('oracle-spoke', { words: 'ALPHA' }), item('finish', {})],
      seen: ['oracle-spoke'],
      ending: 'complete',
    },
    {
      name: 'an error in mid-stream',
      events: [item('text-delta', { id: 'a', delta: 'ALPHA' }), item('error', { errorText: 'OMEGA' })],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    {
      name: 'no end',
      events: [item('start', {}), item('text-delta', { id: 'a', delta: 'ALPHA' })],
      seen: ['ALPHA'],
      ending: 'incomplete',
    },
  ],
}

const agUi: HostileWire = {
  createReader: () => readAgUiLive(),
  cases: [
    {
      name: 'no start, a content without its message, a call without its end, null for what is not set',
      events: [
        item('TEXT_MESSAGE_CONTENT', { messageId: 'a', delta: 'ALPHA', timestamp: null }),
        item('TOOL_CALL_START', { toolCallId: 'c', toolCallName: 'DELTA_tool', parentMessageId: null }),
        item('TOOL_CALL_ARGS', { toolCallId: 'c', delta: '{"q":"BETA"}' }),
        item('RUN_FINISHED', { threadId: 't', runId: 'r' }),
      ],
      seen: ['ALPHA', 'BETA', 'DELTA_tool'],
      ending: 'complete',
    },
    {
      name: 'only what has no view',
      events: [
        item('RUN_STARTED', { threadId: 't', runId: 'r' }),
        item('CUSTOM', { name: 'oracle', value: 'ALPHA' }),
        item('RUN_FINISHED', { threadId: 't', runId: 'r' }),
      ],
      seen: ['oracle'],
      ending: 'complete',
    },
    {
      name: 'an error without a message, and an end behind it',
      events: [
        item('RUN_STARTED', { threadId: 't', runId: 'r' }),
        item('TEXT_MESSAGE_CHUNK', { messageId: 'a', delta: 'ALPHA' }),
        item('RUN_ERROR', { error: 'OMEGA' }),
        item('RUN_FINISHED', { threadId: 't', runId: 'r' }),
      ],
      seen: ['ALPHA', 'OMEGA'],
      ending: 'error',
    },
    {
      name: 'no end',
      events: [
        item('RUN_STARTED', { threadId: 't', runId: 'r' }),
        item('TEXT_MESSAGE_CHUNK', { messageId: 'a', delta: 'ALPHA' }),
      ],
      seen: ['ALPHA'],
      ending: 'incomplete',
    },
  ],
}

export const hostileWires: Record<string, HostileWire> = {
  'chat completions': chat,
  responses,
  messages,
  gemini,
  ollama,
  'ai sdk': aiSdk,
  'ag-ui': agUi,
}
