import { collectCompletion, type AssistantMessage, type Completion } from '@antiphon/core'
import { describe, expect, test } from 'vitest'
import { begin, serve } from '../../integration/connection/local-server.js'
import {
  type CallFact,
  factOf,
  hasRecordedWires,
  liveWires,
  type RecordedWire,
  recordedWires,
  type TextFact,
  type WireFacts,
} from './recorded-wires.js'

interface Wire {
  /** How the index says that it ended, in the kit's words. */
  ending(facts: WireFacts): { outcome: Completion['outcome']; raw?: string | undefined }
  /** Prompt and answer in tokens, as the index has them. */
  usage(facts: WireFacts): { inputTokens: number; outputTokens: number } | undefined
  /** All that the model thought, in order. */
  reasoning(facts: WireFacts): TextFact
  /** Calls that are the chat's. */
  own(facts: WireFacts): string[]
  /** Calls that the provider ran, and how many of them have a result. */
  theirs(facts: WireFacts): { names: string[]; results: number }
  /** Arguments are values on this wire, and the index has them with sorted keys. */
  hasValues?: true
}

interface Entry {
  [key: string]: unknown
  type: string
  name?: string
  for?: string
}
const list = (value: unknown): Entry[] => (Array.isArray(value) ? value : [])
const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
const isCallOfClient = ({ type }: Entry): boolean => /^(?:local_shell|apply_patch)_call$/.test(type)
const hosted = ({ type }: Entry): string => type.replace(/_call$/, '')

const wires: Record<string, Wire> = {
  anthropic: {
    ending({ error, stop, types }) {
      if (error || types['error']) return { outcome: 'error' }
      return stop ? { outcome: 'complete', raw: stop as string } : { outcome: 'incomplete' }
    },
    usage: ({ usage }) =>
      usage
        ? {
            inputTokens:
              count(usage['input_tokens']) +
              count(usage['cache_read_input_tokens']) +
              count(usage['cache_creation_input_tokens']),
            outputTokens: count(usage['output_tokens']),
          }
        : undefined,
    reasoning: ({ reasoning }) => reasoning,
    own: ({ tools }) => tools.map(({ name }) => name),
    theirs({ serverTools, results, order }) {
      const calls = list(serverTools)
      // One for a call of the answer before makes a row of its own, and so does a block that has no view.
      const foreign = list(results).filter((result) => !calls.some(({ id }) => id === result.for))
      const blocks = (order as string[]).filter((type) =>
        /^(?:compaction|fallback|container_upload)$/.test(type),
      )
      return {
        names: [
          ...calls.map(({ name }) => name!),
          ...foreign.map(({ type }) => type.replace(/_tool_result$/, '')),
          ...blocks,
        ],
        results: list(results).length + blocks.length,
      }
    },
  },
  responses: {
    ending: ({ error, status, reason }) =>
      error ? { outcome: 'error' } : { outcome: 'complete', raw: (reason ?? status) as string },
    usage: ({ usage }) =>
      usage
        ? { inputTokens: count(usage['input_tokens']), outputTokens: count(usage['output_tokens']) }
        : undefined,
    // Open models send what they think itself, the others a summary; none of the recordings has both.
    reasoning: ({ reasoning, reasoningText }) =>
      reasoning.len > 0 ? reasoning : (reasoningText as TextFact),
    own: ({ tools, other }) => [
      ...tools.filter(({ type }) => type !== 'mcp_call').map(({ name }) => name),
      ...list(other).filter(isCallOfClient).map(hosted),
    ],
    theirs({ tools, other }) {
      const names = [
        ...tools.filter(({ type }) => type === 'mcp_call').map(({ name }) => name),
        // The output of a shell in a container is the result of its call.
        ...list(other)
          .filter((item) => !isCallOfClient(item) && item.type !== 'shell_call_output')
          .map(hosted),
      ]
      return { names, results: names.length }
    },
  },
}

const noneOfProvider = { names: [], results: 0 }
const addUp = (...counts: unknown[]): number => counts.reduce<number>((sum, one) => sum + count(one), 0)

wires['gemini'] = {
  hasValues: true,
  ending: ({ error, finish }) =>
    error ? { outcome: 'error' } : { outcome: 'complete', raw: (finish as string[]).at(-1)! },
  usage: ({ usage = {} }) => ({
    inputTokens: addUp(usage!['promptTokenCount'], usage!['toolUsePromptTokenCount']),
    outputTokens: addUp(usage!['candidatesTokenCount'], usage!['thoughtsTokenCount']),
  }),
  reasoning: ({ reasoning }) => reasoning,
  own: ({ tools }) => tools.map(({ name }) => name),
  theirs({ code, groundingChunks, urls }) {
    const names = [
      ...list(code).flatMap((one) => (one.code ? ['code_execution'] : [])),
      // The one that has no pages of its own was a search.
      ...(count(groundingChunks) > 0 && count(urls) === 0 ? ['google_search'] : []),
      ...(count(urls) > 0 ? ['url_context'] : []),
    ]
    return { names, results: names.length }
  },
}
wires['ollama'] = {
  hasValues: true,
  ending: ({ error, doneReason }) =>
    error ? { outcome: 'error' } : { outcome: 'complete', raw: doneReason as string },
  usage: ({ usage }) =>
    usage ? { inputTokens: count(usage['prompt']), outputTokens: count(usage['output']) } : undefined,
  reasoning: ({ reasoning }) => reasoning,
  own: ({ tools }) => tools.map(({ name }) => name),
  theirs: () => noneOfProvider,
}

const sorted = (names: readonly string[]): string[] => names.toSorted()

/** Serves a recording and asks for it. */
async function fetchRecording({ bytes }: RecordedWire): Promise<Response> {
  const { baseUrl } = await serve((response) => void begin(response).end(bytes))
  return fetch(baseUrl)
}

/** Between two parts of a summary the kit puts an empty line, which no server sends. */
function asSent(reasoning: string, fact: TextFact, { summaryParts }: WireFacts): string {
  const breaks = (reasoning.length - fact.len) / 2
  expect(breaks).toBeLessThan(Math.max(1, count(summaryParts)))
  return breaks === 0 ? reasoning : reasoning.replaceAll(/(?<=\S)\n\n(?=\*\*[A-Z])/g, '')
}

/** JSON with its keys in order, all the way down. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, inOrder(one)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether a call has these arguments, as its own text or as the value that the text encodes. */
function hasArguments(message: AssistantMessage, { name, args }: CallFact, hasValues = false): boolean {
  const texts = (message.tool_calls ?? [])
    .filter((call) => call.function.name === name)
    .map((call) => call.function.arguments)
    .map((text) => factOf(hasValues ? JSON.stringify(inOrder(JSON.parse(text))) : text))
  return texts.some(({ len, sha }) => len === args.len && sha === args.sha)
}

test.runIf(!hasRecordedWires)('skipped: no wires in ANTIPHON_SHARED or ../shared', () => {})

describe.runIf(hasRecordedWires).each(Object.entries(wires))('recorded streams of %s', (name, wire) => {
  const { options, isLines } = liveWires[name]!
  const recordings = recordedWires(name, isLines).map((one) => [one.name, one] as const)

  test.each(recordings)('%s is read over HTTP as the index says', async (_, one) => {
    const { facts } = one
    const { message, outcome } = await collectCompletion(await fetchRecording(one), options)
    const calls = message.tool_calls ?? []
    const ending = wire.ending(facts)
    const theirs = wire.theirs(facts)
    const reasoning = wire.reasoning(facts)
    const ofProvider = calls.filter((call) => call.providerRun)

    expect(factOf(message.content)).toEqual({ len: facts.text.len, sha: facts.text.sha })
    expect(factOf(asSent(message.reasoning ?? '', reasoning, facts))).toEqual({
      len: reasoning.len,
      sha: reasoning.sha,
    })
    expect({ outcome, raw: ending.raw && message.finishReasonRaw }).toEqual({ raw: undefined, ...ending })
    expect(
      message.usage && { inputTokens: message.usage.inputTokens, outputTokens: message.usage.outputTokens },
    ).toEqual(wire.usage(facts))
    expect(sorted(calls.filter((call) => !call.providerRun).map((call) => call.function.name))).toEqual(
      sorted(wire.own(facts)),
    )
    for (const fact of facts.tools)
      expect(hasArguments(message, fact, wire.hasValues), `arguments of ${fact.name}`).toBe(true)
    expect(sorted(ofProvider.map((call) => call.function.name))).toEqual(sorted(theirs.names))
    expect(ofProvider.filter((call) => call.providerRun?.result !== undefined)).toHaveLength(theirs.results)
  })
})
