import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pairToolCalls } from '@antiphon/core'
import { findFormat, formats, readTranscript } from '@antiphon/transcripts'
import { sharedFolder } from '../../replay/shared-data.js'
import { seedExamples, wordsOf } from './seed-examples.js'

const folder = sharedFolder('seeds')
const texts = folder ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : []
const examples = folder ? seedExamples(texts) : []

describe.skipIf(!folder)('the examples in the texts of the source systems', () => {
  test('there are examples of each of them', () => {
    expect(new Set(examples.map(({ format }) => format))).toEqual(
      new Set(['open-agent-loops', 'agentkit', 'clawtools', 'prompt-api']),
    )
    expect(examples.length).toBeGreaterThanOrEqual(16)
    for (const { document } of examples) expect(wordsOf(document)).not.toEqual([])
  })

  test.each(examples.map((example) => [example.format, example.title, example] as const))(
    '%s: %s',
    (_, __, { format, document, roles, calls }) => {
      const { messages, document: around, losses } = readTranscript(document, { from: format })
      expect(messages.map(({ role }) => role)).toEqual(roles)
      const paired = pairToolCalls(messages)
      expect(paired.calls.map(({ state }) => state)).toEqual(calls)
      // A result that the guide shows alone has no call.
      expect([paired.orphans.length, losses]).toEqual([roles[0] === 'tool' ? 1 : 0, []])
      // Nothing of what it says is lost, and it goes back as it came.
      const said = JSON.stringify(messages)
      for (const words of wordsOf(document))
        expect(said).toContain(JSON.stringify(words).slice(1, -1).replaceAll('"', '\\"'))
      const written = formats.find(({ name }) => name === format)!.print(messages, { document: around })
      expect(written).toEqual({ value: document, losses: [] })
    },
  )

  test('a whole conversation in the words of one system alone is found to be of it', () => {
    for (const { format, document, calls } of examples) {
      if (calls.length > 0 && format !== 'open-agent-loops')
        expect(findFormat(document).format.name).toBe(format)
    }
  })

  test('thinking keeps the field it came in', () => {
    const { document } = examples.find(({ title }) => title === 'thinking beside its calls')!
    expect(readTranscript(document, { from: 'open-agent-loops' }).messages[0]).toMatchObject({
      reasoning: expect.stringMatching(/\S/),
      reasoningSource: { field: 'reasoning_content' },
    })
  })

  test('kinds of items stay apart though they share a role', () => {
    const { document } = examples.find(({ title }) => title === 'the transcript as a list of items')!
    const { messages } = readTranscript(document)
    expect(messages.slice(0, 2)).toMatchObject([{ role: 'system' }, { role: 'system', kind: 'context' }])
  })
})
