import { describe, expect, test } from 'vitest'
import { type AssistantMessage } from '@antiphon/core'
import { createCompletionReader, type CompletionEvent } from '@antiphon/core/wire'
import { cutPoints, payloadEnds } from './cut-points.js'
import { someOf } from '../support/some-of.js'
import { readPayloads, type OracleResult } from './oracle.js'
import { captures } from './recorded-streams.js'

/** Bodies up to this size are cut at every byte by a hunt. */
const EXHAUSTIVE = 3000

function visible(message: AssistantMessage) {
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => [
    id,
    name,
    args,
  ])
  return [message.content, message.reasoning ?? '', message.refusal ?? '', calls, message.finishReasonRaw]
}

/** The same of the slow reader, which knows nothing but complete frames. */
function expected(slow: OracleResult) {
  const answers = slow.choices.map(({ content, reasoning, refusal, calls, finish }) => [
    content,
    reasoning,
    refusal,
    calls.map((call, at) => [call.id || `call_${at}`, call.name, call.arguments]),
    finish,
  ])
  return answers.length > 0 ? answers : [['', '', '', [], undefined]]
}

/** How a body with these complete frames may end. */
function outcomesOf(slow: OracleResult): string[] {
  if (slow.error) return ['error']
  if (slow.choices.some((choice) => !choice.finish)) return ['incomplete']
  // Without a choice it is nothing yet, or an empty answer; so is a finish with nothing in it and no token count.
  const empty = slow.choices.every(
    (one) => !(one.content || one.reasoning || one.refusal || one.calls.length),
  )
  return slow.choices.length === 0 ? ['incomplete', 'error'] : empty ? ['complete', 'error'] : ['complete']
}

function readTo(bytes: Uint8Array, end: number) {
  let endings = 0
  const reader = createCompletionReader({
    onEvent: (event: CompletionEvent) => void (endings += +(event.type === 'end')),
  })
  reader.push(bytes.subarray(0, end))
  const completion = reader.end()
  const again = reader.fail(new Error('late')) === completion && reader.cancel() === completion
  return { ...completion, endings: again ? endings : -1 }
}

const rows = captures.map(({ name, bytes }) => [name, bytes] as const)

describe.skipIf(captures.length === 0)('a body that ends early (R3)', () => {
  test.each(rows)(
    '%s: every cut keeps all complete frames, nothing twice, and has one ending',
    (name, bytes) => {
      const frames = payloadEnds(name, bytes)
      const ends = frames.map(({ end }) => end)
      const cuts = someOf(cutPoints(bytes.length, ends, EXHAUSTIVE), 8, bytes.length)
      const wrong: unknown[] = []
      let complete = -1
      let slow = readPayloads([])
      let answers = ''
      for (const cut of cuts) {
        const count = ends.filter((end) => end <= cut).length
        if (count !== complete) {
          complete = count
          slow = readPayloads(frames.slice(0, count).map(({ payload }) => payload))
          answers = JSON.stringify(expected(slow))
        }
        const found = readTo(bytes, cut)
        const same = JSON.stringify(found.choices.map(visible)) === answers
        // An `event: error` line says what its data, still incomplete, will be.
        const open = new TextDecoder('latin1').decode(bytes.subarray(ends[count - 1] ?? 0, cut))
        const announced = found.outcome === 'error' && open.includes('event: error')
        if (!same || found.endings !== 1 || !(announced || outcomesOf(slow).includes(found.outcome)))
          wrong.push({
            cut,
            outcome: found.outcome,
            endings: found.endings,
            found: found.choices.map(visible),
            answers,
          })
      }
      expect(wrong.slice(0, 3)).toEqual([])
    },
  )
})

describe.skipIf(captures.length === 0)('an answer without a finish reason (R4)', () => {
  const spoken = rows.filter(([name, bytes]) => {
    const { choices, error } = readPayloads(payloadEnds(name, bytes).map(({ payload }) => payload))
    return !error && choices.length === 1 && name.endsWith('.sse') && choices[0]!.finish
  })

  test.each(spoken)(
    '%s is not finished without its finish reasons, unless the server never says one',
    (_name, bytes) => {
      const silent = new TextDecoder()
        .decode(bytes)
        .replace(/"finish_reason":\s*"\w+"/g, '"finish_reason":null')
      const read = (sendsFinishReason: boolean) => {
        const reader = createCompletionReader({ sendsFinishReason })
        reader.push(silent)
        const { outcome, message } = reader.end()
        return [outcome, message.finishReason]
      }
      expect(read(true)).toEqual(['incomplete', 'incomplete'])
      expect(read(false)).toEqual(['complete', expect.stringMatching(/^(stop|tool_calls)$/)])
    },
  )
})
