import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentToText, type Message } from '@antiphon/core'
import { openTranscript, readTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { amount } from '../../support/amount.js'
import { assertProperty } from '../../support/property.js'

interface Turn {
  role: 'user' | 'assistant'
  text: string
}

const at = (i: number): string => new Date(Date.UTC(2026, 2, 1, 8, 0, i)).toISOString()
const each = (turns: readonly Turn[], write: (turn: Turn, i: number) => unknown): unknown[] =>
  turns.map(write)
const lines = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')
const item = ({ role, text }: Turn): unknown => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
})
const lettaMessage = ({ role, text }: Turn, i: number): unknown => ({
  message_type: `${role}_message`,
  content: text,
  date: at(i),
  seq_id: i,
})

/** The same thread as each system writes it. */
const writers: Record<string, (turns: readonly Turn[]) => unknown> = {
  amp: (turns) => ({
    id: 'T-1',
    messages: each(turns, ({ role, text }, i) => ({ role, messageId: i, content: [{ type: 'text', text }] })),
  }),
  deepseek: (turns) => [
    {
      title: 'Tides',
      mapping: {
        root: { id: 'root', parent: null, children: ['n0'], message: null },
        ...Object.fromEntries(
          turns.map(({ role, text }, i) => [
            `n${i}`,
            {
              id: `n${i}`,
              parent: i === 0 ? 'root' : `n${i - 1}`,
              children: [],
              message: { fragments: [{ type: role === 'user' ? 'REQUEST' : 'RESPONSE', content: text }] },
            },
          ]),
        ),
      },
    },
  ],
  letta: (turns) => each(turns, lettaMessage),
  'letta, newest first': (turns) => each(turns, lettaMessage).toReversed(),
  'letta, the answer of its API': (turns) => ({
    messages: each(turns, lettaMessage),
    stop_reason: 'end_turn',
  }),
  'letta-code': (turns) =>
    lines(each(turns, ({ role, text }, i) => ({ kind: role, text, captured_at: at(i) }))),
  'lm-studio': (turns) => ({
    name: 'Tides',
    messages: each(turns, ({ role, text }) => ({
      versions: [{ type: 'singleStep', role, content: [{ type: 'text', text }] }],
      currentlySelected: 0,
    })),
  }),
  'pydantic-ai': (turns) =>
    each(turns, ({ role, text }) =>
      role === 'user'
        ? { kind: 'request', parts: [{ part_kind: 'user-prompt', content: text }] }
        : { kind: 'response', parts: [{ part_kind: 'text', content: text }] },
    ),
  windsurf: (turns) =>
    lines(
      each(turns, ({ role, text }) =>
        role === 'user'
          ? { status: 'done', type: 'user_input', user_input: { user_response: text } }
          : { status: 'done', type: 'planner_response', planner_response: { response: text } },
      ),
    ),
  zed: (turns) => ({
    version: '0.2.0',
    messages: each(turns, ({ role, text }) => ({
      role,
      segments: [{ type: 'text', text }],
      tool_uses: [],
      tool_results: [],
    })),
  }),
  'zed since 0.3.0': (turns) => ({
    version: '0.3.0',
    messages: each(turns, ({ role, text }) => ({
      [role === 'user' ? 'User' : 'Agent']: { content: [{ Text: text }] },
    })),
  }),
  'lines with a role and a message': (turns) =>
    lines(each(turns, ({ role, text }) => ({ role, message: text }))),
  'AI SDK before 4.2': (turns) =>
    each([...turns, { role: 'assistant', text: 'Done.' }], ({ role, text }, i) => ({
      id: `m${i}`,
      role,
      content: text,
      ...(i === turns.length && { toolInvocations: [] }),
    })).slice(0, turns.length + 1),
  'items of a conversation': (turns) => ({ object: 'list', data: each(turns, item), has_more: false }),
  'items of a conversation, newest first': (turns) => ({
    object: 'list',
    data: each(turns, item).toReversed(),
  }),
  'sessions of the ADK': (turns) => ({
    events: each(turns, ({ role, text }) => ({
      author: role === 'user' ? 'user' : 'pilot',
      content: { role: role === 'user' ? 'user' : 'model', parts: [{ text }] },
    })),
  }),
  'rows of a datasets server': (turns) => ({
    rows: [{ row_idx: 0, row: { messages: each(turns, ({ role, text }) => ({ role, content: text })) } }],
  }),
  Glaive: (turns) =>
    lines([
      {
        chat: turns
          .map(({ role, text }) => `${role.toUpperCase()}: ${text}${role === 'user' ? '' : ' <|endoftext|>'}`)
          .join('\n\n\n'),
      },
    ]),
}

const said = (messages: readonly Message[]): Turn[] =>
  messages.map(({ role, content }) => ({ role: role as Turn['role'], text: contentToText(content) }))

const words = fc.stringMatching(/^[A-Za-z]{2,9}(?: [a-zø.,?!]{1,9}){0,6}$/)
const threads = fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 6 }).map((pairs) =>
  pairs.flatMap(([asked, answered]): Turn[] => [
    { role: 'user', text: asked },
    { role: 'assistant', text: answered },
  ]),
)

test.each(Object.keys(writers))(
  'a thread of %s says the same through both doors, and loses nothing',
  async (name) => {
    await assertProperty(
      fc.asyncProperty(threads, async (turns) => {
        const expected = name.startsWith('AI SDK') ? [...turns, { role: 'assistant', text: 'Done.' }] : turns
        const value = writers[name]!(turns)
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const read = readTranscript(text, { formats: sessionFormats })
        expect(said(read.messages)).toEqual(expected)
        expect(read.losses.filter(({ before }) => before !== 'node without message: 1')).toEqual([])
        const { conversations, problems } = await openTranscript([text], { formats: sessionFormats })
        expect([conversations.map(({ messages }) => said(messages)), problems]).toEqual([[expected], []])
      }),
      { numRuns: amount(10, 200) },
    )
  },
)

test('a log of turns has each session, also one of a single line, and names what is no turn', async () => {
  const turn = (session_id: string, role: string, message: string): unknown => ({ session_id, role, message })
  const text = lines([
    turn('s-1', 'user', 'When is low water?'),
    { ...(turn('s-1', 'assistant', 'At noon.') as object), more: 'DEEP' },
    { tides: 'of the north' },
    turn('s-2', 'user', 'Where is the pier?'),
  ])
  const deep = text.replace('"DEEP"', '['.repeat(50_000) + ']'.repeat(50_000))
  const { conversations } = await openTranscript([deep], { formats: sessionFormats })
  const said = conversations.map(({ messages }) => messages.map(({ content }) => content))
  expect(said).toEqual([['When is low water?', 'At noon.'], ['Where is the pier?']])
  expect(conversations[0]!.document.counts).toEqual({ 'no turn': 1 })
})

test('an entry with a text that no message shows is kept whole, and named as a loss', async () => {
  const zed = {
    messages: [
      { User: { content: [{ Text: 'When is low water?' }] }, aside: 'Asked on the pier.' },
      { Agent: { content: [{ Text: 'At noon.' }] } },
    ],
  }
  const read = readTranscript(zed, { formats: sessionFormats })
  expect(read.messages.length).toBe(2)
  expect(read.document.kept).toEqual({ 0: zed.messages[0] })
  expect(read.losses.map(({ where, before }) => [where, before])).toEqual([['[0]', 'not read in full: 1']])
})
