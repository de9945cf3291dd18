import type { LiveStep, PairedCall } from '@antiphon/core'
import { Transcript, ToolApproval } from '@antiphon/ui'
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/src/testing/late-parts.js'

afterEach(cleanup)

const failure = { role: 'tool', tool_call_id: 'b', content: 'connection refused', isError: true } as const
/** A state that a host with its own loop can be in: one call waits for a person, one has failed, one is still being written. */
const live: LiveStep = {
  phase: 'streaming',
  startedAt: 0,
  activePart: 'tool_call',
  calls: {
    0: { state: 'awaiting', startedAt: 0 },
    1: { state: 'running', startedAt: 0, result: failure },
    2: { state: 'writing', startedAt: 0 },
  },
}
const call = (id: string, name: string, text: string) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
})
const thread = (arriving: string) => [
  { role: 'user', content: 'Move checkout to the new pool.' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [
      call('a', 'deploy', '{"to":"production"}'),
      call('b', 'run_load', '{"rps":300}'),
      call('c', 'write_report', arriving),
    ],
  },
]

const allow = vi.fn()
const deny = vi.fn()
/** The host's own question: this transcript is of plain messages. */
function renderApproval({ call: { function: asked } }: PairedCall) {
  return <ToolApproval name={asked.name} arguments={asked.arguments} onAllow={allow} onDeny={deny} />
}
const page = (arriving: string) => (
  <StrictMode>
    <div data-antiphon-root="" style={{ inlineSize: '40rem' }}>
      <Transcript messages={thread(arriving)} live={live} renderApproval={renderApproval} />
    </div>
  </StrictMode>
)

test('of three parallel calls one waits for a person, one has failed and one is being written: all three say so with every fold closed', async () => {
  const text = JSON.stringify({ title: 'Checkout pool', body: 'The new pool holds. '.repeat(8) })
  const { container, rerender } = render(page(text.slice(0, 12)))
  const row = (tool: string) =>
    container.querySelector<HTMLElement>(`[data-slot=tool-call][data-tool=${tool}]`)!
  const group = screen.getByRole('button', { name: /3 calls in parallel/ })

  // Close the rows that opened by themselves. The group stays open as long as somebody is asked something in it.
  for (const button of container.querySelectorAll<HTMLElement>(
    '[data-slot=tool-call] button[aria-expanded=true]',
  ))
    await userEvent.click(button)
  await userEvent.click(group)
  expect(container.querySelectorAll('[data-slot=tool-call] button[aria-expanded=true]')).toHaveLength(0)
  expect(group.getAttribute('aria-expanded')).toBe('true')

  expect(['deploy', 'run_load', 'write_report'].map((tool) => row(tool).dataset['state'])).toEqual([
    'awaiting',
    'error',
    'writing',
  ])
  expect(group).toHaveTextContent(/1 failed/)
  expect(group).toHaveTextContent(/1 writing/)
  expect(group).toHaveTextContent(/1 (?:waiting|needs|awaiting)/)
  expect(screen.getByRole('group', { name: /^Allow deploy/ })).toBeVisible()
  expect(row('run_load')).toHaveTextContent('connection refused')
  const arrived = () => row('write_report').querySelector('[data-slot=peek]')!.textContent
  expect(arrived()).toContain('{"title":"Ch')
  for (let end = 20; end <= text.length; end += 20) {
    rerender(page(text.slice(0, end)))
    expect(arrived().replace('…', '')).toBe(text.slice(0, end).slice(-90))
  }
  // Nothing that arrived moved the focus or closed the question.
  expect(document.activeElement).toBe(group)

  // The question is answered by key while the arguments beside it still arrive; a press in its first half second is not.
  screen.getByRole('group', { name: /^Allow deploy/ }).focus()
  const press = async (): Promise<number> => {
    await userEvent.keyboard('y')
    return allow.mock.calls.length
  }
  await expect.poll(press).toBe(1)
  expect(deny).not.toHaveBeenCalled()
})

test.each(['people', 'developers'] as const)(
  'the words of a result are in the font of the text for people, and in that of code for developers: %s',
  (audience) => {
    const messages = [
      { role: 'user', content: 'Deploy.' },
      {
        role: 'assistant',
        content: '',
        finishReason: 'tool_calls',
        tool_calls: ['a', 'b'].map((id) => call(id, id, '{"to":"Rome"}')),
      },
      { role: 'tool', tool_call_id: 'a', content: 'It went well.' },
      { ...failure, content: 'It did not.' },
      { role: 'assistant', content: 'Done.', finishReason: 'stop' },
    ]
    render(<Transcript messages={messages} audience={audience} folds="open" />)
    const fontOf = (element: Element) => getComputedStyle(element).fontFamily
    const results = ['It went well.', 'It did not.'].map((text) =>
      [...document.querySelectorAll('pre')].find((one) => one.textContent === text)!,
    )
    const prose = fontOf(screen.getByText('Done.'))
    expect(results.map((result) => fontOf(result) === prose)).toEqual(
      results.map(() => audience === 'people'),
    )
  },
)
