import { describe, expect, it } from 'vitest'
import { callsTools, plainTool, says, scriptedChat } from '../testing/scripted-chat.js'
import type { ChatOptions } from './types.js'

const circle: Record<string, unknown> = {}
circle['self'] = circle

/** Values that JSON, or a structured clone, does not hold, and values that fail when they are looked at. */
const odd: Record<string, unknown> = {
  'a function': () => 1,
  'a BigInt': 5n,
  'a symbol': Symbol('s'),
  'a circle': circle,
  'not a number': NaN,
  'a Map': new Map([[1, 2]]),
  'a promise': Promise.resolve(1),
  'a list of functions': [() => 1],
  'an object with a getter that throws': {
    get code(): never {
      throw new Error('look')
    },
  },
  'an object whose toJSON throws': {
    toJSON() {
      throw new Error('json')
    },
  },
  'a proxy that throws': new Proxy(
    {},
    {
      get: () => {
        throw new Error('trap')
      },
    },
  ),
  'a list of true': [true],
  null: null,
}

/** Ways in which what a host returns enters the thread. */
const ways: Record<string, (value: never) => Partial<ChatOptions>> = {
  'as a result': (value) => tool(() => value),
  'in a part of a result': (value) => tool(() => ({ content: [{ type: 'text', text: value, more: value }] })),
  'as the details of a result': (value) => tool(() => ({ content: 'a', details: value })),
  'as the mark of a failed result': (value) => tool(() => ({ content: 'a', isError: value })),
  'as a thrown value': (value) => tool(() => Promise.reject(value)),
  'as the message of an error': (value) =>
    tool(() => Promise.reject(Object.assign(new Error('a'), { message: value, name: value }))),
  'in the steps of a run': (value) =>
    tool((_, { report }) => {
      for (const name of ['title', 'state', 'parent', 'detail'])
        report({ type: 'step', id: name, [name]: value })
      return 'a'
    }),
  'as a report': (value) => tool((_, { report }) => (report(value), 'a')),
  'as a decision of the gate': (value) => ({ ...tool(() => 'a'), gateToolCalls: () => [value] }),
  'as the decisions of the gate': (value) => ({ ...tool(() => 'a'), gateToolCalls: () => value }),
  'as the reason of the gate': (value) => ({
    ...tool(() => 'a'),
    gateToolCalls: () => [{ allow: false, reason: value }],
  }),
  'as arguments from the gate': (value) => ({
    ...tool(() => 'a'),
    gateToolCalls: () => [{ allow: true, arguments: value }],
  }),
}

function tool(execute: (args: unknown, context: { report(value: unknown): void }) => unknown) {
  return { tools: [{ ...plainTool, name: 'odd', execute }] }
}

describe.each(Object.keys(ways))('%s', (way) => {
  it.each(Object.keys(odd))('%s becomes data or words', async (name) => {
    const { chat } = scriptedChat([callsTools('odd'), says('fine')], ways[way]!(odd[name] as never))
    await chat.send('go')
    const messages = chat.store.getMessages()
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(messages.at(-1)).toMatchObject({ content: 'fine' })
    // A copy in JSON is the same: nothing is lost or refused when the thread is stored or sent.
    expect(JSON.parse(JSON.stringify(messages))).toEqual(structuredClone(messages))
  })
})

it('a decision of the gate allows by `allow: true` or by being missing, and denies as false, null or anything else', async () => {
  for (const decision of [
    false,
    null,
    0,
    '',
    true,
    5,
    5n,
    Symbol('s'),
    'yes',
    () => true,
    [true],
    { allow: 'yes' },
    { allow: 1 },
  ]) {
    const { chat } = scriptedChat([callsTools('odd'), says('fine')], {
      ...tool(() => 'ran'),
      gateToolCalls: () => [decision as never],
    })
    await chat.send('go')
    expect(chat.store.getMessages()[2]).toMatchObject({ isError: true, content: 'Tool execution denied.' })
  }
  for (const decision of [undefined, { allow: true }]) {
    const { chat } = scriptedChat([callsTools('odd'), says('fine')], {
      ...tool(() => 'ran'),
      gateToolCalls: () => [decision],
    })
    await chat.send('go')
    expect(chat.store.getMessages()[2]).toMatchObject({ content: 'ran' })
  }
})

it('what the transport throws is stored as data', async () => {
  const thrown = { kind: 'provider', message: 'No.', cause: circle, retry: () => 1, limit: 5n }
  const { chat } = scriptedChat([
    () => {
      throw thrown
    },
  ])
  await chat.send('go')
  const [, answer] = chat.store.getMessages()
  expect(answer).toMatchObject({ error: { kind: 'provider', message: 'No.', limit: '5' } })
  expect(JSON.parse(JSON.stringify(answer))).toEqual(structuredClone(answer))
})
