import type { AssistantMessage, Message } from '@antiphon/core'
import { openTranscript, type OpenedTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { describe, expect, test } from 'vitest'
import {
  factOf,
  hasRecordedWires,
  recordedWires,
  type RecordedWire,
  type TextFact,
  type WireFacts,
} from '../wires/recorded-wires.js'

/** Translates the facts of a recording in the index to the terms of a message. */
interface Wire {
  format: string
  /** Reason as the service says it; `error` for a failure, undefined for a stream that was cut. */
  ending(facts: WireFacts): string | undefined
  usage(facts: WireFacts): [input: number, output: number] | null | undefined
  reasoning?(facts: WireFacts): TextFact
  /** Names of all calls, those of the provider among them; undefined where the core's own test counts them. */
  calls?(facts: WireFacts): string[]
  /** Calls with a result. */
  results?(facts: WireFacts): number
  /** Further content, as it is at the end, that is shown in rows which are neither words nor calls. */
  rows?(facts: WireFacts): TextFact[]
}

const raw = (facts: WireFacts, key: string): number => {
  const value = facts.usage?.[key]
  return typeof value === 'number' ? value : 0
}
/** Names the other work of the service: code that ran, a search, pages that were read. */
const rowsOfGemini = ({ code, groundingChunks, urls }: WireFacts): string[] => [
  ...(lengthOf(code) > 0 ? ['code_execution'] : []),
  ...(Number(groundingChunks ?? 0) > 0 && Number(urls ?? 0) === 0 ? ['google_search'] : []),
  ...(Number(urls ?? 0) > 0 ? ['url_context'] : []),
]
const names = ({ tools }: WireFacts): string[] => tools.map(({ name }) => name)
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

const wires: Record<string, Wire> = {
  responses: {
    format: 'openai-responses',
    ending: ({ error, status, reason }) => (error ? 'error' : ((reason ?? status) as string)),
    usage: (facts) => facts.usage && [raw(facts, 'input_tokens'), raw(facts, 'output_tokens')],
    reasoning: ({ reasoning, reasoningText }) =>
      reasoning.len > 0 ? reasoning : (reasoningText as TextFact),
  },
  anthropic: {
    format: 'anthropic',
    ending: ({ error, stop, types }) =>
      error || types['error'] ? 'error' : ((stop as string | null) ?? undefined),
    usage: (facts) =>
      facts.usage && [
        raw(facts, 'input_tokens') +
          raw(facts, 'cache_read_input_tokens') +
          raw(facts, 'cache_creation_input_tokens'),
        raw(facts, 'output_tokens'),
      ],
  },
  gemini: {
    format: 'gemini-api',
    ending: ({ error, finish }) => (error ? 'error' : (finish as string[]).at(-1)),
    usage: (facts) =>
      facts.usage && [
        // Tokens that tools of the provider read are part of the prompt.
        raw(facts, 'promptTokenCount') + raw(facts, 'toolUsePromptTokenCount'),
        raw(facts, 'candidatesTokenCount') + raw(facts, 'thoughtsTokenCount'),
      ],
    calls: (facts) => [...names(facts), ...rowsOfGemini(facts)],
    results: (facts) => rowsOfGemini(facts).length,
  },
  'gemini-interactions': {
    format: 'gemini-api',
    ending: ({ status }) => (status === 'requires_action' ? 'tool_calls' : (status as string)),
    usage: (facts) => [
      raw(facts, 'total_input_tokens'),
      raw(facts, 'total_output_tokens') + raw(facts, 'total_thought_tokens'),
    ],
    calls: (facts) => [
      ...names(facts),
      ...(facts['order'] as string[])
        .filter((type) => type.endsWith('_call') && type !== 'function_call')
        .map((type) => type.replace(/_call$/, '')),
    ],
    results: ({ order }) => (order as string[]).filter((type) => type.endsWith('_result')).length,
  },
  bedrock: {
    format: 'bedrock',
    ending: ({ stop }) => stop as string,
    usage: (facts) => [raw(facts, 'inputTokens'), raw(facts, 'outputTokens')],
    calls: names,
  },
  ollama: {
    format: 'ollama',
    ending: ({ error, doneReason }) => (error ? 'error' : (doneReason as string)),
    usage: (facts) => facts.usage && [raw(facts, 'prompt'), raw(facts, 'output')],
    calls: names,
  },
}

wires['ag-ui'] = {
  format: 'ag-ui',
  // The wire has no word for why it ended.
  ending: ({ errors }) => (lengthOf(errors) > 0 ? 'error' : 'none'),
  usage: () => undefined,
  calls: (facts) => names(facts).filter((name) => name !== null),
  rows: ({ state, activities }) => [
    ...(state ? [state as TextFact] : []),
    ...(activities as TextFact[]).map(({ len, sha }) => ({ len, sha })),
  ],
}

wires['ai-sdk-ui'] = {
  format: 'ai-sdk',
  ending({ errors, aborted, finishReason }) {
    if (lengthOf(errors) > 0) return 'error'
    if (aborted) return 'cancelled'
    return finishReason === 'tool-calls' ? 'tool_calls' : (finishReason as string)
  },
  usage: () => undefined,
  // A part of data with an id is one row, however often it is said.
  calls: (facts) => [
    ...names(facts).filter((name) => name !== null),
    ...Object.keys(facts.types).filter((type) => type.startsWith('data-') && type !== 'data-notification'),
  ],
}

const open = (bytes: Uint8Array): Promise<OpenedTranscript> =>
  openTranscript([bytes], { formats: sessionFormats })
const answersOf = ({ conversations }: OpenedTranscript): AssistantMessage[] =>
  conversations
    .flatMap(({ messages }): readonly Message[] => messages)
    .filter((message) => message.role === 'assistant')
const textOf = (opened: OpenedTranscript): string =>
  answersOf(opened)
    .map(({ content }) => content)
    .join('')
const thoughtsOf = (opened: OpenedTranscript): string =>
  answersOf(opened)
    .map(({ reasoning }) => reasoning ?? '')
    .join('')
/** Between two parts of a summary the kit puts an empty line, which no server sends. */
const asSent = (text: string, { len }: TextFact): string =>
  text.length === len ? text : text.replaceAll(/(?<=\S)\n\n(?=\*\*[A-Z])/g, '')

test.runIf(!hasRecordedWires)('skipped: no wires in ANTIPHON_SHARED or ../shared', () => {})

describe.runIf(hasRecordedWires).each(Object.entries(wires))('recordings of %s as files', (name, wire) => {
  const recordings = recordedWires(name, true).map((one) => [one.name, one] as const)

  test.each(recordings)('%s opens as the index says', async (_, { bytes, facts }: RecordedWire) => {
    const opened = await open(bytes)
    expect(opened.conversations.map(({ format }) => format)).toEqual([wire.format])
    const answers = answersOf(opened)
    const reasoning = wire.reasoning?.(facts) ?? facts.reasoning
    if (name === 'ag-ui') {
      // Answers may be open side by side, so each is looked for by its id.
      for (const { id, len, sha } of facts['messages'] as (TextFact & { id: string })[])
        expect(answers.filter((one) => one.id === id).map(({ content }) => factOf(content))).toEqual([
          { len, sha },
        ])
    } else expect(factOf(textOf(opened))).toEqual({ len: facts.text.len, sha: facts.text.sha })
    expect(factOf(asSent(thoughtsOf(opened), reasoning))).toEqual({ len: reasoning.len, sha: reasoning.sha })
    const last = answers.at(-1)
    // Nothing but what has no view: a note says so, and nobody takes it for an empty answer.
    if (!last) {
      expect(opened.conversations[0]!.messages.at(-1)).toMatchObject({
        kind: 'notification',
        content: expect.stringMatching(/^\d items of types .+ are not shown$/),
      })
      return
    }
    const ending = wire.ending(facts)
    if (ending === 'error')
      expect(last).toMatchObject({ isError: true, error: { message: expect.any(String) } })
    else if (ending === 'none') expect(['stop', 'tool_calls']).toContain(last.finishReason)
    else if (ending === undefined) expect(last.finishReason).toBe('incomplete')
    else expect([last.isError, last.finishReasonRaw]).toEqual([undefined, ending])
    const usage = wire.usage(facts)
    if (usage) expect([last.usage?.inputTokens, last.usage?.outputTokens]).toEqual(usage)
    // Each result once, also of a call in a message that is not in the recording.
    const results = opened.conversations
      .flatMap(({ messages }): readonly Message[] => messages)
      .flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []))
    expect(results).toEqual([...new Set(results)])
    const calls = answers.flatMap(({ tool_calls: own }) => own ?? [])
    const shown = calls.filter(({ providerRun }) => !wire.rows || !providerRun)
    if (wire.calls) expect(shown.map((call) => call.function.name)).toEqual(wire.calls(facts))
    if (wire.rows) {
      const rows = calls.filter(({ providerRun }) => providerRun).toReversed()
      const last = rows.filter(
        (row, at) => rows.findIndex((one) => one.function.name === row.function.name) === at,
      )
      const values = last.map((row) => factOf(sortedJson(row.function.arguments)))
      expect(values).toEqual(expect.arrayContaining(wire.rows(facts)))
      expect(values).toHaveLength(wire.rows(facts).length)
    }
    if (wire.results)
      expect(calls.filter(({ providerRun }) => providerRun?.result !== undefined)).toHaveLength(
        wire.results(facts),
      )
    const argumentsOf = calls.map((call) => sortedJson(call.function.arguments))
    for (const { args } of facts.tools)
      // The index of UI message streams has no arguments.
      if ((args as TextFact | undefined) && args.json !== false)
        expect([...calls.map((call) => call.function.arguments), ...argumentsOf].map(factOf)).toContainEqual({
          len: args.len,
          sha: args.sha,
        })
  })
})

/** As the index has arguments that the wire sends as a value: their keys in order. */
function sortedJson(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text)))
  } catch {
    return text
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
