/**
 * Streams of odd but lawful shapes, of our own: read live and as a file they say the same, and all that they say is there.
 */
import { collectCompletion, type AssistantMessage } from '@antiphon/core'
import type { EventReader } from '@antiphon/core/wire'
import {
  createGeminiEvents,
  createMessagesEvents,
  createOllamaEvents,
  createResponsesEvents,
} from '@antiphon/wires/read'
import { unshownItems } from '@antiphon/core/message'
import { openTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { describe, expect, test } from 'vitest'

type Event = Record<string, unknown>

/** Content that the result must have. */
interface Said {
  text?: string
  reasoning?: string
  refusal?: string
  /** Name and arguments; of the provider with what it has for a result. */
  calls?: [name: string, args: string, result?: string][]
  raw?: string
  error?: string
  tokens?: [input: number, output: number]
  unshown?: string[]
}

interface Odd {
  name: string
  events: Event[]
  said: Said
  /** A file of this alone says of no system that it is its. */
  isNoFile?: true
  /** Keys of metadata that hold the corrected text whole. */
  kept?: string[]
}

interface Wire {
  createEvents: () => EventReader
  /** Names in `event:` lines. */
  isNamed?: true
  /** Lines of JSON instead of an event stream. */
  isLines?: true
  odd: Odd[]
}

// Responses

const created = { type: 'response.created', response: { id: 'resp_1', model: 'm', status: 'in_progress' } }
const completed = (output: Event[] = [], more: Event = {}): Event => ({
  type: 'response.completed',
  response: {
    id: 'resp_1',
    model: 'm',
    status: 'completed',
    output,
    usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
    ...more,
  },
})
const added = (output_index: number, item: Event): Event => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
const done = (output_index: number, item: Event): Event => ({
  ...added(output_index, item),
  type: 'response.output_item.done',
})
const textDelta = (output_index: number, delta: string, content_index = 0): Event => ({
  type: 'response.output_text.delta',
  output_index,
  content_index,
  delta,
})
const message = (...texts: string[]): Event => ({
  type: 'message',
  id: 'msg',
  role: 'assistant',
  content: texts.map((text) => ({ type: 'output_text', text, annotations: [] })),
})
const fn = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '{"a":1}' }
const thought = (summary: string, id: string): Event => ({
  type: 'reasoning',
  id,
  summary: [{ type: 'summary_text', text: summary }],
})
const summaryDelta = (output_index: number, delta: string): Event => ({
  type: 'response.reasoning_summary_text.delta',
  output_index,
  summary_index: 0,
  delta,
})

const responses: Wire = {
  createEvents: createResponsesEvents,
  isNamed: true,
  odd: [
    {
      name: 'two texts with a call in between',
      events: [
        created,
        textDelta(0, 'One '),
        textDelta(0, 'moment.'),
        done(0, message('One moment.')),
        added(1, { ...fn, arguments: '' }),
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"a"' },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '' },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: ':1}' },
        done(1, fn),
        textDelta(2, 'And then.'),
        done(2, message('And then.')),
        completed(),
      ],
      said: { text: 'One moment.And then.', calls: [['add', '{"a":1}']], raw: 'completed', tokens: [5, 7] },
    },
    {
      name: 'thoughts and texts whose pieces alternate',
      events: [
        created,
        added(0, { type: 'reasoning', id: 'r0', summary: [] }),
        added(1, { type: 'message', id: 'm1', role: 'assistant', content: [] }),
        summaryDelta(0, 'Think '),
        textDelta(1, 'Say '),
        summaryDelta(0, 'more.'),
        textDelta(1, 'more.'),
        done(1, message('Say more.')),
        done(0, thought('Think more.', 'r0')),
        completed(),
      ],
      said: { text: 'Say more.', reasoning: 'Think more.', raw: 'completed' },
    },
    {
      name: 'two thoughts at once',
      events: [
        created,
        added(0, { type: 'reasoning', id: 'r0', summary: [] }),
        added(1, { type: 'reasoning', id: 'r1', summary: [] }),
        summaryDelta(0, 'First '),
        summaryDelta(1, 'Second '),
        summaryDelta(0, 'thought.'),
        summaryDelta(1, 'one.'),
        done(0, thought('First thought.', 'r0')),
        done(1, thought('Second one.', 'r1')),
        textDelta(2, 'Done.'),
        done(2, message('Done.')),
        completed(),
      ],
      said: { text: 'Done.', reasoning: 'First thought.\n\nSecond one.', raw: 'completed' },
    },
    {
      name: 'two texts and two thoughts that were begun at once, with a citation',
      events: [
        created,
        added(0, { type: 'reasoning', id: 'r0', summary: [] }),
        added(1, { type: 'reasoning', id: 'r1', summary: [] }),
        added(2, { type: 'message', id: 'm2', role: 'assistant', content: [] }),
        added(3, { type: 'message', id: 'm3', role: 'assistant', content: [] }),
        summaryDelta(0, 'First '),
        summaryDelta(1, 'Second '),
        textDelta(2, 'One '),
        textDelta(3, 'Two '),
        summaryDelta(0, 'thought.'),
        summaryDelta(1, 'one.'),
        textDelta(3, 'words.'),
        textDelta(2, 'word.'),
        done(1, thought('Second one.', 'r1')),
        done(0, thought('First thought.', 'r0')),
        done(3, message('Two words.')),
        done(2, message('One word.')),
        completed(),
      ],
      said: {
        // Between the two of a kind there was something of the other kind, so they are stretches of their own.
        text: 'One word.Two words.',
        reasoning: 'First thought.Second one.',
        raw: 'completed',
      },
    },
    {
      name: 'the same, cut: what waited is there all the same',
      events: [
        created,
        added(0, { type: 'message', id: 'm0', role: 'assistant', content: [] }),
        added(1, { type: 'message', id: 'm1', role: 'assistant', content: [] }),
        textDelta(0, 'One '),
        textDelta(1, 'Two '),
        textDelta(0, 'wo'),
      ],
      said: { text: 'One wo\n\nTwo ', raw: '' },
    },
    {
      name: 'deltas that count the parts of an item otherwise than the item (Bedrock)',
      events: [
        created,
        added(0, { type: 'message', id: 'm0', role: 'assistant', content: [] }),
        textDelta(0, 'One ', 1),
        textDelta(0, 'word.', 1),
        { type: 'response.output_text.done', output_index: 0, content_index: 1, text: 'One word.' },
        done(0, message('One word.')),
        completed(),
      ],
      said: { text: 'One word.', raw: 'completed' },
    },
    {
      name: 'an item of a new type in the middle, with events of its own',
      events: [
        created,
        textDelta(0, 'Before.'),
        done(0, message('Before.')),
        added(1, { type: 'weather_call', id: 'w', status: 'in_progress' }),
        { type: 'response.weather_call.gusting', output_index: 1, wind: 'force 9' },
        done(1, { type: 'weather_call', id: 'w', status: 'completed', place: 'Bergen' }),
        textDelta(2, 'After.'),
        done(2, message('After.')),
        completed(),
      ],
      said: {
        text: 'Before.After.',
        calls: [['weather', '{"place":"Bergen"}', 'completed']],
        raw: 'completed',
        unshown: ['response.weather_call.gusting'],
      },
    },
    {
      name: 'a refusal behind a text',
      events: [
        created,
        textDelta(0, 'I looked. '),
        { type: 'response.refusal.delta', output_index: 0, content_index: 1, delta: 'I cannot ' },
        { type: 'response.refusal.delta', output_index: 0, content_index: 1, delta: 'help.' },
        done(0, {
          ...message('I looked. '),
          content: [
            { type: 'output_text', text: 'I looked. ', annotations: [] },
            { type: 'refusal', refusal: 'I cannot help.' },
          ],
        }),
        completed(),
      ],
      said: { text: 'I looked. ', refusal: 'I cannot help.', raw: 'completed' },
    },
    {
      name: 'all of it in the last event, nothing before',
      events: [
        completed([
          thought('Whole.', 'r'),
          message('One.', 'Two.'),
          fn,
          { type: 'web_search_call', id: 'ws', status: 'failed', action: { type: 'search', query: 'x' } },
        ]),
      ],
      said: {
        text: 'One.\n\nTwo.',
        reasoning: 'Whole.',
        calls: [
          ['add', '{"a":1}'],
          ['web_search', '{"type":"search","query":"x"}', 'failed'],
        ],
        tokens: [5, 7],
      },
    },
    {
      name: 'events that are empty, unknown or about nothing',
      events: [
        { type: 'keepalive' },
        created,
        { type: 'keepalive', sequence_number: 2 },
        { type: 'response.in_progress', response: {} },
        textDelta(0, ''),
        {
          type: 'response.content_part.added',
          output_index: 0,
          content_index: 0,
          part: { type: 'output_text', text: '' },
        },
        textDelta(0, 'Hi.'),
        { type: 'response.output_text.annotation.added', output_index: 0 },
        { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hi.' },
        done(0, message('Hi.')),
        completed(),
      ],
      said: { text: 'Hi.', raw: 'completed' },
    },
    {
      name: 'a moderation that found something, and one that did not',
      events: [
        created,
        textDelta(0, 'Hm.'),
        done(0, message('Hm.')),
        completed([], {
          moderation: {
            input: { categories: { violence: true, hate: false } },
            output: { categories: { hate: false } },
          },
        }),
      ],
      said: { text: 'Hm.', raw: 'completed', unshown: ['moderation (violence)'] },
    },
    {
      // docs/wire 7.4
      name: 'a finished text that is not what its pieces said',
      events: [
        created,
        textDelta(0, 'Say the secret.'),
        { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'I was corrected.' },
        done(0, message('I was corrected.')),
        completed([message('I was corrected.')]),
      ],
      said: { text: 'Say the secret.', raw: 'completed', unshown: ['message (whole text)'] },
      kept: ['wire.unknown_events', 'wire.output_items'],
    },
    {
      name: 'a finished text that goes on behind its pieces, and one with other white space',
      events: [
        created,
        textDelta(0, 'One two'),
        done(0, message('One two three.')),
        textDelta(1, 'Four  five.'),
        done(1, message('Four five.')),
        completed(),
      ],
      said: { text: 'One two three.\n\nFour  five.', raw: 'completed', unshown: [] },
    },
    {
      name: 'an error as the first event',
      events: [{ type: 'error', code: 'server_error', message: 'The engine broke.', param: null }],
      said: { error: 'The engine broke.' },
    },
    {
      name: 'a response that was cancelled, after a text',
      events: [
        created,
        textDelta(0, 'Half'),
        { type: 'response.cancelled', response: { id: 'resp_1', status: 'cancelled', output: [] } },
      ],
      said: { text: 'Half', raw: 'cancelled' },
    },
  ],
}

// Messages

const start = (more: Event = {}): Event => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    usage: { input_tokens: 5, output_tokens: 1 },
    ...more,
  },
})
const block = (index: number, content_block: Event): Event => ({
  type: 'content_block_start',
  index,
  content_block,
})
const piece = (index: number, delta: Event): Event => ({ type: 'content_block_delta', index, delta })
const stop = (index: number): Event => ({ type: 'content_block_stop', index })
const ends = (stop_reason: string | null, usage: Event = { output_tokens: 7 }): Event[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
]
const textBlock = (index: number, ...texts: string[]): Event[] => [
  block(index, { type: 'text', text: '' }),
  ...texts.map((text) => piece(index, { type: 'text_delta', text })),
  stop(index),
]

const messages: Wire = {
  createEvents: createMessagesEvents,
  isNamed: true,
  odd: [
    {
      name: 'two texts with a call in between, and pings anywhere',
      events: [
        { type: 'ping' },
        start(),
        { type: 'ping' },
        ...textBlock(0, 'One ', '', 'moment.'),
        block(1, { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} }),
        piece(1, { type: 'input_json_delta', partial_json: '' }),
        piece(1, { type: 'input_json_delta', partial_json: '{"a":' }),
        { type: 'ping' },
        piece(1, { type: 'input_json_delta', partial_json: '1}' }),
        stop(1),
        ...textBlock(2, 'And then.'),
        ...ends('tool_use'),
      ],
      said: { text: 'One moment.And then.', calls: [['add', '{"a":1}']], raw: 'tool_use', tokens: [5, 7] },
    },
    {
      name: 'two blocks that are open at once',
      events: [
        start(),
        block(0, { type: 'thinking', thinking: '', signature: '' }),
        block(1, { type: 'text', text: 'Say ' }),
        piece(0, { type: 'thinking_delta', thinking: 'Think ' }),
        piece(1, { type: 'text_delta', text: 'more.' }),
        piece(0, { type: 'thinking_delta', thinking: 'more.' }),
        piece(0, { type: 'signature_delta', signature: 'sig' }),
        stop(1),
        stop(0),
        ...ends('end_turn'),
      ],
      said: { text: 'Say more.', reasoning: 'Think more.', raw: 'end_turn' },
    },
    {
      name: 'a block of a new type in the middle, with a delta of its own',
      events: [
        start(),
        ...textBlock(0, 'Before.'),
        block(1, { type: 'weather', place: 'Bergen' }),
        piece(1, { type: 'gust_delta', wind: 'force 9' }),
        stop(1),
        ...textBlock(2, 'After.'),
        ...ends('end_turn'),
      ],
      said: { text: 'Before.After.', raw: 'end_turn' },
    },
    {
      name: 'an answer whose only blocks are empty',
      events: [start(), ...textBlock(0), ...ends('end_turn')],
      said: { text: '', raw: 'end_turn' },
    },
    {
      name: 'a call without arguments, and a result of a call of the message before',
      events: [
        start(),
        block(0, { type: 'web_search_tool_result', tool_use_id: 'srv_0', content: [] }),
        stop(0),
        block(1, { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} }),
        stop(1),
        ...ends('tool_use'),
      ],
      said: { raw: 'tool_use' },
    },
    {
      name: 'blocks that were never stopped, and deltas of a block that was never announced',
      events: [
        start(),
        piece(0, { type: 'text_delta', text: 'Hello' }),
        piece(0, { type: 'text_delta', text: '.' }),
        ...ends('end_turn'),
      ],
      said: { text: 'Hello.', raw: 'end_turn' },
    },
    {
      name: 'usage in the first event, in the middle and at the end: the last counts',
      events: [
        start({ usage: { input_tokens: 0, output_tokens: 0 } }),
        ...textBlock(0, 'Hi.'),
        { type: 'message_delta', delta: {}, usage: { output_tokens: 2 } },
        ...ends('end_turn', { input_tokens: 5, output_tokens: 7 }),
      ],
      said: { text: 'Hi.', raw: 'end_turn', tokens: [5, 7] },
    },
    {
      name: 'an error as the first event',
      events: [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
      said: { error: 'Overloaded' },
    },
    {
      name: 'a refusal in the middle',
      events: [start(), ...textBlock(0, 'First I '), ...ends('refusal')],
      said: { text: 'First I ', raw: 'refusal' },
    },
  ],
}

// Gemini

const chunk = (parts: Event[] | undefined, more: Event = {}, top: Event = {}): Event => ({
  responseId: 'r1',
  modelVersion: 'm',
  candidates: [{ ...(parts && { content: { role: 'model', parts } }), index: 0, ...more }],
  ...top,
})
const counts = { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 }

const gemini: Wire = {
  createEvents: createGeminiEvents,
  odd: [
    {
      name: 'two texts with a call in between, in one chunk',
      events: [
        chunk([
          { text: 'One moment.' },
          { functionCall: { name: 'add', args: { a: 1 } } },
          { text: 'And then.' },
        ]),
        chunk([{ text: '' }], { finishReason: 'STOP' }, { usageMetadata: counts }),
      ],
      said: { text: 'One moment.And then.', calls: [['add', '{"a":1}']], raw: 'STOP', tokens: [5, 7] },
    },
    {
      name: 'thoughts and texts that alternate, and a signature alone',
      events: [
        chunk([{ text: 'Think ', thought: true }]),
        chunk([{ text: 'Say ' }, { text: 'more.', thought: true }]),
        chunk([{ text: 'more.' }]),
        chunk([{ text: '', thoughtSignature: 'c2ln' }], { finishReason: 'STOP' }),
      ],
      said: { text: 'Say more.', reasoning: 'Think more.', raw: 'STOP' },
    },
    {
      name: 'a part of a new kind in the middle',
      events: [
        chunk([{ text: 'Before.' }]),
        chunk([{ weather: { place: 'Bergen' } }]),
        chunk([{ text: 'After.' }], { finishReason: 'STOP' }),
      ],
      said: { text: 'Before.After.', raw: 'STOP' },
    },
    {
      name: 'chunks without candidates, content or parts; usage first and last',
      events: [
        { responseId: 'r1', usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 } },
        chunk(undefined),
        { responseId: 'r1', candidates: [{ content: { role: 'model' }, index: 0 }] },
        { responseId: 'r1', candidates: [] },
        chunk([{ text: 'Hi.' }], { finishReason: 'STOP' }),
        { responseId: 'r1', usageMetadata: counts },
      ],
      said: { text: 'Hi.', raw: 'STOP', tokens: [5, 7] },
    },
    {
      name: 'ratings in each chunk: what was found is named once, and nothing else',
      events: ['One ', 'two.'].map((text) =>
        chunk([{ text }], {
          finishReason: 'STOP',
          safetyRatings: [
            { category: 'HARASSMENT', probability: 'NEGLIGIBLE' },
            { category: 'DANGER', probability: 'MEDIUM' },
          ],
        }),
      ),
      said: { text: 'One two.', raw: 'STOP', unshown: ['safety rating (DANGER)'] },
    },
    {
      name: 'text behind a reason to end',
      events: [
        chunk([{ text: 'One.' }], { finishReason: 'STOP' }),
        chunk([{ text: 'Two.' }], { finishReason: 'STOP' }),
      ],
      said: { text: 'One.Two.', raw: 'STOP' },
    },
    {
      name: 'a filter in the middle',
      events: [
        chunk([{ text: 'First ' }]),
        chunk(undefined, {
          finishReason: 'SAFETY',
          safetyRatings: [{ category: 'X', probability: 'HIGH', blocked: true }],
        }),
      ],
      said: { text: 'First ', raw: 'SAFETY', unshown: ['safety rating (X)'] },
    },
    {
      name: 'an error as the first event',
      events: [{ error: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' } }],
      said: { error: 'The model is overloaded.' },
    },
  ],
}

// Ollama

const line = (message: Event, more: Event = {}): Event => ({
  model: 'm',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content: '', ...message },
  done: false,
  ...more,
})
const last = (message: Event = {}, more: Event = {}): Event =>
  line(message, { done: true, done_reason: 'stop', prompt_eval_count: 5, eval_count: 7, ...more })

const ollama: Wire = {
  createEvents: createOllamaEvents,
  isLines: true,
  odd: [
    {
      name: 'two texts with a call in between',
      events: [
        line({ content: 'One moment.' }),
        line({ tool_calls: [{ function: { name: 'add', arguments: { a: 1 } } }] }),
        line({ content: 'And then.' }),
        last(),
      ],
      said: { text: 'One moment.And then.', calls: [['add', '{"a":1}']], raw: 'stop', tokens: [5, 7] },
    },
    {
      name: 'calls and words in the last line, thoughts between words',
      events: [
        line({ thinking: 'Think ' }),
        line({ content: 'Say ' }),
        line({ thinking: 'more.' }),
        last({
          content: 'more.',
          tool_calls: [
            { function: { name: 'add', arguments: { a: 1 } } },
            { function: { name: 'add', arguments: { a: 2 } } },
          ],
        }),
      ],
      said: {
        text: 'Say more.',
        reasoning: 'Think more.',
        calls: [
          ['add', '{"a":1}'],
          ['add', '{"a":2}'],
        ],
        raw: 'stop',
      },
    },
    {
      name: 'empty lines of an answer, and a key of a new kind',
      events: [line({}), line({ weather: { place: 'Bergen' } }), line({ content: 'Hi.' }), last()],
      said: { text: 'Hi.', raw: 'stop', unshown: ['weather'] },
    },
    {
      name: 'an error as the first line',
      events: [{ error: 'model runner has unexpectedly stopped' }],
      said: { error: 'model runner has unexpectedly stopped' },
      isNoFile: true,
    },
    {
      name: 'an error behind a text',
      events: [line({ content: 'Half' }), { error: 'out of memory' }],
      said: { text: 'Half', error: 'out of memory' },
    },
  ],
}

const wires = { responses, messages, gemini, ollama }

/** The same events as servers and gateways write them: line ends, comments, names without data, keep-alives, marks of an end. */
const framings: [string, (events: Event[], isNamed: boolean) => string][] = [
  ['plain', (events, isNamed) => events.map((event) => frame(event, isNamed, '\n')).join('')],
  ['with CRLF', (events, isNamed) => events.map((event) => frame(event, isNamed, '\r\n')).join('')],
  [
    'with comments, names without data, empty events and a mark of the end',
    (events, isNamed) =>
      `\uFEFF: hello\n\n${events
        .map(
          (event) =>
            `: keep-alive\n\nevent: heartbeat\n\ndata:\n\nid: 7\nretry: 100\n${frame(event, isNamed, '\n')}`,
        )
        .join('')}data: [DONE]\n\n`,
  ],
  ['with CR', (events, isNamed) => events.map((event) => frame(event, isNamed, '\r')).join('')],
  [
    'with an object over several data lines',
    (events, isNamed) =>
      events
        .map((event) => {
          const data = JSON.stringify(event, null, 1).split('\n')
          const name = isNamed && event['type'] ? `event: ${String(event['type'])}\n` : ''
          return `${name}${data.map((one) => `data:${one}\n`).join('')}\n`
        })
        .join(''),
  ],
]

function frame(event: Event, isNamed: boolean, end: string): string {
  const name = isNamed ? `event: ${String(event['type'])}${end}` : ''
  return `${name}data: ${JSON.stringify(event)}${end}${end}`
}

function outline(answer: AssistantMessage): Required<Omit<Said, 'tokens'>> & { tokens: unknown } {
  return {
    text: answer.content,
    reasoning: answer.reasoning ?? '',
    refusal: answer.refusal ?? '',
    calls: (answer.tool_calls ?? []).map(({ function: { name, arguments: args }, providerRun }) =>
      providerRun ? [name, args, String(providerRun.result)] : [name, args],
    ),
    raw: answer.finishReasonRaw ?? '',
    error: answer.error?.message ?? '',
    tokens: answer.usage && [answer.usage.inputTokens, answer.usage.outputTokens],
    unshown: unshownItems(answer)?.types ?? [],
  }
}

async function fromFile(text: string): Promise<AssistantMessage> {
  const opened = await openTranscript([new TextEncoder().encode(text)], { formats: sessionFormats })
  const answers = opened.conversations
    .flatMap(({ messages: found }) => found)
    .filter((one): one is AssistantMessage => one.role === 'assistant')
  expect(answers).toHaveLength(1)
  return answers[0]!
}

describe.each(Object.entries(wires))('odd streams of %s', (_, { createEvents, isNamed, isLines, odd }) => {
  test.each(odd.map((one) => [one.name, one] as const))(
    '%s',
    async (__, { events, said, isNoFile, kept = [] }) => {
      const bodies: [string, string][] = isLines
        ? [
            ['lines', events.map((event) => `${JSON.stringify(event)}\n`).join('')],
            [
              'lines with CRLF and blank ones',
              events.map((event) => `${JSON.stringify(event)}\r\n\r\n`).join(''),
            ],
          ]
        : framings.map(([how, write]) => [how, write(events, isNamed === true)])
      let first: unknown
      for (const [how, body] of bodies) {
        const { message: live } = await collectCompletion(body, { createEvents, thinkTags: false })
        const seen = outline(live)
        for (const key of kept) expect(JSON.stringify(live.metadata?.[key])).toContain('I was corrected.')
        expect({ how, ...seen }).toMatchObject({ how, ...said })
        first ??= seen
        expect({ how, ...seen }).toEqual({ how, ...(first as object) })
        if (!isNoFile)
          expect({ how, ...outline(await fromFile(body)) }).toEqual({ how, ...(first as object) })
      }
    },
  )
})
