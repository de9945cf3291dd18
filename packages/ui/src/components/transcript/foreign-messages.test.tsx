import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Transcript } from './transcript.js'

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => void (warn = vi.spyOn(console, 'warn').mockImplementation(() => {})))
afterEach(() => {
  warn.mockRestore()
  vi.unstubAllEnvs()
})

const text = { type: 'text', text: 'hi' }

it.each([
  ['UI messages of the AI SDK', [{ id: '1', role: 'user', parts: [text] }]],
  [
    'model messages of the AI SDK',
    [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }] }],
  ],
  [
    'messages of Anthropic',
    [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 't', input: {} }] },
    ],
  ],
  ['items of the Responses API', [{ type: 'function_call', call_id: 'c', name: 't', arguments: '{}' }]],
])('%s are named in development, once, with what reads them', (name, messages) => {
  const { rerender } = render(<Transcript messages={messages} />)
  rerender(<Transcript messages={[...messages]} />)
  expect(warn.mock.calls).toEqual([[expect.stringContaining(`looks like ${name}`)]])
  expect(warn.mock.calls[0]).toEqual([expect.stringContaining('readTranscript(messages).messages')])
})

it.each([
  [
    'chat completions',
    [
      { role: 'user', content: [text] },
      { role: 'assistant', content: null, tool_calls: [] },
    ],
  ],
  ['none', []],
  ['what is nothing', [null, 3, 'x', {}]],
])('%s say nothing', (_, messages) => {
  render(<Transcript messages={messages} />)
  expect(warn).not.toHaveBeenCalled()
})

it('nothing is said in production', () => {
  vi.stubEnv('NODE_ENV', 'production')
  render(<Transcript messages={[{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }]} />)
  expect(warn).not.toHaveBeenCalled()
})
