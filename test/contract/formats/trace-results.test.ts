import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTranscript } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'

const file = join(import.meta.dirname, '../../fixtures/sessions/langsmith/runs.jsonl')

/** The result of the run, where the request after it repeats that with another text. */
async function resultWith(repeated: string): Promise<unknown> {
  const text = readFileSync(file, 'utf8')
  const at = text.lastIndexOf('Box 7 hangs.')
  const changed = text.slice(0, at) + text.slice(at).replace('Box 7 hangs.', repeated)
  const { conversations } = await openTranscript([changed], { formats: sessionFormats })
  return conversations[0]!.messages.find(({ role }) => role === 'tool')
}

test('a request that repeats a result without its text leaves the text of the run', async () => {
  expect(await resultWith('')).toMatchObject({ content: 'Box 7 hangs.', tool_call_id: 'c1' })
})

test('a request that shortens a result shows what the model got, and the text of the run is kept', async () => {
  expect(await resultWith('Box 7 …')).toMatchObject({
    content: 'Box 7 …',
    metadata: { 'langsmith.result': 'Box 7 hangs.' },
  })
})

test('the same text is kept once', async () => {
  expect(await resultWith('Box 7 hangs.')).not.toHaveProperty(['metadata', 'langsmith.result'])
})
