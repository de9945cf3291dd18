import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { agentCall, agentStory, nestedAgents } from '../../fixtures/agent-call.js'
import { exportHtml } from '../../export/index.js'
import { StringsProvider } from '../../strings/strings.js'
import { german } from '../../strings/german.js'
import { TurnView } from '../turn/turn.js'
import { DrawTurnContext } from './agent-messages.js'
import { ToolCallView } from './tool-call.js'
import { Transcript } from '../transcript/transcript.js'
import type { ToolCallViewProps } from './call-view.js'
import '../../testing/late-parts.js'

/** A call inside a turn. */
const InTurn = (props: ToolCallViewProps) => (
  <DrawTurnContext.Provider value={TurnView}>
    <ToolCallView {...props} />
  </DrawTurnContext.Provider>
)

const show = (messages: readonly unknown[]) => render(<InTurn call={agentCall(messages)} defaultOpen />)
const rowOfAgent = (): Promise<HTMLElement> =>
  screen.findByRole('button', { name: /^Transcript of the agent/ })

test('a call that ran an agent has a row with what its transcript comes to', async () => {
  show(agentStory())
  expect(await rowOfAgent()).toHaveAccessibleName(
    'Transcript of the agent 5 messages · 2 calls · 1 failed · 1,250 tokens',
  )
  expect(await rowOfAgent()).toHaveAttribute('aria-expanded', 'false')
})

test('the row opens by keyboard to the turns, which are no places of the thread', async () => {
  const user = userEvent.setup()
  const { container } = show(agentStory())
  ;(await rowOfAgent()).focus()
  await user.keyboard('{Enter}')
  const turns = screen.getByRole('group', { name: 'Transcript of the agent of task' })
  expect(turns).toHaveTextContent('Find where the pool of the checkout is set.')
  expect(turns.querySelectorAll('[data-slot=tool-call]')).toHaveLength(2)
  expect(container.querySelectorAll('article')).toHaveLength(2)
  expect(container.querySelector('[data-turn-id]')).toBeNull()
  await user.keyboard('{Enter}')
  expect(await rowOfAgent()).toHaveAttribute('aria-expanded', 'false')
})

test('what an agent said is found behind closed rows', async () => {
  const { container, rerender } = render(<InTurn call={agentCall(nestedAgents(3))} />)
  expect(container).toHaveTextContent(/No such file/)
  rerender(<InTurn key="open" call={agentCall(nestedAgents(3))} defaultOpen />)
  await rowOfAgent()
  expect(container.querySelector('[data-slot=agent-turns]')).toHaveTextContent(/The pool is set in checkout/)
})

test('words are in the language of the page', async () => {
  render(
    <StringsProvider strings={german} locale="de">
      <InTurn call={agentCall(agentStory())} defaultOpen />
    </StringsProvider>,
  )
  expect(await screen.findByRole('button', { name: /^Verlauf des Agenten/ })).toHaveAccessibleName(
    'Verlauf des Agenten 5 Nachrichten · 2 Aufrufe · 1 fehlgeschlagen · zusammen 1.250 Tokens',
  )
})

test('with everything laid open, agents beyond three levels stay behind their row', async () => {
  const messages = [
    { role: 'assistant', content: '', tool_calls: [agentCall([]).call] },
    agentCall(nestedAgents(6)).result!,
  ]
  const { container } = render(<Transcript messages={messages} folds="open" />)
  const row = await screen.findByRole('button', { name: /^Transcript of the agent/, expanded: false })
  expect(row.closest('[data-slot=agent-transcript]')).toHaveAttribute('data-depth', '4')
  expect(container.querySelectorAll('[data-slot=agent-transcript]')).toHaveLength(4)
})

test('a page without scripts has the turns of an agent, and of thousands of levels their words', async () => {
  const messages = [
    { role: 'assistant' as const, content: '', tool_calls: [agentCall([]).call] },
    agentCall(nestedAgents(4_000)).result!,
  ]
  const page = await exportHtml(messages)
  expect(page.match(/data-slot="agent-transcript"/g)).toHaveLength(4)
  expect(page).toContain('The pool is set in checkout/pool.ts, to 8.')
  expect(page).not.toContain('RangeError')
})

test('stored data of any kind in its place shows nothing and stops nothing', () => {
  for (const messages of [null, 'text', 17, {}, []]) {
    const { container, unmount } = show(messages as unknown as unknown[])
    expect(container.querySelector('[data-slot^=agent]')).toBeNull()
    unmount()
  }
  const { container } = show([null, 17, { role: 'critic' }, { role: 'tool', metadata: 3 }])
  expect(container.querySelector('[data-slot^=agent]')).not.toBeNull()
})
