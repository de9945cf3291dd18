import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { antiphon } from './support/antiphon-command.js'

const fixtures = resolve(import.meta.dirname, '../fixtures/transcripts')

test('antiphon convert takes a transcript through another format and back under plain Node', async () => {
  const file = resolve(fixtures, 'agentkit/older.json')
  expect(JSON.parse(await antiphon('convert', file, '--to', 'agentkit'))).toEqual(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  expect(JSON.parse(await antiphon('convert', file, '--to', 'openai', '--shape', 'request'))).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ id: 'call-1' }] },
      { role: 'tool', content: 'calm' },
    ],
  })
})

test('antiphon convert ends with one line and a failure when it cannot', { tags: 'hunt' }, async () => {
  await expect(antiphon('convert', resolve(fixtures, 'README.md'), '--to', 'openai')).rejects.toThrow(
    /^antiphon: .*README\.md: The text is not JSON, JSON lines or an event stream\. It may be [^\n]+\.\n$/,
  )
})
