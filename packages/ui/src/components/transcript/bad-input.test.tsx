import type { Message } from '@antiphon/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { amount } from '../../../../../test/support/amount.js'
import { someOf } from '../../../../../test/support/some-of.js'
import { Transcript } from './transcript.js'
import '../../testing/late-parts.js'

afterEach(cleanup)

/** Belongs to others, never copied. */
const shared = process.env['ANTIPHON_SHARED'] ?? join(import.meta.dirname, '../../../../../../shared')
const file = join(shared, 'corpora/naughty-strings/blns-dev.json')
const naughty: string[] = existsSync(file)
  ? someOf(
      (JSON.parse(readFileSync(file, 'utf8')) as { text: string }[]).map(({ text }) => text),
      60,
    )
  : []
if (naughty.length === 0) console.log(`naughty strings: no corpus at ${file}, its tests are skipped`)

const answer = (over: object): Message => ({ role: 'assistant', content: '', finishReason: 'stop', ...over })
const shownText = (): string => document.querySelector('[data-slot=transcript]')!.textContent
const failed = (): boolean => screen.queryByText('This message could not be shown') !== null

describe('what nobody expected is shown as itself, labelled', () => {
  test.each<[what: string, message: unknown, words: string[]]>([
    ['a role', { role: 'critic', content: 'No.' }, ['Message with role critic', 'No.']],
    ['a part', { role: 'user', content: [{ type: 'hologram', at: 'x' }] }, ['Part of type hologram']],
    [
      'a finish reason',
      answer({ content: 'So', finishReason: 'other', finishReasonRaw: 'bored' }),
      ['Finished: bored', 'Unknown reason.'],
    ],
    [
      'a tool',
      answer({
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'teleport', arguments: '{"to":"Oslo"}' } },
        ],
      }),
      ['teleport', 'Oslo'],
    ],
    [
      'a class of error',
      answer({ isError: true, error: { kind: 'quantum', message: 'Flux low' } }),
      ['The provider reported an error', 'Flux low'],
    ],
    ['no role at all', { content: 'Whose?' }, ['Message without a role', 'Whose?']],
    ['no message at all', null, []],
    [
      'a call without a name',
      answer({ tool_calls: [{ id: '', type: 'function', function: { name: '', arguments: '' } }] }),
      ['No arguments'],
    ],
  ])('%s', (_, message, words) => {
    render(<Transcript messages={[message, { role: 'user', content: 'and after' }]} />)
    const text = shownText()
    for (const word of [...words, 'and after']) expect(text).toContain(word)
    expect(failed()).toBe(false)
  })

  test('empty everything', () => {
    const call = { id: '', type: 'function', function: { name: '', arguments: '' } }
    const empty = [
      {},
      { role: '', content: '' },
      { role: 'user', content: [] },
      { role: 'user', content: null },
      answer({ finishReason: undefined }),
      answer({ content: null, reasoning: '', refusal: '', tool_calls: [], annotations: [], segments: [] }),
      answer({ tool_calls: [call, call] }),
      { role: 'tool', tool_call_id: '', content: '' },
      { role: 'tool', tool_call_id: '', content: [] },
      { role: 'system', content: '' },
    ]
    render(<Transcript messages={empty} />)
    expect(failed()).toBe(false)
    cleanup()
    render(<Transcript messages={[]} empty={<p>Nothing yet</p>} />)
    expect(screen.getByText('Nothing yet')).toBeInTheDocument()
  })
})

describe('very much of something', () => {
  test('a line of 3,000 words and a word of 20,000 letters are there whole, in every place', () => {
    const line = Array.from({ length: 3_000 }, (_, i) => `word${i}`).join(' ')
    const word = 'x'.repeat(20_000)
    const call = {
      id: 'c',
      type: 'function',
      function: { name: word.slice(0, 300), arguments: JSON.stringify({ q: word }) },
    }
    const { container } = render(
      <Transcript
        messages={[
          { role: 'user', content: `${line}\n${word}` },
          answer({ content: `${line}\n\n${word}`, reasoning: word, tool_calls: [call] }),
          { role: 'tool', tool_call_id: 'c', content: line },
        ]}
        folds="open"
      />,
    )
    expect(failed()).toBe(false)
    for (const slot of ['bubble-text', 'markdown', 'reasoning-body'])
      expect(container.querySelector(`[data-slot=${slot}]`)!.textContent).toContain(word)
    for (const slot of ['bubble-text', 'markdown'])
      expect(container.querySelector(`[data-slot=${slot}]`)!.textContent).toContain('word2999')
    // A button shows the rest of a long result.
    expect(container.querySelector('[data-slot=tool-result]')!.textContent).toMatch(
      /Show all [\d,]+ characters/,
    )
  })

  test('a table of very many columns is a table, and what is around it is there', () => {
    const columns = amount(500, 5_000)
    const row = (cell: (i: number) => string): string =>
      `| ${Array.from({ length: columns }, (_, i) => cell(i)).join(' | ')} |`
    const table = [row((i) => `c${i}`), row(() => '---'), row((i) => String(i))].join('\n')
    render(<Transcript messages={[answer({ content: `Before\n\n${table}\n\nAfter` })]} />)
    expect(failed()).toBe(false)
    const text = shownText()
    for (const word of ['Before', `c${columns - 1}`, `${columns - 1}`, 'After']) expect(text).toContain(word)
  })

  test('very many calls side by side: one row, the first of them at once, the rest on request', async () => {
    const count = amount(150, 1_000)
    const calls = Array.from({ length: count }, (_, i) => ({
      id: `c${i}`,
      type: 'function' as const,
      function: { name: `tool_${i}`, arguments: '{}' },
    }))
    const results = calls.map(({ id }, i) => ({
      role: 'tool',
      tool_call_id: id,
      content: i === count - 50 ? 'broke' : 'ok',
      isError: i === count - 50,
    }))
    const { container } = render(<Transcript messages={[answer({ tool_calls: calls }), ...results]} />)
    const shown = () => container.querySelectorAll('[data-slot="tool-call"]').length
    expect(shownText()).toContain(`${count.toLocaleString('en')} calls in parallel`)
    // The one that failed does not wait for a press.
    expect(shown()).toBe(51)
    expect(shownText()).toContain(`tool_${count - 50}`)
    await userEvent.click(
      screen.getByRole('button', { name: `Show all ${count.toLocaleString('en')} calls` }),
    )
    expect(shown()).toBe(count)
  })
})

test.skipIf(naughty.length === 0)(
  'every naughty string is text in every place, and none of them does anything',
  () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => {})
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (let from = 0; from < naughty.length; from += 40) {
      const messages = naughty.slice(from, from + 40).flatMap((text, i) => [
        { role: 'user', content: text },
        answer({
          content: text,
          reasoning: text,
          model: text,
          tool_calls: [
            {
              id: text || `c${i}`,
              type: 'function',
              function: { name: text, arguments: JSON.stringify({ [text]: text }) },
            },
          ],
        }),
        { role: 'tool', tool_call_id: text || `c${i}`, content: text },
        answer({
          isError: true,
          error: { kind: 'provider', message: text, raw: text, host: text, requestId: text },
        }),
        { role: text, content: text },
      ])
      const { container } = render(<Transcript messages={messages} />)
      expect(failed()).toBe(false)
      expect(
        container.querySelector('script, iframe, object, embed, form, img, [onerror], [onclick], [onload]'),
      ).toBeNull()
      const said = [...container.querySelectorAll('[data-slot="user-message"]')].length
      expect(said).toBeGreaterThan(0)
      cleanup()
    }
    expect(alert).not.toHaveBeenCalled()
    expect(errors).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  },
)
