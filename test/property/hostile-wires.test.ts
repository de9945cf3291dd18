/**
 * Streams that are in no recording, in every form that bytes may take: whatever is in them is on the screen or named, and the ending
 * is honest, live and as a file.
 */
import { collectCompletion, type CompletionSource, type Message, messageParts } from '@antiphon/core'
import { unshownItems } from '@antiphon/core/message'
import { openTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AgentReader } from '../../packages/transcripts/src/agents/agent-event.js'
import { createAgentTransport } from '../../packages/agents/src/agent-transport.js'
import { hostileWires, type HostileCase, type HostileWire } from './hostile-wires.js'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

/** How the same events may be written. */
interface Form {
  newline: string
  mark: boolean
  /** A comment before each event of these places. */
  comments: number[]
  /** With the name of the event in a line of its own. */
  isNamed: boolean
  /** A blank before and behind what is said. */
  space: string
  /** The bytes come in pieces of this size. */
  size: number
}
const form: fc.Arbitrary<Form> = fc.record({
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.boolean(),
  comments: fc.array(fc.nat(12), { maxLength: 4 }),
  isNamed: fc.boolean(),
  space: fc.constantFrom('', ' '),
  size: fc.constantFrom(1, 2, 7, 64, 100_000),
})

function write(events: readonly object[], isLines: boolean, how: Form): Uint8Array<ArrayBuffer> {
  const { newline, mark, comments, isNamed, space } = how
  const text = events.map((event, at) => {
    const json = JSON.stringify(event)
    if (isLines) return json + (newline === '\r' ? '\n' : newline)
    const type = (event as { type?: string }).type
    const lines = [
      ...(comments.includes(at) ? [': keep-alive', ''] : []),
      ...(isNamed && type ? [`event:${space}${type}`] : []),
      `data:${space}${json}`,
      '',
      '',
    ]
    return lines.join(newline)
  })
  return new TextEncoder().encode((mark ? '\uFEFF' : '') + text.join(''))
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** All that a reader of these messages can see. */
function screenOf(messages: readonly Message[]): string {
  return messages
    .flatMap((message): unknown[] => {
      if (message.role !== 'assistant') return [message.content]
      const { tool_calls: calls = [], error } = message
      return [
        ...messageParts(message).map((part) => ('text' in part ? part.text : '')),
        ...calls.map(({ function: fn, providerRun }) => [fn.name, fn.arguments, providerRun?.result]),
        error?.message,
        unshownItems(message)?.types,
      ]
    })
    .map((said) => JSON.stringify(said) ?? '')
    .join('\n')
}

/** The first answer of a run, as the chat reads it. */
async function answerOf(reader: AgentReader, source: AsyncIterable<unknown>): Promise<CompletionSource> {
  const transport = createAgentTransport({
    results: 'before-finish',
    createReader: () => reader,
    open: () => source,
  })
  const request = { messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
  return (await transport.send(request, { signal: new AbortController().signal })) as CompletionSource
}

const lostOf = ({ seen }: HostileCase, screen: string): string[] =>
  seen.filter((word) => !screen.includes(word))
const runs = amount(4, 25)

describe.each(Object.entries(hostileWires))(
  '%s',
  (_, { createEvents, createReader, isLines: asLines, cases }: HostileWire) => {
    const named = cases.map((one) => [one.name, one] as const)

    test.each(named)('live: %s', async (__, hostile) => {
      await assertProperty(
        fc.asyncProperty(form, async (how) => {
          const bytes = write(hostile.events, asLines === true, how)
          const source = createReader
            ? await answerOf(createReader(), pieces(bytes, how.size))
            : pieces(bytes, how.size)
          const reading = createEvents ? { createEvents, thinkTags: false as const } : {}
          const { choices, outcome } = await collectCompletion(source, reading)
          expect(lostOf(hostile, screenOf(choices))).toEqual([])
          expect(outcome).toBe(hostile.ending)
        }),
        { numRuns: runs },
      )
    })

    test.each(named)('as a file: %s', async (__, hostile) => {
      await assertProperty(
        fc.asyncProperty(form, async (how) => {
          const bytes = write(hostile.events, asLines === true, how)
          const { conversations, problems } = await openTranscript([bytes], { formats: sessionFormats })
          // Several answers to one question may be conversations of their own.
          expect(problems.length > 0 && conversations.length === 0 ? problems : []).toEqual([])
          const messages = conversations.flatMap((one): readonly Message[] => one.messages)
          // Further choices are versions, which the viewer turns.
          const versions = conversations.flatMap(
            ({ tree }) => tree?.nodes.map(({ message }) => message) ?? [],
          )
          expect(lostOf(hostile, screenOf([...messages, ...versions]))).toEqual([])
          // A note takes the place of an answer that has no view.
          if (messages.at(-1)?.role === 'system') return
          const answer = messages.findLast(({ role }) => role === 'assistant')
          const end = answer?.role === 'assistant' ? answer : undefined
          const ending = end?.isError
            ? 'error'
            : end?.finishReason === 'incomplete' || end?.finishReason === undefined
              ? 'incomplete'
              : 'complete'
          expect(ending).toBe(hostile.ending)
        }),
        { numRuns: runs },
      )
    })
  },
)
