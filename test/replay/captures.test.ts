import { type Completion, type AssistantMessage, collectCompletion } from '@antiphon/core'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { perChannel } from '../../packages/core/src/message/text-channels.js'
import { textsOf } from '@antiphon/core/channels'
import { captureFacts } from './capture-facts.js'
import { peculiarities } from './capture-peculiarities.js'
import { readSlowly } from './oracle.js'
import { sharedFolder } from './shared-data.js'

const folder = sharedFolder('captures')
const files = folder ? readdirSync(folder).filter((name) => /\.(?:sse|jsonl|json)$/.test(name)) : []

function bytesOf(file: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder ?? '', file)))
}

function visible(message: AssistantMessage) {
  return {
    content: message.content,
    reasoning: message.reasoning ?? '',
    refusal: message.refusal ?? '',
    calls: (message.tool_calls ?? []).map(({ id, function: fn }) => ({
      id,
      name: fn.name,
      arguments: fn.arguments,
    })),
    finish: message.finishReasonRaw,
  }
}

describe.skipIf(!folder)('recorded answers of real servers', () => {
  test('every recording has its facts, and the other way round', () => {
    expect(Object.keys(captureFacts).sort()).toEqual([...files].sort())
    expect(Object.keys(peculiarities).sort()).toEqual([...files].sort())
    expect(files).toHaveLength(48)
  })

  test.each(files)('%s: agrees with a slow reading of the same bytes', async (file) => {
    const bytes = bytesOf(file)
    const slow = readSlowly(file, new TextDecoder().decode(bytes))
    const { choices, message, error } = await collectCompletion(bytes)
    const expected = slow.choices.map((answer) => ({
      ...answer,
      calls: answer.calls.map((call, at) => ({ ...call, id: call.id || `call_${at}` })),
    }))
    const nothing = [{ content: '', reasoning: '', refusal: '', calls: [], finish: undefined }]
    expect(choices.map(visible)).toEqual(expected.length > 0 ? expected : nothing)
    expect(message.usage?.raw).toEqual(slow.usage)
    expect(Boolean(error)).toBe(Boolean(slow.error))
  })

  test.each(files)('%s: has what its provenance says', async (file) => {
    const fact = captureFacts[file]
    if (!fact) throw new Error(`no facts for ${file}`)
    const completion = await collectCompletion(bytesOf(file))
    const { message, outcome, error, choices, repairs } = completion
    const found = {
      outcome,
      finish: message.finishReason,
      content: message.content.length,
      reasoning: (message.reasoning ?? '').length,
      ...(message.reasoningSource ? { field: message.reasoningSource.field } : {}),
      ...(message.refusal ? { refusal: message.refusal.length } : {}),
      ...(message.tool_calls ? { calls: message.tool_calls.map((call) => call.function.name) } : {}),
      ...(message.usage
        ? { usage: [message.usage.inputTokens, message.usage.outputTokens, message.usage.totalTokens] }
        : {}),
      ...(error ? { error: error.kind } : {}),
      ...(choices.length === 1 ? {} : { choices: choices.length }),
      ...(repairs.length === 0 ? {} : { repairs: repairs.map((repair) => repair.rule) }),
    }
    expect(found).toEqual(fact)
    peculiarities[file]!(message, completion)
    expectConsistent(message, outcome)
  })
})

/** Checks the rules that hold for every message, whatever the server did. */
function expectConsistent(message: AssistantMessage, outcome: Completion['outcome']): void {
  const texts = textsOf(message)
  const covered = perChannel(() => '')
  let calls = 0
  for (const segment of message.segments ?? []) {
    if (segment.type === 'tool_call') calls++
    else covered[segment.type] += texts[segment.type].slice(segment.start, segment.end)
  }
  expect(covered).toEqual(texts)
  expect(calls).toBe(message.tool_calls?.length ?? 0)
  for (const call of message.tool_calls ?? []) {
    expect(() => JSON.parse(call.function.arguments)).not.toThrow()
  }
  expect(message.isError === true).toBe(outcome === 'error')
  expect(message.timing).toBeUndefined()
}
