/** Parts of a wire that its reader does not know are kept and named, and never taken for an empty answer. */
import { collectCompletion } from '@antiphon/core'
import type { EventReader } from '@antiphon/core/wire'
import {
  createGeminiEvents,
  createMessagesEvents,
  createOllamaEvents,
  createResponsesEvents,
} from '@antiphon/wires/read'
import { unshownItems } from '@antiphon/core/message'
import { expect, test } from 'vitest'

const cases: [wire: string, createEvents: (() => EventReader) | undefined, events: unknown[]][] = [
  [
    'chat completions',
    undefined,
    [
      { choices: [{ index: 0, delta: { plan_of_tomorrow: { steps: ['hidden'] } } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ],
  ],
  [
    'responses',
    createResponsesEvents,
    [
      { type: 'response.created', response: { id: 'r' } },
      { type: 'response.plan_of_tomorrow.delta', output_index: 0, delta: 'hidden' },
      { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
    ],
  ],
  [
    'messages',
    createMessagesEvents,
    [
      { type: 'message_start', message: { id: 'm' } },
      { type: 'plan_of_tomorrow', steps: ['hidden'] },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ],
  ],
  [
    'gemini',
    createGeminiEvents,
    [
      { responseId: 'r', candidates: [{ plan_of_tomorrow: { steps: ['hidden'] }, index: 0 }] },
      { responseId: 'r', candidates: [{ finishReason: 'STOP', index: 0 }] },
    ],
  ],
  [
    'ollama',
    createOllamaEvents,
    [
      { model: 'm', message: { role: 'assistant', content: '', plan_of_tomorrow: 'hidden' }, done: false },
      { model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' },
    ],
  ],
]

test.each(cases)('%s: an answer of unknown events names them', async (_, createEvents, events) => {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`)
  const { message, outcome } = await collectCompletion(body, createEvents && { createEvents })
  expect(outcome).toBe('complete')
  expect(message.error).toBeUndefined()
  const seen = unshownItems(message)
  expect(seen).toMatchObject({ count: 1 })
  expect(seen!.types[0]).toContain('plan_of_tomorrow')
  expect(JSON.stringify(message.metadata)).toContain('hidden')
})
